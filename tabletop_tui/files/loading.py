"""Reading a rulebook's files: strict tables whose every fault is a place and a fix, and files of a kind in folders.

A folder is a root such as `rosters`; the files of a system lie anywhere below its sub-folder of that system's id. Of
two files of one kind and name the one in the earlier root counts, so a player's own file can take the place of a
shipped one.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from threading import Lock
from typing import Any, Generic, Literal, TypeVar, get_args, get_origin

import attrs
from attrs import define, fields
from cattrs import BaseValidationError, Converter, ForbiddenExtraKeysError
from cattrs.errors import AttributeValidationNote
from cattrs.gen import make_dict_structure_fn, override

from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.read_file import toml_table, unsaved_text
from tabletop_tui.files.validation import Wrong, an_id, attempt, number, one_of, shown, shown_error, text, truth, whole

Hook = Callable[[Any, Any], Any]
Check = Callable[[Any], None]
Made = TypeVar("Made")
KEPT = 16
"""So many things are kept that were made of the same data before."""


# ---------------------------------------------------------------- tables to attrs classes
class Strict(Converter):
    """A converter that takes nothing but what a class says: no unknown key, none missing, each value of its type.

    `checks` says for a class what else must hold for it (Wrong if it does not), `renames` what an attribute is called
    in the table. Defaults are not written.
    """

    def __init__(self, checks: Mapping[type, Check], renames: Mapping[str, str] | None = None) -> None:
        super().__init__(omit_if_default=True, unstruct_collection_overrides={tuple: list})
        self.checks = checks
        self.renames = renames or {}
        for kind, hook in ((int, whole), (float, number), (str, text), (bool, truth)):
            self.register_structure_hook(kind, hook)
        self.register_structure_hook_factory(_made_of(tuple), lambda kind: _list_hook(kind, self))
        self.register_structure_hook_factory(_made_of(dict), lambda kind: _dict_hook(kind, self))
        self.register_structure_hook_factory(_made_of(Literal), _literal_hook)
        self.register_structure_hook_factory(attrs.has, lambda cls: self.table_hook(cls))

    def table_hook(self, cls: Any, **special: Hook) -> Hook:
        """Reads an attrs class from a table; `special` reads single attributes of it in another way."""
        names = {a.name: self.renames.get(a.name, a.name) for a in fields(cls) if a.init}
        overrides: dict[str, Any] = {name: override(rename=key) for name, key in names.items() if name != key}
        overrides |= {name: override(struct_hook=hook) for name, hook in special.items()}
        base = make_dict_structure_fn(cls, self, _cattrs_forbid_extra_keys=True, **overrides)
        check = self.checks.get(cls)

        def structure(value: Any, _: Any) -> Any:
            if not isinstance(value, Mapping):
                raise Wrong(f"give a table, not {shown(value)}")
            try:
                made = base(value, cls)
            except BaseValidationError as error:
                raise _first_fault(error, names) from None
            if check is not None:
                check(made)
            return made

        return structure


def _made_of(origin: Any) -> Callable[[Any], bool]:
    return lambda kind: get_origin(kind) is origin


def _list_hook(kind: Any, conv: Converter) -> Hook:
    """tuple[X, ...] from a list, tuple[X, Y] from a list of exactly so many."""
    arguments = get_args(kind)
    same = len(arguments) == 2 and arguments[1] is Ellipsis
    hooks = [(argument, conv.get_structure_hook(argument)) for argument in arguments if argument is not Ellipsis]

    def structure(value: Any, _: Any) -> tuple[Any, ...]:
        if isinstance(value, Mapping):
            raise Wrong("give a list, not one table; give each table of it a heading in [[two brackets]]")
        if not isinstance(value, (list, tuple)):
            raise Wrong(f"give a list, not {shown(value)}")
        if not same and len(value) != len(hooks):
            raise Wrong(f"give a list of {len(hooks)}, not of {len(value)}")
        found = []
        for index, item in enumerate(value):
            argument, hook = hooks[0] if same else hooks[index]
            try:
                found.append(hook(item, argument))
            except Wrong as wrong:
                raise wrong.inside(f"[{index}]") from None
        return tuple(found)

    return structure


def _dict_hook(kind: Any, conv: Converter) -> Hook:
    """dict[str, X] from a table."""
    argument = get_args(kind)[1]
    hook = conv.get_structure_hook(argument)

    def structure(value: Any, _: Any) -> dict[str, Any]:
        if not isinstance(value, Mapping):
            raise Wrong(f"give a table, not {shown(value)}")
        found = {}
        for key, item in value.items():
            try:
                found[text(key)] = hook(item, argument)
            except Wrong as wrong:
                raise wrong.inside(str(key) if str(key).isidentifier() else shown(key)) from None
        return found

    return structure


def _literal_hook(kind: Any) -> Hook:
    allowed = get_args(kind)

    def structure(value: Any, _: Any) -> Any:
        if text(value) not in allowed:
            raise one_of(value, allowed, "word")
        return value

    return structure


def _first_fault(error: BaseValidationError, names: Mapping[str, str]) -> Wrong:
    """The fault to report of all that cattrs found in a table: a misspelt key first, for a key then seems missing."""
    for fault in error.exceptions:
        if isinstance(fault, ForbiddenExtraKeysError):
            return one_of(min(fault.extra_fields, key=str), names.values(), "key")
    fault = error.exceptions[0]
    notes = [note for note in getattr(fault, "__notes__", ()) if isinstance(note, AttributeValidationNote)]
    if not notes:
        raise fault
    if isinstance(fault, KeyError):
        return Wrong("the key is missing", names[notes[0].name])
    if isinstance(fault, Wrong):
        return fault.inside(names[notes[0].name])
    raise fault


class Once(Generic[Made]):
    """`make`, which gives for the same JSON data what it made of it before; that must be something that never changes.

    So games that begin alike share their tables, and what was worked out about the terrain.
    """

    def __init__(self, make: Callable[[Any], Made]) -> None:
        self._make, self._lock = make, Lock()
        self._made: dict[str, Made] = {}
        """By the data as text, what was made last at the end."""

    def __call__(self, data: Any) -> Made:
        text = json.dumps(data)
        with self._lock:
            known = [self._made[text]] if text in self._made else []
        return self._know(text, known[0] if known else self._make(data))

    def know(self, data: Any, made: Made) -> None:
        """What `make` would make of such data is known already."""
        self._know(json.dumps(data), made)

    def _know(self, text: str, made: Made) -> Made:
        with self._lock:
            self._made.pop(text, None)
            self._made[text] = made
            if len(self._made) > KEPT:
                del self._made[next(iter(self._made))]
        return made


# ---------------------------------------------------------------- files
@define(eq=False, slots=False)
class Library:
    """The TOML files of one system: each names the system and its own kind, which is read as an attrs class."""

    system: str
    kinds: Mapping[str, type]
    make_reader: Callable[[], Converter]

    @cached_property
    def reader(self) -> Converter:
        return self.make_reader()

    def files(
        self, folders: Sequence[Path], kind: str, wrong: list[BadFile] | None = None, extra: Path | None = None
    ) -> list[Path]:
        """Every file of a kind below the folders' sub-folder of this system, those of the first folder last.

        A file that cannot be read, or has the name of another in its folder, is handled as `each` does. `extra`, if it
        is not among them, is the last, in place of one of the same name.
        """
        found: dict[str, Path] = {}
        for root in reversed(folders):
            here: dict[str, Path] = {}

            def lay(path: Path, here: dict[str, Path] = here) -> None:
                if self.read(path).kind != kind:
                    return
                if path.stem in here:
                    raise BadFile(path, "", f"{here[path.stem]} is a {kind} of the same file name; rename one of them")
                here[path.stem] = path

            each(sorted((root / self.system).rglob("*.toml")), lay, wrong)
            found = {name: path for name, path in found.items() if name not in here} | here
        if extra is not None and os.path.realpath(extra) not in map(os.path.realpath, found.values()):
            found = {name: path for name, path in found.items() if name != extra.stem} | {extra.stem: extra}
        return list(found.values())

    def read(self, path: Path) -> Any:
        """One file as the attrs class of its kind; BadFile if it cannot be used."""
        if unsaved_text(path) is not None:
            return _read.__wrapped__(self, path, 0, 0)
        try:
            status = path.stat()
        except (OSError, ValueError) as error:  # ValueError: a name that no file can have
            raise BadFile(path, "", f"cannot be read: {shown_error(error)}") from None
        return _read(self, path, status.st_mtime_ns, status.st_size)

    def read_as(self, form: type[Made], path: Path) -> Made:
        """The same, of this form; BadFile if it is of another kind."""
        file = self.read(path)
        if isinstance(file, form):
            return file
        kind = next(kind for kind, known in self.kinds.items() if known is form)
        raise BadFile(path, "kind", f"this has to be {'an' if kind[0] in 'aeiou' else 'a'} {kind}, not a {file.kind}")

    def beside(self, name: str, kind: str, path: Path, folders: Sequence[Path]) -> Path:
        """The file of a kind that the file `path` names: beside it, or in the folders; in either also in `<kind>s`."""
        attempt(path, lambda: an_id(name, kind))
        roots = [path.parent, *(Path(root) / self.system for root in folders)]
        shelf = f"{kind}s"
        places = [place for root in roots for place in (root / shelf, root)]
        for place in places:
            found = place / f"{name}.toml"
            if (os.path.isfile(found) or unsaved_text(found) is not None) and self.read(found).kind == kind:
                return found
        known = [found.stem for place in places if place.name == shelf for found in place.glob("*.toml")]
        raise BadFile(path, kind, one_of(name, known, kind).fix)

    def structure(self, table: Mapping[str, Any]) -> Any:
        """The form of a file, by its keys `system` and `kind`."""
        for key, known in (("system", (self.system,)), ("kind", tuple(self.kinds))):
            if key not in table:
                raise Wrong(f"the key is missing; it says one of: {', '.join(known)}", key)
            if table[key] not in known:
                raise one_of(table[key], known, key).inside(key)
        return self.reader.structure(table, self.kinds[table["kind"]])


@lru_cache(maxsize=1024)
def _read(library: Library, path: Path, _changed: int, _size: int) -> Any:
    table = toml_table(path)
    return attempt(path, lambda: library.structure(table))


def each(paths: Iterable[Path], make: Callable[[Path], Made], wrong: list[BadFile] | None) -> list[Made]:
    """What `make` gives for each file. One that cannot be used is left out and put down in `wrong`, once.

    Without such a list its BadFile is raised.
    """
    made = []
    for path in paths:
        try:
            made.append(make(path))
        except BadFile as error:
            if wrong is None:
                raise
            if str(error) not in map(str, wrong):
                wrong.append(error)
    return made


def forget() -> None:
    """Read every file anew. Needed only where one is written twice within a tick of the file system's clock."""
    _read.cache_clear()
