"""A game as plain text, for where there is no screen: log lines, questions, previews, the battlefield in ASCII."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from textwrap import wrap

from tabletop_tui.engine.assign_question import Assign
from tabletop_tui.engine.cards import RosterLine
from tabletop_tui.engine.dice import Roll
from tabletop_tui.engine.events import Began, Event, starts_round
from tabletop_tui.engine.game import Game, Ruleset, State, Step
from tabletop_tui.engine.place_fields import Listed, Otherwise
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import DiceQuestion, Number, Option, Pick, Place, Question, Split
from tabletop_tui.engine.roll_wording import below, dice_words, kinds_words, roll_needs
from tabletop_tui.engine.scenes import HexScene, Look, Scene, TableScene, Token
from tabletop_tui.engine.setup import Setup
from tabletop_tui.engine.standing_orders import ORDER_WORDS, ORDERS, offer_kinds, order_of
from tabletop_tui.rulebook.midgame_muster import Recruit
from tabletop_tui.table.hexes import Hex
from tabletop_tui.table.points import parse_spot
from tabletop_tui.table.raster import Cell, Raster

WIDTH = 100
DEFAULT = "default"
"""The word that takes the answer which a question suggests."""
EXAMPLES = 8
"""So many answers are shown where they are too many and too long to be listed."""
MOST_CELLS = 48
"""Where a unit may go to more spots than this, only a few are listed."""


# ---------------------------------------------------------------- the log
def event_lines(event: Event, setup: Setup) -> list[str]:
    """An event as the log prints it: whose doing, what, under which rules; below it the reasons of its number."""
    rules = f"  [{' '.join(dict.fromkeys(event.rules))}]" if event.rules else ""
    if starts_round(event):
        return ["", f"==== {event.text} ===={rules}"]
    if isinstance(event, Began) and event.level == "phase":
        return [f"---- {event.text} ----{rules}"]
    lines = [f"{seat_name(setup, event.seat):>8}  {event.text}{rules}"]
    lines += [f"{'':8}    {one}" for one in below(event)]
    return lines


def step_line(game: Game[State], step: Step) -> str:
    """A step that has run: its name, the rule in a sentence, and the rules' ids."""
    rules = f" [{' '.join(step.rules)}]" if step.rules else ""
    return f"   step: {step.describe(game)}{rules}{': ' + step.says if step.says else ''}"


def roll_line(roll: Roll, setup: Setup) -> str:
    """Dice about to be thrown: what for, whose, how many, and what is needed."""
    need = f", {need_words(roll)}" if roll.need is not None else ""
    return f"   roll: {roll.why}: {seat_name(setup, roll.seat)} rolls {dice_words(roll.count, roll.sides)}{need}"


def need_words(roll: Roll) -> str:
    """How the dice are read, and why; '' where nothing is needed."""
    return f"{roll_needs(roll)}: {roll.need.number}" if roll.need is not None else ""


def seat_name(setup: Setup, seat: int | None) -> str:
    return "" if seat is None or seat < 0 else setup.seats[seat].name


# ---------------------------------------------------------------- questions
def question_lines(question: Question, setup: Setup) -> list[str]:
    """A question with its numbered answers, those refused with the reason, and how to answer."""
    about = f" ({question.about})" if question.about else ""
    rules = f"  [{' '.join(question.rules)}]" if question.rules else ""
    return [f"{seat_name(setup, question.seat)}{about}: {question.prompt}{rules}", *_answers(question)]


def _answers(question: Question) -> list[str]:
    match question:
        case Pick(options=options, later=later):
            listed = [_option(number, option) for number, option in enumerate(options, 1)]
            return [*listed, f"     more later: {', '.join(option.label for option in later)}"] if later else listed
        case Split(options=options, total=total, what=what):
            open_to = next((option.key for option in options if option.refusal is None), "")
            how = f"     share out {total} {what}, as in: {open_to}={total}"
            return [*(_option(number, option) for number, option in enumerate(options, 1)), how]
        case Assign():
            return _assignment(question)
        case Place(field=field) if isinstance(field, Listed):
            examples = (f"     as in: {' '.join(answer)}" for answer in islice(field.answers(), EXAMPLES))
            return [f"     {field.how}", *examples]
        case Place():
            return place_lines(question)
        case Recruit():
            return _pool(question)
        case Number(low=low, high=high):
            return [f"     a whole number from {low} to {high}"]
        case DiceQuestion(count=count, roll=roll):
            what = "the face" if count == 1 else "the faces"
            lines = [f"     {what} of {dice_words(count, roll.sides)}, as in: {' '.join(['1'] * count)}"]
            lines += [f"     {need_words(roll)}"] if roll.need is not None else []
            kinds = kinds_words(roll) if count > 1 else []
            how = f"     or how many show {' + '.join(kinds)}, as in: ={'+'.join(['1'] * len(kinds))}"
            return [*lines, *[how] * bool(kinds)]
    return []


def place_lines(question: Place, whole: bool = False) -> list[str]:
    """The spots that may be answered; of many, unless the `whole` list is wanted, how far they reach and a few."""
    field, cells = question.field, question.field.cells()
    how = "a spot" + (", or the way there through several" if question.many else "")
    listed = [f"{number} {_cell(spot, label)}" for number, (spot, label) in enumerate(cells.items(), 1)]
    if len(listed) > MOST_CELLS and not whole:
        how = f"{how}, {_reach(list(cells))} ('spots' lists all {len(cells)}), as in"
        listed = _examples(question, listed)
    if isinstance(field, Otherwise):
        listed += [" ".join(answer) for answer in field.otherwise()]
    # A spot stays on one line with its number and its cost.
    text = "   ".join(cell.replace(" ", "\0") for cell in listed)
    return [f"     {how}:", *(f"     {line}".replace("\0", " ") for line in wrap(text, WIDTH - 5))]


def _examples(question: Place, listed: Sequence[str]) -> list[str]:
    """A few of many spots: those that are worth a look, as they are listed where they are."""
    numbers = {spot: number for number, spot in enumerate(question.field.cells())}
    found = []
    for answer in question.suggest(EXAMPLES):
        number = numbers.get(answer[0]) if len(answer) == 1 else None
        found.append(" ".join(answer) if number is None else listed[number])
    return found


def _cell(spot: str, label: str) -> str:
    return f"{spot} ({label})" if label else spot


def _reach(spots: Sequence[str]) -> str:
    """Between which places spots lie: of points their x and y, of hexes the first and the last."""
    points = [point for spot in spots if (point := parse_spot(spot)) is not None]
    if len(points) < len(spots):
        return f"from {min(spots)} to {max(spots)}"
    (left, right), (top, low) = ((min(values), max(values)) for values in zip(*points, strict=True))
    return f"x from {left:g} to {right:g}, y from {top:g} to {low:g}"


def _pool(question: Recruit) -> list[str]:
    """What is sold, the limits, and how several things are named."""
    options = question.options([])
    limits = [f"     {line.label}: {line.value}" for line in question.muster.limits(question.force)]
    nothing = ", or 'none'" if question.optional else ""
    how = f"     what is bought, several with their number, as in: {options[0].key}=2 {options[-1].key}{nothing}"
    return [*(_option(number, option) for number, option in enumerate(options, 1)), *limits, how]


def _assignment(question: Assign) -> list[str]:
    """What there is to give, who has what by default, and who cannot have what."""
    lines = [f"     {label.key:<10} {label.label}{_most(question, label)}{_not(label)}" for label in question.labels]
    for number, item in enumerate(question.items, 1):
        group = f" ({item.group})" if item.group else ""
        given = question.label(question.default[item.key])
        key = f"{item.key:<6} " if item.key != item.label else ""
        lines.append(f"{number:>4} {key}{item.label}{group}: {given.label if given is not None else ''}")
        lines += [f"{'':13}not {label}: {refusal}" for label, refusal in item.refusals.items()]
    return [*lines, f"     {DEFAULT}, or {labels_as(question)}"]


def _most(question: Assign, label: Option) -> str:
    return f" (at most {question.most[label.key]})" if label.key in question.most else ""


def labels_as(question: Assign) -> str:
    """How changes of the default are written."""
    group, item, label = next(iter(question.groups())), question.items[-1].key, question.labels[0].key
    return f"changes of it with commas between, as in: all={label}, {group}={label}, {item}={label}"


def _not(option: Option) -> str:
    return f"   -- refused: {option.refusal}" if option.refusal is not None else ""


def _option(number: int, option: Option) -> str:
    key = f"{option.key:<10} " if option.key != option.label else ""
    cost = f" ({option.cost})" if option.cost else ""
    return f"{number:>4} {key}{option.label}{cost}{_not(option)}"


def order_lines(game: Game[State], seat: int) -> list[str]:
    """What a seat wants to be asked about, and how that is changed."""
    kinds = offer_kinds(game.system)
    if not kinds:
        return ["     this rulebook has nothing that could be asked about beforehand"]
    lines = [f"     {kind.id:<10} {ORDER_WORDS[order_of(game, seat, kind.id)]}  ({kind.says})" for kind in kinds]
    words = [f"     {order:<10} {ORDER_WORDS[order]}" for order in ORDERS]
    return [*lines, f"     to change it, as in: orders {kinds[0].id} never", *words]


def preview_lines(preview: Preview) -> list[str]:
    """What an answer would need and do."""
    lines = []
    for line in preview.lines:
        value = str(line.tally) if line.tally is not None else line.value
        rules = f"  [{' '.join(line.rules)}]" if line.rules else ""
        lines.append(f"     {line.label}: {value}{rules}" if value else f"     {line.label}{rules}")
    lines += [f"     {chance.what}: {chance.probability:.1%}" for chance in preview.chances]
    if preview.expected is not None:
        lines.append(f"     {preview.expects} expected: {preview.expected:.2f}")
    if preview.path:
        lines.append(f"     way: {' > '.join(preview.path)}")
    return lines


# ---------------------------------------------------------------- where the game stands
def standing_lines(system: Ruleset, game: Game[State], setup: Setup) -> list[str]:
    """The battlefield, the score, and what is left of each side."""
    standing = system.standing(game)
    scores = ", ".join(f"{seat.name} {score}" for seat, score in zip(setup.seats, standing.shown_scores, strict=False))
    lines = [*battlefield(system.scene(game)), ""]
    stands = f"{standing.name}, {standing.phase}" + (f": {scores}" if scores else "")
    lines.append(stands + (f" ({standing.goal})" if standing.goal else ""))
    if standing.nearness is not None:
        lines += [f"{seat.name}: {told}" for seat, told in zip(setup.seats, standing.nearness.told, strict=True)]
    lines += [one.said([seat.name for seat in setup.seats]) for one in system.holders(game)]
    lines += [f"{seat.name}: {held}" for seat, held in zip(setup.seats, standing.board, strict=False)]
    lines += [standing.common] if standing.common else []
    lines += [_unit(unit, setup) for unit in system.roster(game)]
    return lines


def _unit(unit: RosterLine, setup: Setup) -> str:
    name = f"{setup.seats[unit.seat].name:>8}  {unit.tag:<4}{unit.name:<28}"
    return f"{name}{unit.spot or '-':<12}{unit.health:>4.0%}  {unit.state}  {unit.told}".rstrip()


def result_line(setup: Setup, winners: Sequence[int], scores: Sequence[int]) -> str:
    """The last line of a finished game: who won and the score."""
    who = "+".join(setup.seats[seat].name for seat in winners) or "draw"
    return f"result: {who} {'-'.join(map(str, scores))}".rstrip()


# ---------------------------------------------------------------- the battlefield
MARGIN = 3
TALL, WIDE = 2, 4
"""Rows and columns of cells that a hex takes on the lattice."""


def battlefield(scene: Scene) -> list[str]:
    """The battlefield in ASCII, with a legend."""
    return _open_table(scene) if isinstance(scene, TableScene) else _hexes(scene)


def _hexes(scene: HexScene) -> list[str]:
    """A hex battlefield in ASCII, flat tops, with column and row numbers and a legend.

    The upper half of a hex shows who stands there, or the ground; the floor shows the level, and the ground where a
    model covers it.
    """
    grid = scene.grid
    rows = grid.rows * TALL + 3
    width = MARGIN + grid.columns * WIDE + 1
    cells = [[" "] * width for _ in range(rows)]

    def put(x: int, y: int, text: str) -> None:
        cells[y][x : x + len(text)] = text

    for row in range(grid.rows):
        put(0, row * TALL + 2, f"{row + 1:02d}")
    for column in range(1, grid.columns + 1):
        put(MARGIN + (column - 1) * WIDE + 1, 0, f"{column:02d}")
    standing = {token.spot: token for token in reversed(_ranked(scene.tokens))}
    for spot in grid.hexes:
        x, y = _corner(spot, grid.column_row(spot))
        if y <= TALL + 1:
            put(x + 1, y - 1, "___")
        upper, floor = _signs(scene, spot, standing.get(spot))
        put(x, y, f"/{upper}\\")
        put(x, y + 1, f"\\{floor}/")
    return ["".join(line).rstrip() for line in cells] + _legend(scene)


def _corner(spot: Hex, column_row: tuple[int, int]) -> tuple[int, int]:
    """The cell of a hex's upper left corner."""
    column, row = column_row
    return MARGIN + (column - 1) * WIDE, (row - 1) * TALL + 2 + (column % 2 == 0)


def _ranked(tokens: Sequence[Token]) -> list[Token]:
    """Those to show, the most important first: of several on a hex one is seen. Scenery without a tag is ground."""
    order = {"unit": 0, "small": 1, "piece": 2, "scenery": 3}
    return sorted((token for token in tokens if token.tag), key=lambda token: order.get(token.kind, 4))


def _signs(scene: HexScene, spot: Hex, token: Token | None) -> tuple[str, str]:
    """Three cells for the upper half and three for the floor."""
    ground = scene.ground[spot]
    sign = ground.look.ascii
    over = ground.over.ascii if ground.over is not None else ""
    level = str(ground.level) if ground.level else "_"
    if token is None:
        return f"{sign} {over or ' '}", f"_{level}".ljust(3, "_")
    upper = f"{token.tag[:3]}{_ascii(token.sign) if len(token.tag) < 3 else ''}"
    under = sign if sign != " " else "_"
    # Where the level takes two cells, what lies over the ground goes before the ground.
    floor = f"{under}{level}{over or '_'}" if len(level) == 1 else f"{over or under}{level}"
    return f"{upper:<3}", floor


def _ascii(sign: str) -> str:
    return sign if sign.isascii() else "!"


def _legend(scene: HexScene) -> list[str]:
    """What the signs mean, for the ground that is on this battlefield."""
    looks = [look for ground in scene.ground.values() for look in (ground.look, ground.over) if look is not None]
    heights = "1-9" if all(ground.level < 10 for ground in scene.ground.values()) else "1-99"
    return ["", *wrap(f"{_signs_of(looks)}   {heights} height".strip(), WIDTH)]


def _signs_of(looks: Iterable[Look]) -> str:
    """Each sign with the ground that it stands for."""
    named = sorted({(look.ascii, look.name) for look in looks if look.ascii != " "})
    return "   ".join(f"{sign} {name}" for sign, name in named)


SIDES = "abcdef"
"""The sign of a model for each seat; the tag of its unit stands on the first."""


def _open_table(scene: TableScene) -> list[str]:
    """An open table in ASCII as it is drawn for play if that fits, else from further off, with a scale."""
    far, *near = scene.columns[:2]
    across = next((columns for columns in near if scene.width * columns < WIDTH), far)
    raster = Raster(scene.width, scene.height, across, across / 2)
    cells: dict[Cell, str] = {}

    def put(cell: Cell, text: str) -> None:
        cells.update({(cell[0] + number, cell[1]): sign for number, sign in enumerate(text)})

    for area in scene.areas:
        shape = raster.polygon(area.points) if area.closed else raster.line(area.points)
        cells |= dict.fromkeys(shape, area.look.ascii)
    for token in scene.tokens:
        for base in scene.bases.get(token.unit, ()):
            sign = "*" if token.seat is None else SIDES[token.seat % len(SIDES)]
            cells |= dict.fromkeys(raster.disc(base.x, base.y, base.radius), sign)
    for token in scene.tokens:
        bases = scene.bases.get(token.unit)
        place = (bases[0].x, bases[0].y) if bases else parse_spot(token.spot)
        if place is not None:
            put(raster.cell(*place), f"{token.tag}{_ascii(token.sign)}")
    scale = int(scene.grid)
    marks = {raster.cell(float(at), 0)[0]: str(at) for at in range(0, int(scene.width) + 1, scale)}
    head = "".join(text.ljust(raster.cell(float(scale), 0)[0]) for text in marks.values())
    lines = ["    " + head.rstrip()]
    for row in range(raster.rows):
        y = raster.place(0, row)[1]
        margin = f"{y:>3g} " if y % scale == 0 else "    "
        lines.append((margin + "".join(cells.get((column, row), " ") for column in range(raster.columns))).rstrip())
    return [*lines, "", *wrap(_signs_of(area.look for area in scene.areas), WIDTH)]
