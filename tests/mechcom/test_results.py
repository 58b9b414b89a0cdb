"""What the results say of a battle: mechs are a side's units, what they deploy is not."""

from __future__ import annotations

import pytest

from tabletop_tui.reports.battle_figures import report
from tabletop_tui.rulebook.registry import system
from tabletop_tui.rules.mechcom.attacking.abilities import PutDeployable, UseAbility
from tabletop_tui.rules.mechcom.damage.damage import destroy, harm
from tabletop_tui.rules.mechcom.state.profiles import Deploy
from tests.mechcom.build import ability, deployable, mech, model, skirmish
from tests.playing import run


def with_sentries(*fallen: str):
    """A battle of one and two mechs with a Sentry each for A1 and B1, after these have been destroyed."""
    carrier = mech(abilities=[ability(Deploy("sentry"), name="Deploy")])
    game = skirmish(carrier @ "0505", [carrier @ "0909", mech() @ "1111"], deployables={"sentry": deployable()})
    game.system = system("mechcom")
    for parent, spot in (("A1", "0506"), ("B1", "0910")):
        run(game, PutDeployable(UseAbility(parent, "Deploy"), Deploy("sentry"), spot))
    for name in fallen:
        destroy(game, model(game, name), None)
    return game


@pytest.mark.rule("MC-DEPLOY-7", "MC-TERM-2")
@pytest.mark.parametrize(
    ("fallen", "told"),
    [
        ((), ["lost 0 of 1 unit", "lost 0 of 2 units"]),
        (("a1", "b1"), ["lost 0 of 1 unit", "lost 0 of 2 units"]),
        (("B1",), ["lost 0 of 1 unit", "lost 1 of 2 units"]),
    ],
    ids=["nobody", "both Sentries", "a mech and its Sentry"],
)
def test_deployables_are_no_units_that_a_side_has_lost(fallen, told):
    game = with_sentries(*fallen)
    sides = report(game, game.events, 0).sides
    assert [side.harm.partition(";")[0] for side in sides] == told
    assert {line.unit for line in sides[0].roster} == {"A1", "a1"}, "they are listed all the same"


@pytest.mark.rule("MC-DEPLOY-7")
def test_a_lost_deployable_is_no_heavier_a_loss_than_a_wound():
    game = with_sentries()
    for _ in range(5):
        harm(game, model(game, "B2"), 1, None, ())
    for name in ("a1", "b1"):
        destroy(game, model(game, name), None)
    destroy(game, model(game, "B1"), None)
    told = [moment.text for moment in report(game, game.events, 0).losses]
    assert told[-1] == "B1 Mech is destroyed"
    assert not any("Sentry" in text for text in told)
