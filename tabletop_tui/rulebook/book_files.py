"""The files of a rulebook: catalogues of what is sold, forces that are built of it, maps, scenarios.

A rulebook derives a `BookFiles`, names the forms of its files and says what is its own: how a force is composed, how a
table and a scenario are made, and in which words. All that is Wrong in a file or in a set-up's data leaves as BadFile.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from cattrs import Converter

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.loading import Library, Once, each
from tabletop_tui.files.validation import Wrong, a_line, attempt
from tabletop_tui.rulebook.scenario_script_files import MOMENTS, bare, moments_of, summary
from tabletop_tui.rulebook.system import ForceInfo, ScenarioInfo

C = TypeVar("C")
F = TypeVar("F")
T = TypeVar("T")
S = TypeVar("S")


class BookFiles(Generic[C, F, T, S]):
    """What the files of a rulebook offer, by its classes of catalogue, force, table and scenario."""

    library: ClassVar[Library]
    force_kind: ClassVar[str] = "force"
    """What a file that describes a force calls itself."""
    force_class: ClassVar[type[Any]]
    scenario_class: ClassVar[type[Any]]

    def plain(self) -> Converter:
        """The converter for plain JSON data: set-ups, journals."""
        raise NotImplementedError

    def in_play(self) -> Converter:
        """The same for what stands in a position, which need not be fit to begin a battle with."""
        return self.plain()

    def __init__(self) -> None:
        self._forces = Once[F](lambda data: self.structure(self.plain(), data, self.force_class))
        self._forces_in_play = Once[F](lambda data: self.structure(self.in_play(), data, self.force_class))
        self._scenarios = Once[S](lambda data: self.structure(self.plain(), data, self.scenario_class))
        self._scenarios_in_play = Once[S](lambda data: self.structure(self.in_play(), data, self.scenario_class))

    # ------------------------------------------------------------------ what is the rulebook's own
    def joined(self, sources: Sequence[tuple[Path, Any]]) -> C:
        """What these catalogue files sell together (`shelve`)."""
        raise NotImplementedError

    def check_catalogue(self, file: Any, catalogue: C) -> None:
        """Wrong if a catalogue file names what is sold nowhere, or may not sell what it does."""

    def compose(self, file: Any, catalogue: C) -> F:
        """The force that a file describes; Wrong, with the rule, if it may not be composed so."""
        raise NotImplementedError

    def force_info(self, file: Any, force: F) -> tuple[str, int]:
        """The faction of a force (or what else tells it from others in a list), and what it costs."""
        raise NotImplementedError

    def force_order(self, info: ForceInfo) -> Any:
        """By what forces are listed, if not the small ones first."""
        return info.cost, info.name

    def table(self, file: Any) -> T:
        """The table that a map file describes; Wrong if there can be no such table."""
        raise NotImplementedError

    def scenario(self, file: Any, table: T) -> S:
        """The scenario that a file describes; Wrong if it makes no sense."""
        raise NotImplementedError

    def scenario_info(self, file: Any, scenario: S, name: str, data: dict[str, Any]) -> ScenarioInfo:
        """The scenario as it is chosen; `name` is that of its file, `data` what goes into the set-up."""
        raise NotImplementedError

    def scenario_order(self, info: ScenarioInfo) -> Any:
        """By what scenarios are listed."""
        return info.seats, info.name

    def fits(self, scenario: ScenarioInfo, forces: Sequence[ForceInfo]) -> Refusal | None:
        """Why these forces may not play this scenario, or None."""
        raise NotImplementedError

    def words_of_catalogue(self, file: Any) -> str:
        """A catalogue file in a few words, as those that follow."""
        raise NotImplementedError

    def words_of_force(self, file: Any, info: ForceInfo, folders: Sequence[Path]) -> str:
        raise NotImplementedError

    def words_of_table(self, table: T) -> str:
        raise NotImplementedError

    def words_of_scenario(self, file: Any, info: ScenarioInfo) -> str:
        return info.size

    # ------------------------------------------------------------------ forces
    def catalogue(self, folders: Sequence[Path], extra: Path | None = None, wrong: list[BadFile] | None = None) -> C:
        """All that the catalogues in these folders sell together, and `extra` if it is not among them."""
        paths = self.library.files(folders, "catalogue", wrong, extra)
        sources = [(path, self.library.read(path)) for path in paths]
        found = self.joined(sources)
        for path, file in sources:
            attempt(path, partial(self.check_catalogue, file, found))
        return found

    def list_forces(self, folders: Sequence[Path], wrong: list[BadFile] | None = None) -> list[ForceInfo]:
        """Every force in the folders, in the rulebook's order."""
        sold = self.catalogue(folders, wrong=wrong)
        files = self.library.files(folders, self.force_kind, wrong)
        return sorted(each(files, lambda path: self._force(path, sold), wrong), key=self.force_order)

    def read_force(self, path: Path, folders: Sequence[Path]) -> ForceInfo:
        """One force, which may lie anywhere; what it buys is looked up in the folders."""
        return self._force(path, self.catalogue(folders))

    def _force(self, path: Path, catalogue: C) -> ForceInfo:
        file: Any = self.library.read_as(self.library.kinds[self.force_kind], path)
        force = attempt(path, lambda: self.compose(file, catalogue))
        faction, cost = self.force_info(file, force)
        return ForceInfo(path.stem, file.name, faction, cost, file.summary, self.plain().unstructure(force))

    def force_of(self, data: Any, where: Path | str = "") -> F:
        """The force in a set-up's data; BadFile, which names `where`, if it is not sound."""
        return attempt(where or self.force_kind, lambda: self._forces(data))

    def force_in_play(self, data: Any) -> F:
        """The same of a position."""
        return attempt(self.force_kind, lambda: self._forces_in_play(data))

    # ------------------------------------------------------------------ scenarios
    def list_scenarios(self, folders: Sequence[Path], wrong: list[BadFile] | None = None) -> list[ScenarioInfo]:
        """Every scenario in the folders, in the rulebook's order."""
        files = self.library.files(folders, "scenario", wrong)
        return sorted(each(files, lambda path: self._scenario(path, folders)[0], wrong), key=self.scenario_order)

    def read_scenario(self, path: Path, folders: Sequence[Path]) -> ScenarioInfo:
        """One scenario, which may lie anywhere; its map is looked up beside it, then in the folders."""
        info, scenario = self._scenario(path, folders)
        self._scenarios.know(bare(info.data), scenario)
        return info

    def _scenario(self, path: Path, folders: Sequence[Path]) -> tuple[ScenarioInfo, S]:
        file: Any = self.library.read_as(self.library.kinds["scenario"], path)
        where = self.library.beside(file.map, "map", path, folders)
        table = attempt(where, lambda: self.table(self.library.read(where)))

        def work() -> tuple[ScenarioInfo, S]:
            a_line(file.summary, "summary")
            scenario = self.scenario(file, table)
            data = self.plain().unstructure(scenario)
            info = self.scenario_info(file, scenario, path.stem, data)
            if file.moment:
                moments_of(file.moment, info.seats)
                data[MOMENTS] = [dict(moment) for moment in file.moment]
            return info, scenario

        return attempt(path, work)

    def scenario_of(self, data: Any, where: Path | str = "scenario") -> S:
        """The scenario in a set-up's data; BadFile, which names `where`, if it is not sound."""
        return attempt(where, lambda: self._scenarios(bare(data)))

    def scenario_in_play(self, data: Any) -> S:
        """The same of a position."""
        return attempt("scenario", lambda: self._scenarios_in_play(bare(data)))

    def structure(self, converter: Converter, data: Any, form: type[Any]) -> Any:
        """What plain data stands for, as one of the two classes; Wrong if it is not sound."""
        return converter.structure(data, form)

    # ------------------------------------------------------------------ any file
    def check_file(self, path: Path, folders: Sequence[Path]) -> str:
        """Read a file of any kind and say in a few words what it is."""
        file = self.library.read(path)
        if file.kind == "catalogue":
            self.catalogue(folders, path)
            return f"catalogue{self.words_of_catalogue(file)}"
        if file.kind == self.force_kind:
            force = self.read_force(path, folders)
            return f"{file.kind} {force.name}: {self.words_of_force(file, force, folders)}"
        if file.kind == "map":
            return f"map {file.name}: {self.words_of_table(attempt(path, lambda: self.table(file)))}"
        info = self.read_scenario(path, folders)
        story = f", {summary(file.moment)}" if file.moment else ""
        return f"scenario {info.name}: {self.words_of_scenario(file, info)}{story}"


def shelve(
    files: Iterable[tuple[Path, Any]], shelves: Mapping[str, dict[str, Any]], *, no_id_twice: bool = False
) -> None:
    """Put what catalogue files sell on shelves, table by table; BadFile where an id is on a shelf already.

    With `no_id_twice` an id may not be on another shelf either.
    """
    where: dict[tuple[str, str], Path] = {}
    for path, file in files:
        for what, shelf in shelves.items():
            for number, entry in enumerate(getattr(file, what)):
                key = "" if no_id_twice else what, entry.id
                if key in where:
                    fix = f"{where[key]} has the {what} {entry.id!r} already; rename one"
                    raise BadFile(path, f"{what}[{number}].id", fix)
                where[key], shelf[entry.id] = path, entry


def an(what: str) -> str:
    return f"{'an' if what[0] in 'aeiou' else 'a'} {what}"


def check_seated(forces: Sequence[str], seats: int, kind: str = "force") -> None:
    """Wrong unless a scenario names a force for each seat, or none."""
    if forces and len(forces) != seats:
        raise Wrong(f"give {an(kind)} for each of the {seats} seats, not {len(forces)}", "forces")
