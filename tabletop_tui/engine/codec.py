"""The saved form: what journals and positions call the classes and fields that they hold.

A class is saved under its name in words (`ChooseTarget` is "choose target"), with all its fields. A rulebook lists in
its `Names` only what differs: what the set-up gives anyway, and what was renamed. An id stays for ever: whoever renames
a class or attribute writes `Saved(NewName, "old id", "old-field=new_field")`, and no file changes (a schema in
`tests/golden` notices if not). A field that comes later is `added`. An id that is taken away or given another meaning
makes old files unreadable, and wants the `version` of the System raised.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, get_args, get_origin

from attrs import Attribute, Factory, field, fields, has, resolve_types
from cattrs import Converter
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from tabletop_tui.engine.dice import Roll
from tabletop_tui.engine.game import AskDice, Game, Step
from tabletop_tui.engine.modifiers import Modifier
from tabletop_tui.engine.reactions import AskOffer
from tabletop_tui.engine.reinforcements import Arrive
from tabletop_tui.engine.setup import LessonSetup, SeatSetup, Setup
from tabletop_tui.records import frozen, subclasses

STEP, AGENDA = "step", "agenda"
"""What a step's own id, and the steps still to run, are called in a file."""


class Unnamed(TypeError):
    """A class or field that is to be saved has no id, or shares one."""


ADDED = "added"
"""The note at a field that older files do not have."""


def added(default: Any) -> Any:
    """A field of what was saved before without it: files leave it out where it has its default, as old ones do."""
    return field(default=default, metadata={ADDED: True})


def in_words(name: str) -> str:
    """The name of a class in words: `ChooseTarget` is 'choose target'."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", name).lower()


@frozen
class Saved:
    """A class that is saved, its id, and the ids of its fields, where these are not what their names say."""

    kind: type
    id: str = Factory(lambda self: in_words(self.kind.__name__), takes_self=True)
    fields: str = ""
    """Ids with blanks between them: `may-stay=stays` is the attribute `stays`. Any other is called like its attribute,
    `may-stay` for `may_stay`."""
    unsaved: str = ""
    """The attributes that are not saved like this: the set-up gives them, or they are written in a way of their own."""

    def attributes(self) -> dict[str, str]:
        """Id -> attribute. Unnamed if an id is there twice, or what is listed is no attribute of the class."""
        parts = [word.partition("=") for word in self.fields.split()]
        own = {attribute or key.replace("-", "_"): key for key, _, attribute in parts}
        left_out = self.unsaved.split()
        known = [field.name for field in fields(self.kind) if field.init]
        listed = [*(attribute or key.replace("-", "_") for key, _, attribute in parts), *left_out]
        if odd := [name for name in listed if name not in known]:
            raise Unnamed(f"{_named(self.kind)} has no attribute {odd[0]!r}; correct its entry among what is saved")
        if twice := _twice(listed):
            raise Unnamed(f"{_named(self.kind)} names its attribute {twice!r} twice")
        ids = [(own.get(name, name.replace("_", "-")), name) for name in known if name not in left_out]
        if twice := _twice(key for key, _ in ids):
            raise Unnamed(f"{_named(self.kind)} has two fields of the id {twice!r}")
        return dict(ids)

    def write(self, thing: Any) -> dict[str, Any]:
        """An object of the class as a table, its values as they are."""
        return {key: getattr(thing, name) for key, name in self.attributes().items()}

    def read(self, table: Mapping[str, Any]) -> Any:
        """The object of such a table. KeyError for a key that is no id, TypeError if one is missing."""
        attributes = self.attributes()
        return self.kind(**{attributes[key]: value for key, value in dict(table).items()})


SETUP = Saved(Setup, "set-up")
LESSON = Saved(LessonSetup, "lesson")
SEAT = Saved(SeatSetup, "seat")
ENGINE = (
    SETUP,
    SEAT,
    LESSON,
    Saved(AskDice, "typed dice"),
    Saved(AskOffer, "offer"),
    Saved(Arrive, "reinforcement"),
    Saved(Roll, unsaved="rules kinds"),
    Saved(Modifier, unsaved="spot"),
)
"""What every rulebook saves, with what these hold."""


def write_setup(setup: Setup) -> dict[str, Any]:
    """A set-up as JSON data; what is None is left out."""
    data = SETUP.write(setup) | {"seats": [SEAT.write(seat) for seat in setup.seats]}
    if setup.lesson is not None:
        data["lesson"] = LESSON.write(setup.lesson)
    for word, without in (("name", ""), ("clock", None)):  # older programs do not know them
        if data[word] == without:
            del data[word]
    return {key: value for key, value in data.items() if value is not None}


def read_setup(data: Any) -> Setup:
    """A set-up from JSON data. KeyError, TypeError or ValueError if it has not the entries of one."""
    lesson = dict(data).get("lesson")
    own = {"lesson": LESSON.read(lesson)} if lesson is not None else {}
    setup: Setup = SETUP.read({**data, **own, "seats": [SEAT.read(seat) for seat in data["seats"]]})
    return setup


class Names:
    """All that a rulebook saves, and the way there and back: its state, every step of its package, what these hold.

    Unnamed if two classes or two fields have one id: at once of those that are listed, of all others when something is
    saved or read for the first time, since looking up the types of all fields takes a tenth of a rulebook's import.
    """

    def __init__(self, package: str, *listed: Saved) -> None:
        self.package = package
        self._saved: dict[type, Saved] = {}
        self._kinds: dict[str, type] = {}
        self._attributes: dict[type, dict[str, str]] = {}
        self._fields: dict[type, list[tuple[str, Attribute[Any]]]] = {}
        self._writers: dict[type, Callable[[Any], dict[str, Any]]] = {}
        self._readers: dict[type, Callable[[Any, Any], Any]] = {}
        for one in (*listed, *ENGINE):
            self._enter(one)

    @property
    def listed(self) -> tuple[Saved, ...]:
        """All that is saved, each with its id."""
        self.take_in()
        return tuple(self._saved.values())

    @property
    def ids(self) -> dict[type, str]:
        self.take_in()
        return {kind: one.id for kind, one in self._saved.items()}

    def take_in(self) -> None:
        """Name what has no entry by its own words: every step of the package that is imported, and what they hold."""
        for kind in _steps():
            inside = kind.__module__ == self.package or kind.__module__.startswith(f"{self.package}.")
            if inside and kind not in self._saved:
                self._enter(Saved(kind))
        todo = list(self._saved)
        for kind in todo:
            parts = (part for _, field in self.fields(kind) for part in _classes(field.type))
            for part in parts:
                if part not in self._saved and not _is_step(part):
                    self._enter(Saved(part))
                    todo.append(part)

    def _enter(self, one: Saved) -> None:
        if one.kind in self._saved:
            raise Unnamed(f"{_named(one.kind)} has two ids")
        if one.id in self._kinds:
            raise Unnamed(f"{_named(self._kinds[one.id])} and {_named(one.kind)} have the same id, {one.id!r}")
        attributes = one.attributes()
        if _is_step(one.kind) and STEP in attributes:
            raise Unnamed(f"{STEP!r} is what a step's own id is called; {_named(one.kind)} has a field of that id")
        self._saved[one.kind], self._kinds[one.id], self._attributes[one.kind] = one, one.kind, attributes

    # ------------------------------------------------------------------ objects and data
    def fields(self, kind: type) -> list[tuple[str, Attribute[Any]]]:
        """The saved fields of a class, each with its id."""
        if kind not in self._fields:
            by_name = {field.name: field for field in fields(resolve_types(kind))}
            self._fields[kind] = [(key, by_name[name]) for key, name in self._attributes_of(kind).items()]
        return self._fields[kind]

    def write(self, thing: Any) -> Any:
        """Anything that is listed as JSON data."""
        return self._converter.unstructure(thing)

    def read(self, data: Any, kind: Any) -> Any:
        """What `write` has written. ValueError or a fault of cattrs for data that nothing of this type has written."""
        return self._converter.structure(data, kind)

    def fill(self, thing: Any, data: Mapping[str, Any]) -> None:
        """Give the saved fields of something that is there already their values. As `read`, and KeyError."""
        for key, made in self.fields(type(thing)):
            old = ADDED in made.metadata and key not in data
            setattr(thing, made.name, made.default if old else self.read(data[key], made.type))

    def write_agenda(self, game: Game[Any]) -> list[Any]:
        return [self._write_step(step) for step in game.agenda]

    def read_agenda(self, data: Mapping[str, Any]) -> list[Step]:
        return [self._read_step(step, Step) for step in data[AGENDA]]

    # ------------------------------------------------------------------ one class
    @cached_property
    def _converter(self) -> Converter:
        converter = Converter()
        converter.register_unstructure_hook_factory(has, self._writer)
        converter.register_structure_hook_factory(has, self._reader)
        converter.register_unstructure_hook_func(_is_step, self._write_step)
        converter.register_structure_hook_func(_is_step, self._read_step)
        # Most of what a unit holds are tuples of tuples of numbers, which need not be taken apart.
        converter.register_unstructure_hook_func(_is_plain, lambda value: value)
        # Sets have no order of their own; a saved game has to look the same on every machine.
        converter.register_unstructure_hook_func(lambda cls: getattr(cls, "__origin__", cls) is frozenset, sorted)
        return converter

    def _write_step(self, step: Step) -> dict[str, Any]:
        kind = type(step)
        if kind not in self._writers:
            self._writers[kind] = self._writer(kind)
        return {STEP: self._saved[kind].id, **self._writers[kind](step)}

    def _read_step(self, data: Any, wanted: type[Step]) -> Step:
        said = str(data.get(STEP)) if isinstance(data, dict) else ""
        if said not in self._kinds:
            self.take_in()
        kind = self._kinds.get(said)
        if kind is None or not issubclass(kind, wanted):
            raise ValueError(f"{said!r} is no step of {self.package} that has a place there")
        if kind not in self._readers:
            self._readers[kind] = self._reader(kind)
        step: Step = self._readers[kind]({key: value for key, value in data.items() if key != STEP}, kind)
        return step

    def _writer(self, kind: type) -> Callable[[Any], dict[str, Any]]:
        return make_dict_unstructure_fn(kind, self._converter, **self._overrides(kind))

    def _reader(self, kind: type) -> Callable[[Any, Any], Any]:
        overrides = self._overrides(kind)
        return make_dict_structure_fn(kind, self._converter, _cattrs_forbid_extra_keys=True, **overrides)

    def _overrides(self, kind: type) -> dict[str, Any]:
        renamed: dict[str, Any] = {
            made.name: override(rename=key, omit_if_default=ADDED in made.metadata) for key, made in self.fields(kind)
        }
        return {field.name: override(omit=True) for field in fields(kind)} | renamed

    def _attributes_of(self, kind: type) -> dict[str, str]:
        if kind not in self._attributes:
            self.take_in()
        if kind not in self._attributes:
            raise Unnamed(f"{_named(kind)} is to be saved and is no part of what {self.package} saves")
        return self._attributes[kind]


def _is_step(cls: Any) -> bool:
    return isinstance(cls, type) and issubclass(cls, Step)


def _is_plain(cls: Any) -> bool:
    """Whether a type is JSON data as it is: a number, a text, or a tuple of such."""
    if get_origin(cls) is tuple:
        return all(kind is ... or _is_plain(kind) for kind in get_args(cls))
    return cls in (int, float, str, bool)


def _classes(kind: Any) -> Iterator[type]:
    """The attrs classes that a type is made of."""
    if isinstance(kind, type) and has(kind):
        yield kind
    for inner in get_args(kind):
        yield from _classes(inner)


def _named(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def _twice(things: Iterable[Any]) -> Any:
    """The first of these that is there a second time, None if none is."""
    seen: set[Any] = set()
    for thing in things:
        if thing in seen:
            return thing
        seen.add(thing)
    return None


def _steps() -> Iterator[type[Step]]:
    """Every step that its module has: a package that was imported anew has left its old ones behind."""
    for kind in subclasses(Step):
        module = sys.modules.get(kind.__module__)
        if module is not None and kind in vars(module).values():
            yield kind
