"""For every rulebook: files and set-ups that were spoilt by chance are taken, or refused in a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from tabletop_tui.play import new_game
from tabletop_tui.rulebook.registry import system, system_ids
from tabletop_tui.rulebook.system import System
from tests.spoiling import fuzz, said_of, said_of_file, spoilt, spoilt_bytes, spoilt_lines

ROOT = Path(__file__).parents[2]
FOLDERS = [ROOT / "rosters", ROOT / "scenarios"]
FILES = {name: sorted(path for folder in FOLDERS for path in (folder / name).rglob("*.toml")) for name in system_ids()}
SHIPPED = [name for name, files in FILES.items() if files]


@pytest.fixture(params=SHIPPED)
def rules(request: pytest.FixtureRequest) -> System:
    return system(request.param)


@fuzz(100)
@given(draw=st.data())
def test_junk_in_a_set_up_gives_badfile_and_nothing_else(rules: System, draw: st.DataObject) -> None:
    info = draw.draw(st.sampled_from(rules.scenarios(FOLDERS[1:])))
    sound = new_game.set_table(rules, info, seed=1)
    if draw.draw(st.booleans()):
        setup = evolve(sound, scenario=spoilt(draw, sound.scenario))
    else:
        number = draw.draw(st.integers(0, len(sound.seats) - 1))
        seats = list(sound.seats)
        seats[number] = evolve(seats[number], force=spoilt(draw, seats[number].force))
        setup = evolve(sound, seats=seats)
    assert said_of(rules.start, setup).isprintable()


@fuzz(80)
@given(draw=st.data())
def test_values_of_the_wrong_type_give_badfile_and_nothing_else(
    rules: System, tmp_path: Path, draw: st.DataObject
) -> None:
    source = draw.draw(st.sampled_from(FILES[rules.id]))
    raw = spoilt_lines(draw, source.read_text(encoding="utf-8")).encode()
    said_of_file(rules.check, tmp_path / rules.id / source.name, raw, [tmp_path, *FOLDERS])


@fuzz(80)
@given(draw=st.data())
def test_a_mutated_file_gives_badfile_and_nothing_else(rules: System, tmp_path: Path, draw: st.DataObject) -> None:
    source = draw.draw(st.sampled_from(FILES[rules.id]))
    raw = spoilt_bytes(draw, source.read_bytes())
    said_of_file(rules.check, tmp_path / rules.id / source.name, raw, [tmp_path, *FOLDERS])


@fuzz(60)
@given(raw=st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_junk_bytes_give_badfile(rules: System, tmp_path: Path, raw: bytes) -> None:
    assert said_of_file(rules.check, tmp_path / rules.id / "junk.toml", raw, [tmp_path, *FOLDERS])
