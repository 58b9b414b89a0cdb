"""What a gunner does: a blast that scatters, a flame that jumps from model to model, a jet along a line."""

from __future__ import annotations

from typing import Any

from attrs import define, frozen

from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import Place
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.skirmish.template_fields import (
    BlastField,
    Caught,
    ChainField,
    StripField,
    TemplateField,
    caught_by,
    caught_lines,
)
from tabletop_tui.table.length_units import CENTIMETRES
from tabletop_tui.table.points import Spot, spot_text
from tabletop_tui.table.templates import Blast, Chain, Template
from tests.yard.state import HEIGHT, WIDTH, Yard, seat_of, take_out

REACH, RING = 2.0, 1.0


class BurstField(BlastField):
    """Anywhere within 24 cm."""

    length_unit, range_rule = CENTIMETRES, "YARD-BLAST-1"


@define(slots=False)
class FlameField(ChainField):
    """Each spot on a model."""

    length_unit, range_rule, link_rule = CENTIMETRES, "YARD-FLAME-1", "YARD-FLAME-1"

    def refuse_template(self, template: Template) -> Refusal | None:
        for spot in template.spots:
            if not caught_by(Blast((spot,), 0.0), self.bases).under:
                return Refusal(f"nobody stands at {spot_text(spot)}", "YARD-FLAME-1")
        return None


class JetField(StripField):
    """Any direction."""

    length_unit, range_rule, direction_rule = CENTIMETRES, "YARD-JET-1", "YARD-JET-1"


def field_of(state: Yard, gunner: str, kind: str) -> TemplateField:
    """The field of a kind of fire."""
    table = WIDTH, HEIGHT, state.bases([gunner]), state.at[gunner]
    if kind == "blast":
        return BurstField(*table, 24.0, REACH, RING)
    if kind == "flame":
        return FlameField(*table, 12.0, 0.0, 0.0, 4.0, 3)
    return JetField(*table, 24.0, 0.75, 0.0, 10.0)


RULE = {"blast": "YARD-BLAST-1", "flame": "YARD-FLAME-1", "jet": "YARD-JET-1"}


@frozen
class Fire(Ask):
    title = "Fire"
    says = "A gunner lays a template."
    gunner: str
    kind: str

    def question(self, game: Game) -> Place:
        field, seat = field_of(game.state, self.gunner, self.kind), seat_of(self.gunner)
        many, rules = self.kind == "flame", (RULE[self.kind],)
        return Place(seat, f"Where does the {self.kind} go?", about=self.gunner, rules=rules, field=field, many=many)

    def take(self, game: Game, answer: Any) -> None:
        field = game.asked_field(self, TemplateField)
        spots = field.template(answer).spots if self.kind != "jet" else field.read(answer)
        assert not isinstance(spots, Refusal)
        game.emit(Event(f"{self.gunner} fires a {self.kind} at {answer[-1]}", (RULE[self.kind],), seat_of(self.gunner)))
        game.push(Burst(self.gunner, spots[0]) if self.kind == "blast" else Burn(self.gunner, self.kind, spots))

    def preview(self, game: Game, answer: Any) -> Preview:
        field = game.asked_field(self, TemplateField)
        return Preview(caught_lines(field.caught(answer), field.bases, (RULE[self.kind],)))


@frozen
class Burst(Step):
    title = "Burst"
    says = "A blast falls on its spot, or scatters."
    gunner: str
    spot: Spot
    rules = ("YARD-BLAST-2",)

    def run(self, game: Game) -> None:
        seat, blast = seat_of(self.gunner), Blast((self.spot,), REACH, RING)
        if not game.check(Check(seat, "on the spot", Tally("Blast", 4, "", "YARD-BLAST-1"))).passed:
            far = game.check(Check(seat, "how far it scatters", rules=("YARD-BLAST-1",))).face
            way = game.check(Check(seat, "which way", sides=12, rules=("YARD-BLAST-1",))).face * 30
            blast = blast.moved(way, far)
            game.emit(Event(f"scatters to {spot_text(blast.spots[0])}", ("YARD-BLAST-1",), seat))
        caught = caught_by(blast, game.state.bases([self.gunner]))
        lucky = {unit for unit in caught.ring if not self.hits(game, unit)}
        for unit in [*caught.under, *(unit for unit in caught.ring if unit not in lucky)]:
            take_out(game, unit, seat, "YARD-BLAST-2")

    def hits(self, game: Game, unit: str) -> bool:
        need = Tally("Ring", 4, "", "YARD-BLAST-2")
        return game.check(Check(seat_of(self.gunner), f"the ring on {unit}", need)).passed


@frozen
class Burn(Step):
    title = "Burn"
    says = "A flame takes models by a D6 for each of its spots, a jet all that are under it."
    gunner: str
    kind: str
    spots: tuple[Spot, ...]
    rules = ("YARD-FLAME-2", "YARD-JET-1")

    def run(self, game: Game) -> None:
        field, seat = field_of(game.state, self.gunner, self.kind), seat_of(self.gunner)
        template = field.lay(self.spots)
        caught: Caught = caught_by(template, field.bases)
        for unit in caught.under:
            if self.kind == "jet" or self.burns(game, unit):
                take_out(game, unit, seat, self.rules[self.kind == "jet"])

    def burns(self, game: Game, unit: str) -> bool:
        (base,) = game.state.bases()[unit]
        dice = Chain(self.spots, 0.0).times(base)
        need = Tally("Flame", 4, "", "YARD-FLAME-2")
        return game.check(Check(seat_of(self.gunner), f"the flame on {unit}", need, dice=dice)).passed
