"""The commands that tell what happened: the digest, the last roll, the legend, the whole log."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from attrs import evolve

from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play.what_if_dice import rethrown
from tabletop_tui.reports.digest import YOU, digest, last_answer
from tabletop_tui.reports.roll_explanation import Places, RollReading, read_roll
from tabletop_tui.screens.base.key_repeat import KeyGuard
from tabletop_tui.screens.base.popup_page import Below, Unbidden
from tabletop_tui.screens.battle.pages.digest_page import DigestPage, Last, Signs
from tabletop_tui.screens.battle.pages.handover_card import Turn, TurnCard
from tabletop_tui.screens.battle.pages.legend_page import (
    LISTS,
    TOP,
    WORDS,
    LegendPage,
    list_signs,
    top_signs,
    word_signs,
)
from tabletop_tui.screens.battle.pages.log_page import LogPage
from tabletop_tui.screens.battle.pages.narration_page import StoryPage
from tabletop_tui.screens.battle.pages.roll_page import RollPage
from tabletop_tui.screens.battle.prompt_lines import prompt_words
from tabletop_tui.screens.battle.screen_protocols import View
from tabletop_tui.screens.battle.since_last_answer import Since, deed_sighting, event_sighting
from tabletop_tui.settings import write_settings
from tabletop_tui.widgets.map.legend import Viewport, legend
from tabletop_tui.widgets.map.shared.page_marks import Sighting
from tabletop_tui.widgets.map.shared.traces import Traces, traces_of
from tabletop_tui.widgets.styled_text import TextLine
from tabletop_tui.widgets.view_text import rule_lines

NOTHING = Below(KeyGuard(), lambda _: False, lambda _: None)
"""Below a page that somebody asked for: it needs no such care."""
OTHERWISE = 6
"""So many sentences tell what would have come of other dice."""
LAST_DEEDS = 4
"""So many deeds are told where a battle has ended."""


class Reading:
    """Opens the pages, and shows on the map what they refer to."""

    def __init__(self, view: View) -> None:
        self.view, self.model = view, view.model
        self.since = Since(self.model, lambda: self.turn_cards != "never")

    @property
    def signs(self) -> Signs:
        look = self.view.tabletop
        return Signs(self.model.roster, look.colours, look.glyphs)

    def sight(self, sighting: Sighting | None) -> None:
        """Show something on the map; with None, the map as it was."""
        model = self.model
        model.sighting = sighting
        model.notice = sighting.words if sighting is not None else ""
        spot = next((spot for spot in sighting.spots if model.has(spot)), "") if sighting is not None else ""
        if spot:
            self.view.look_at(spot)
        elif sighting is None:
            self.view.field.see_cursor()
        self.view.draw_cursor()

    # ------------------------------------------------------------------ what happened
    @property
    def turn_cards(self) -> str:
        """When a turn card comes, as in the setting."""
        return self.view.tabletop.options.turn_card

    def tell_by_itself(self, below: Below) -> None:
        """What is told before a question is answered: to the person who sits down, or of what a computer did."""
        if self.since.sits_down(self.turn_cards):
            self.view.tabletop.push_screen(self.turn_card(below))
        elif self.turn_cards == "never" or not self.since.only_people:
            self.offer_digest(below)
        if words := self.since.narrated():
            self.tell_story(words, below)

    def tell_story(self, words: Sequence[str], below: Below) -> None:
        """The words of the author, over everything else; the battle hears its commands if nothing lies between."""
        look, battle = self.view.tabletop, self.model.session
        if isinstance(look.screen, Unbidden):
            below = evolve(below, is_command=lambda _key: False)
        name = str(battle.setup.scenario.get("name") or battle.system.name)
        look.push_screen(StoryPage(name, words, self.sight, below))

    def turn_card(self, below: Below) -> TurnCard:
        model, reader = self.model, self.since.reader()
        assert model.question is not None
        answer, happened = self.since.others_did()
        found = digest(happened, reader, evolve(self.since.scenery(), scores=self.since.scores_at(answer)))
        named = [(deed, deed_sighting(model, deed)) for deed in found.deeds]
        named = [pair for pair in named if pair[1].spots]
        seat, held = model.question.seat, model.held
        clock = model.session.clock
        thought = clock.said(model.session.setup) if clock is not None else ""
        turn = Turn(seat, model.names, model.standing, held, model.roster, happened, found, thought)
        return TurnCard(turn, named, self.signs, self.sight, below)

    def offer_digest(self, below: Below) -> None:
        """Tell what happened since the last answer, if that is to be told before the next; not in a lesson.

        Else what came of an attack of one's own is said once more before the prompt: the log has gone on since.
        """
        if self.model.session.setup.lesson is not None:
            return
        if self.since.is_due(self.view.tabletop.options.digest):
            self.open_digest(below)
        elif (said := self.since.own_attack()) and not self.model.notice:
            self.view.note(f"{said}.  {prompt_words(self.model).said}")

    def do_happened(self) -> None:
        if self.since.happened()[1]:
            self.open_digest()
        else:
            self.view.note("Nothing has happened yet")

    def open_digest(self, below: Below = NOTHING) -> None:
        """The page of what happened since the last answer; it comes by itself where something lies `below` it."""
        model, reader = self.model, self.since.reader()
        answer, events = self.since.happened()
        around = evolve(self.since.scenery(), scores=self.since.scores_at(answer))
        name = model.names[min(reader.seats)] if model.spectating else YOU
        found = digest(events, reader, around, name)
        shown = [(deed, deed_sighting(model, deed)) for deed in found.deeds]
        named = [pair for pair in shown if pair[1].spots]
        whose = "your" if name == YOU else f"{name}'s"
        last = answer == last_answer(model.session.history, reader)
        heading = f"Since {whose} last answer" if last else "What happened last"
        looks = heading, self.signs, model.names
        page = DigestPage(found, named[:9], *looks, self.sight, self.choose_digest, below, below is not NOTHING)
        self.view.tabletop.push_screen(page)

    def last_deeds(self) -> Last:
        """What was done at the end of the battle, by the others since one's own last go."""
        found = digest(self.since.others_did()[1], self.since.reader(), self.since.scenery())
        return Last([deed for deed in found.deeds if not deed.heading][-LAST_DEEDS:], self.signs)

    def choose_digest(self, when: str) -> None:
        """From now on a digest comes at these moments."""
        before = self.view.tabletop.settings
        settings = evolve(before, digest=when)
        self.view.tabletop.apply(settings)
        try:
            write_settings(settings, before=before)
        except BadFile as error:
            self.view.note(error.brief)

    # ------------------------------------------------------------------ a roll
    def do_explain(self) -> None:
        """The last roll explained, and from there those before it."""
        read = partial(read_roll, self.model.told, places=Places(self.model.roster, self.model.scene))
        if read(0) is None:
            self.view.note("No dice have been rolled yet")
            return
        page = RollPage(read, self.signs, self.sight, self._roll_traces, self._rules_said, self._rethrow)
        self.view.tabletop.push_screen(page)

    def _rethrow(self, place: int, faces: tuple[int, ...], seed: int) -> list[str]:
        """What would come of a roll with other dice, up to the next question."""
        events = rethrown(self.model.session, place, faces, seed)
        texts = [event.text for event in events if event.text]
        return texts[:OTHERWISE]

    def _roll_traces(self, reading: RollReading) -> Traces:
        return traces_of([reading.shot] if reading.shot is not None else [], self.model.scene)

    def _rules_said(self, ids: Sequence[str]) -> list[TextLine]:
        """These rules in the reference's words."""
        book = {rule.id: rule for rule in self.model.game.system.reference()}
        return [line for rule in ids if rule in book for line in rule_lines(book[rule])]

    # ------------------------------------------------------------------ the legend
    def do_legend(self) -> None:
        """What everything on the screen says, from what is painted just now."""
        model, field, look, panels = self.model, self.view.field, self.view.tabletop, self.view.panels
        assert field.painter is not None
        window = Viewport(*field.view)
        overlay = f"{model.overlay_name} of {model.overlay_unit}" if model.overlay_name else ""
        groups = legend(field.painter, window, model.names, self._facts, overlay)
        groups[TOP] = top_signs(model.standing, model.names, look.colours, look.glyphs, model.held)
        refused = model.draft is not None and any(option.refusal is not None for option in model.draft.options)
        said = panels.log.lines, self.view.prompt_words()[1]
        groups[LISTS] = list_signs(model.roster, *said, refused, not panels.roster.has_class("absent"), look.glyphs)
        groups[WORDS] = word_signs(model.session.system)
        look.push_screen(LegendPage(groups, stay))

    def _facts(self, spot: str) -> list[str]:
        """What the rules say of the ground at a spot."""
        lines = self.model.game.system.spot(self.model.game, spot)[1:]
        return [f"{line.label} {line.value}".strip() for line in lines]

    # ------------------------------------------------------------------ the log
    def do_log(self) -> None:
        sighting = partial(event_sighting, self.model)
        model = self.model
        self.view.tabletop.push_screen(LogPage(model.told, model.log_mark, self.sight, sighting, model.log_whose))


def stay(sighting: Sighting | None) -> None:
    """The map stays as it is while its legend is read."""
