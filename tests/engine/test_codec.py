"""The saved form: nothing but ids is written, each stands for one class or field, and none is forgotten."""

from __future__ import annotations

import json
from importlib import import_module

import pytest
from attrs import frozen
from cattrs import BaseValidationError

from tabletop_tui.engine.codec import ENGINE, Names, Saved, Unnamed, in_words, read_setup, write_setup
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.play.journal import Header, digest
from tabletop_tui.rulebook.registry import system
from tests.conformance import a_setup, dumped, renamed
from tests.playing import by_chance
from tests.toy import TOY, StartRound, toy_setup


@frozen
class Advance:
    """Where to."""

    spot: str
    cost: int = 0


@frozen
class Charge(Step):
    """A step with something nested in it, and another step."""

    mover: str
    way: Advance
    then: Step | None = None


@frozen
class Going:
    """The same as Advance after a tidy-up."""

    hex: str
    price: int = 0


@frozen
class Assault(Step):
    """The same as Charge after a tidy-up."""

    who: str
    going: Going
    after: Step | None = None


@frozen
class After(Step):
    """A step that holds a step of one kind."""

    first: Charge


LISTED = (Saved(Advance, fields="to=spot"), Saved(Charge, fields="unit=mover"))
ELSEWHERE = "a package without steps"


def names(*listed: Saved) -> Names:
    return Names(ELSEWHERE, *listed)


# ---------------------------------------------------------------- what is written
def test_ids_are_written_and_no_name_of_the_program():
    found = names(*LISTED).write(Charge("A1", Advance("0101", 2)))
    assert found == {"step": "charge", "unit": "A1", "way": {"to": "0101", "cost": 2}, "then": None}


def test_there_and_back():
    known, step = names(*LISTED), Charge("A1", Advance("0101", 2), Charge("A2", Advance("0102")))
    data = json.loads(json.dumps(known.write(step)))
    assert known.read(data, Step) == step
    assert known.write(known.read(data, Step)) == data


def test_renamed_classes_and_attributes_change_no_byte():
    before = json.dumps(names(*LISTED).write(Charge("A1", Advance("0101", 2))))

    tidied = names(
        Saved(Going, "advance", "to=hex cost=price"), Saved(Assault, "charge", "unit=who way=going then=after")
    )
    step = Assault("A1", Going("0101", 2))
    assert json.dumps(tidied.write(step)) == before
    assert tidied.read(json.loads(before), Step) == step
    with renamed(Advance, Charge):
        assert json.dumps(names(*LISTED).write(Charge("A1", Advance("0101", 2)))) == before


@pytest.mark.parametrize("name", ["armymen", "crimsondusk", "mechcom", "pmc2640", "techcommander"])
def test_renaming_every_class_of_a_rulebook_changes_no_byte(name: str):
    game = a_game(name, 40)
    before = dumped(game)
    known: Names = import_module(f"{game.system.package}.system").NAMES
    own = [one for one in known.listed if one not in ENGINE]
    with renamed(*(one.kind for one in own)):
        again = Names(known.package, *own)
        assert json.loads(json.dumps(again.write_agenda(game))) == json.loads(before)["agenda"]
        assert again.read_agenda(json.loads(before)) == game.agenda
        assert json.loads(json.dumps(again.write(game.state))).items() <= json.loads(before).items()


def a_game(name: str, answers: int) -> Game:
    setup = a_setup(name, 0, seed=3)
    return by_chance(system(name).start(setup), answers, seed=3)


def test_the_digest_is_taken_over_the_saved_form():
    game = TOY.start(toy_setup())
    game.advance()
    data = TOY.dump(game)
    assert digest(data) == digest(json.loads(json.dumps(data)))
    assert data["agenda"][-1] == {"step": "choose token", "seat": game.question.seat}


# ---------------------------------------------------------------- set-ups
def test_a_set_up_is_written_by_ids_too():
    setup = toy_setup("random", "keyboard", seed=4)
    data = write_setup(setup)
    assert read_setup(json.loads(json.dumps(data))) == setup
    assert list(data) == ["system", "scenario", "seats", "seed", "dice"]
    assert list(data["seats"][0]) == ["name", "team", "player", "force"]
    assert json.loads(Header(setup, 1).record())["setup"] == data
    for spoilt in ({**data, "colour": 1}, {**data, "seats": [{"name": "Red"}]}, {**data, "seats": ["Red"]}, "what"):
        with pytest.raises((KeyError, TypeError, ValueError)):
            read_setup(spoilt)


# ---------------------------------------------------------------- ids
def test_two_classes_of_one_id_are_an_error():
    with pytest.raises(Unnamed, match=r"Advance and .*Charge have the same id, 'advance'"):
        names(Saved(Advance, "advance", "spot cost"), Saved(Charge, "advance", "mover way then"))
    with pytest.raises(Unnamed, match=r"Roll and .*Advance|Advance and .*Roll"):
        names(Saved(Advance, "roll", "spot cost"))


def test_one_class_of_two_ids_is_an_error():
    with pytest.raises(Unnamed, match="Advance has two ids"):
        names(Saved(Advance, "advance", "spot cost"), Saved(Advance, "going", "spot cost"))


@pytest.mark.parametrize(
    ("fields", "unsaved", "why"),
    [
        ("spot=cost", "", "Advance has two fields of the id 'spot'"),
        ("spot far=spot", "", "Advance names its attribute 'spot' twice"),
        ("cost far=cost", "", "Advance names its attribute 'cost' twice"),
        ("spot cost", "cost", "Advance names its attribute 'cost' twice"),
        ("spot cost height", "", "Advance has no attribute 'height'"),
        ("spot", "price", "Advance has no attribute 'price'"),
    ],
)
def test_each_field_has_one_id(fields: str, unsaved: str, why: str):
    with pytest.raises(Unnamed, match=why):
        names(Saved(Advance, "advance", fields, unsaved))


def test_a_step_has_no_field_of_the_id_that_tells_steps_apart():
    with pytest.raises(Unnamed, match="'step' is what a step's own id is called"):
        names(LISTED[0], Saved(Charge, "charge", "step=mover way then"))


def test_what_is_not_listed_is_saved_under_its_own_words_with_all_that_it_holds():
    known = Names(__name__)
    assert {kind: known.ids[kind] for kind in (Advance, Charge, Going, Assault, After)} == {
        Advance: "advance",
        Charge: "charge",
        Going: "going",
        Assault: "assault",
        After: "after",
    }
    step = After(Charge("A1", Advance("0101", 2)))
    data = {"step": "charge", "mover": "A1", "way": {"spot": "0101", "cost": 2}, "then": None}
    assert known.write(step) == {"step": "after", "first": data}
    assert known.read(known.write(step), Step) == step
    assert [in_words(name) for name in ("Go", "ChooseTarget", "PutABC")] == ["go", "choose target", "put a b c"]


def test_two_classes_of_one_name_want_an_id_of_their_own():
    @frozen
    class Other:
        spot: str

    Other.__name__ = "Charge"
    with pytest.raises(Unnamed, match="have the same id, 'charge'"):
        Names(__name__, Saved(Other)).take_in()
    assert Names(__name__, Saved(Other, "other charge")).ids[Other] == "other charge"


def test_what_no_field_says_that_it_holds_is_not_written():
    step = After(Charge("A1", Advance("0101"), StartRound()))
    with pytest.raises(Unnamed, match=r"StartRound is to be saved and is no part of what"):
        names(*LISTED, Saved(After)).write(step)


def test_a_field_that_is_not_saved_is_left_out():
    assert names(Saved(Advance, "advance", "spot", unsaved="cost")).write(Advance("0101", 3)) == {"spot": "0101"}


@pytest.mark.parametrize("data", [{"step": "advance", "to": "0101", "cost": 1}, {"step": "no"}, {}, [], "charge", None])
def test_what_is_no_step_is_refused(data: object):
    with pytest.raises(ValueError, match="is no step of"):
        names(*LISTED).read(data, Step)


def test_a_step_of_another_kind_than_is_wanted_there_is_refused():
    known = names(*LISTED, Saved(After))
    inner = known.write(Charge("A1", Advance("0101")))
    assert known.read({"step": "after", "first": inner}, Step) == After(Charge("A1", Advance("0101")))
    with pytest.raises(BaseValidationError):
        known.read({"step": "after", "first": {"step": "after", "first": inner}}, Step)
