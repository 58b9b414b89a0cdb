"""The saved form: what journals and positions call the classes and fields that they hold.

A rulebook lists once what it saves (`NAMES` in its module `saved`): each class and each of its fields with an id.
Files hold nothing but these ids, so classes and attributes may be renamed at will. An id stays for ever; one that is
taken away or given another meaning makes old files unreadable, and wants the `version` of the System raised.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, get_args, get_origin

from attrs import Attribute, fields, frozen, has, resolve_types
from cattrs import Converter
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from tabletop_tui.engine.dice import Need, Roll
from tabletop_tui.engine.game import Ask, AskDice, Game, Step
from tabletop_tui.engine.modifiers import Modifier, Tally
from tabletop_tui.engine.reactions import AskOffer, Window
from tabletop_tui.engine.setup import LessonSetup, SeatSetup, Setup

STEP, AGENDA = "step", "agenda"
"""What a step's own id, and the steps still to run, are called in a file."""


class Unnamed(TypeError):
    """A class or field that is to be saved has no id, or shares one."""


@frozen
class Saved:
    """A class that is saved, its id, and the ids of its fields."""

    kind: type
    id: str
    fields: str = ""
    """Ids with blanks between them: `may-stay` is the attribute `may_stay`, `may-stay=stays` the attribute `stays`."""
    unsaved: str = ""
    """The attributes that are not saved like this: the set-up gives them, or they are written in a way of their own."""

    def attributes(self) -> dict[str, str]:
        """Id -> attribute. Unnamed if an id is there twice, or an attribute of the class has none."""
        parts = [word.partition("=") for word in self.fields.split()]
        found = {key: attribute or key.replace("-", "_") for key, _, attribute in parts}
        if twice := _twice(key for key, _, _ in parts):
            raise Unnamed(f"{_named(self.kind)} has two fields of the id {twice!r}")
        known = [field.name for field in fields(self.kind) if field.init]
        listed = [*found.values(), *self.unsaved.split()]
        if odd := [name for name in listed if name not in known]:
            raise Unnamed(f"{_named(self.kind)} has no attribute {odd[0]!r}; correct its entry among what is saved")
        if bare := [name for name in known if name not in listed]:
            raise Unnamed(f"the field {bare[0]!r} of {_named(self.kind)} is to be saved and has no id")
        if twice := _twice(listed):
            raise Unnamed(f"{_named(self.kind)} names its attribute {twice!r} twice")
        return found

    def write(self, thing: Any) -> dict[str, Any]:
        """An object of the class as a table, its values as they are."""
        return {key: getattr(thing, name) for key, name in self.attributes().items()}

    def read(self, table: Mapping[str, Any]) -> Any:
        """The object of such a table. KeyError for a key that is no id, TypeError if one is missing."""
        attributes = self.attributes()
        return self.kind(**{attributes[key]: value for key, value in dict(table).items()})


SETUP = Saved(Setup, "set-up", "system scenario seats seed dice stalemate position faces lesson")
LESSON = Saved(LessonSetup, "lesson", "name dice offer enemy")
SEAT = Saved(SeatSetup, "seat", "name team player force")
ENGINE = (
    SETUP,
    SEAT,
    LESSON,
    Saved(AskDice, "typed dice", "roll have before"),
    Saved(AskOffer, "offer", "window seat"),
    Saved(Roll, "roll", "seat why count sides need lowest", "rules"),
    Saved(Need, "need", "number sense always never harm"),
    Saved(Tally, "tally", "name base source rule modifiers"),
    Saved(Modifier, "modifier", "value reason rule", "spot"),
)
"""What every rulebook saves."""


def write_setup(setup: Setup) -> dict[str, Any]:
    """A set-up as JSON data; what is None is left out."""
    data = SETUP.write(setup) | {"seats": [SEAT.write(seat) for seat in setup.seats]}
    if setup.lesson is not None:
        data["lesson"] = LESSON.write(setup.lesson)
    return {key: value for key, value in data.items() if value is not None}


def read_setup(data: Any) -> Setup:
    """A set-up from JSON data. KeyError, TypeError or ValueError if it has not the entries of one."""
    lesson = dict(data).get("lesson")
    own = {"lesson": LESSON.read(lesson)} if lesson is not None else {}
    setup: Setup = SETUP.read({**data, **own, "seats": [SEAT.read(seat) for seat in data["seats"]]})
    return setup


class Names:
    """All that a rulebook saves, and the way there and back. Unnamed if something has no id, or two have one."""

    def __init__(self, package: str, *listed: Saved) -> None:
        self.package = package
        self.listed = (*listed, *ENGINE)
        if twice := _twice(one.id for one in self.listed):
            both = " and ".join(_named(one.kind) for one in self.listed if one.id == twice)
            raise Unnamed(f"{both} have the same id, {twice!r}")
        if len({one.kind for one in self.listed}) < len(self.listed):
            raise Unnamed(f"{_named(_twice(one.kind for one in self.listed))} has two ids")
        self.ids = {one.kind: one.id for one in self.listed}
        self._kinds: dict[str, type] = {one.id: one.kind for one in self.listed}
        self._attributes = {one.kind: one.attributes() for one in self.listed}
        if odd := [one for one in self.listed if _is_step(one.kind) and STEP in self._attributes[one.kind]]:
            raise Unnamed(f"{STEP!r} is what a step's own id is called; {_named(odd[0].kind)} has a field of that id")
        self._fields: dict[type, list[tuple[str, Attribute[Any]]]] = {}
        self._writers: dict[type, Callable[[Any], dict[str, Any]]] = {}
        self._readers: dict[type, Callable[[Any, Any], Any]] = {}
        self.check_steps()
        self._check_parts()

    def check_steps(self) -> None:
        """Unnamed if a step of the package has no id."""
        for kind in _steps(Step):
            inside = kind.__module__ == self.package or kind.__module__.startswith(f"{self.package}.")
            if inside and kind not in self.ids:
                raise Unnamed(f"the step {_named(kind)} is to be saved and has no id")

    def _check_parts(self) -> None:
        held = ((kind, part) for kind in self.ids for _, field in self.fields(kind) for part in _classes(field.type))
        for kind, part in held:
            if part not in self.ids and part not in (Step, Ask, Window):
                raise Unnamed(f"{_named(part)}, which {_named(kind)} holds, is to be saved and has no id")

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
        for key, field in self.fields(type(thing)):
            setattr(thing, field.name, self.read(data[key], field.type))

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
        return {STEP: self.ids[kind], **self._writers[kind](step)}

    def _read_step(self, data: Any, wanted: type[Step]) -> Step:
        said = str(data.get(STEP)) if isinstance(data, dict) else ""
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
        renamed: dict[str, Any] = {name: override(rename=key) for key, name in self._attributes_of(kind).items()}
        return {field.name: override(omit=True) for field in fields(kind)} | renamed

    def _attributes_of(self, kind: type) -> dict[str, str]:
        if kind not in self._attributes:
            raise Unnamed(f"{_named(kind)} is to be saved and has no id among what {self.package} saves")
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


def _steps(cls: type[Step]) -> Iterator[type[Step]]:
    """Every step there is. attrs makes each class twice; the one that was not finished does not count.

    Nor does a class that is no more in its module: a package that was imported anew has left it behind.
    """
    for sub in cls.__subclasses__():
        module = sys.modules.get(sub.__module__)
        if "__attrs_attrs__" in vars(sub) and module is not None and sub in vars(module).values():
            yield sub
        yield from _steps(sub)
