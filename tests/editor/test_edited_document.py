"""A document being edited: comments stay, undo and redo come back to the very text, saving is whole."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_tui.editor.files import drafts
from tabletop_tui.editor.files.edited_document import Document
from tabletop_tui.editor.files.toml_merge import cut, merged, same
from tabletop_tui.files.bad_file import BadFile

ROOT = Path(__file__).parents[2]
SHIPPED = sorted(path for kind in ("scenarios", "lessons", "puzzles") for path in (ROOT / kind).rglob("*.toml"))
MAP = ROOT / "scenarios/pmc2640/maps/glass-valley.toml"
TEXT = """\
# A table of ours.
name = "Yard"  # the one behind the house
width = 48

# The shed stands on the left.
[[piece]]
kind = "house"
box = [1, 2, 3, 4]

# Nobody likes the mud.
[[piece]]
kind = "mud"  # wet
circle = [5, 5, 2]

[[piece]]
kind = "wood"
"""

keys = st.text("abcdefgh-_ .é\"'", min_size=1, max_size=6)
values: st.SearchStrategy[Any] = st.recursive(
    st.one_of(
        st.booleans(),
        st.integers(-99, 9999),
        st.floats(allow_nan=False, allow_infinity=False),
        st.text(max_size=20).filter(lambda text: ("\r" not in text and text.isprintable()) or text == "a\nb\n"),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(keys, inner, max_size=4),
        st.lists(st.dictionaries(keys, inner, max_size=3), min_size=1, max_size=3),
    ),
    max_leaves=12,
)
tables = st.dictionaries(keys, values, max_size=6)


@given(tables, tables)
@settings(max_examples=60, deadline=None)
def test_merged_text_says_the_new_data_whatever_it_was_before(old: dict[str, Any], new: dict[str, Any]) -> None:
    text = merged("", old)
    assert same(tomllib.loads(text), old)
    assert same(tomllib.loads(merged(text, new)), new)


def test_a_shipped_file_that_is_not_changed_keeps_every_letter() -> None:
    assert len(SHIPPED) > 100
    for path in SHIPPED:
        text = path.read_text("utf-8")
        head, blocks = cut(text)
        assert head + "".join(block.text for block in blocks) == text
        assert merged(text, tomllib.loads(text)) == text.rstrip("\n") + "\n"


def test_one_new_name_changes_one_line() -> None:
    for path in SHIPPED[::7]:
        document = Document.opened(path)
        before = document.text.splitlines()
        assert document.change("rename", lambda data: data.update(name="Quite another"))
        after = document.text.splitlines()
        assert [line for line in after if line not in before] == ['name = "Quite another"'], path
        assert len(after) == len(before)


def test_a_comment_goes_with_its_table() -> None:
    document = Document(Path("x.toml"), TEXT)

    def swap(data: dict[str, Any]) -> None:
        data["piece"][0], data["piece"][1] = data["piece"][1], data["piece"][0]

    document.change("swap", swap)
    lines = document.text.splitlines()
    assert lines[lines.index("# Nobody likes the mud.") + 2] == 'kind = "mud"  # wet'
    assert lines[lines.index("# The shed stands on the left.") + 2] == 'kind = "house"'
    document.change("remove the shed", lambda data: data["piece"].pop(1))
    assert "shed" not in document.text
    assert "# Nobody likes the mud." in document.text
    document.change("widen the mud", lambda data: data["piece"][0].update(circle=[5, 5, 3.0]))
    assert "# wet\ncircle = [5, 5, 3]" in document.text
    assert "# A table of ours." in document.text
    assert "# the one behind the house" in document.text


def test_a_new_table_stands_apart_from_the_one_before() -> None:
    document = Document(Path("x.toml"), TEXT)
    document.change("add", lambda data: data["piece"].append({"kind": "wall", "points": [[1.5, 2.0], [3, 4]]}))
    assert document.text.endswith('kind = "wood"\n\n[[piece]]\nkind = "wall"\npoints = [[1.5, 2], [3, 4]]\n')


def test_a_new_key_stands_where_the_data_has_it() -> None:
    document = Document(Path("x.toml"), '[[piece]]\nkind = "mud"\nbox = [1, 2, 3,  4]\n')
    document.change(
        "name", lambda data: data["piece"].__setitem__(0, {"kind": "mud", "name": "Bog", **data["piece"][0]})
    )
    assert document.text == '[[piece]]\nkind = "mud"\nname = "Bog"\nbox = [1, 2, 3,  4]\n'


def test_a_ground_of_several_rows_stands_under_each_other() -> None:
    document = Document.begun(Path("x.toml"), {"name": "Hill", "ground": "0. 1f\n0. 0.\n"})
    assert document.text == 'name = "Hill"\nground = """\n0. 1f\n0. 0.\n"""\n'


steps = st.lists(st.one_of(st.just("undo"), st.just("redo"), tables), max_size=25)


@given(steps)
@settings(max_examples=25, deadline=None)
def test_undo_and_redo_come_back_to_the_very_text(moves: list[Any]) -> None:
    document = Document(Path("x.toml"), TEXT)
    done, undone = [document.text], []
    for move in moves:
        if move == "undo":
            assert bool(document.undo()) == (len(done) > 1)
            if len(done) > 1:
                undone.append(done.pop())
        elif move == "redo":
            assert bool(document.redo()) == bool(undone)
            if undone:
                done.append(undone.pop())
        elif document.change("anew", lambda data, move=move: (data.clear(), data.update(move))):  # type: ignore[misc]
            done.append(document.text)
            undone = []
        assert document.text == done[-1]
        assert same(document.data, tomllib.loads(done[-1]))
    while document.undo():
        pass
    assert document.text == TEXT


def test_a_stroke_is_one_step() -> None:
    document = Document(Path("x.toml"), TEXT)
    for width in (50, 51, 52):
        document.change("widen", lambda data, width=width: data.update(width=width), joined="drag 1")  # type: ignore[misc]
    document.change("widen", lambda data: data.update(width=60), joined="drag 2")
    assert document.undo() == "widen"
    assert document.data["width"] == 52
    assert document.undo() == "widen"
    assert document.data["width"] == 48
    assert not document.undo()
    assert document.redo()
    assert document.data["width"] == 52


def test_a_change_that_has_no_place_in_a_file_changes_nothing() -> None:
    document = Document(Path("x.toml"), TEXT)
    with pytest.raises((TypeError, ValueError)):
        document.change("bad", lambda data: data.update(width=object()))
    assert document.text == TEXT
    assert not document.undo()


def test_faults_are_those_of_the_rulebook_and_name_the_file_that_is_not_there_yet(tmp_path: Path) -> None:
    document = Document(tmp_path / "new.toml", MAP.read_text("utf-8"))
    assert document.faults() == []
    document.change("bad", lambda data: data["piece"][3].update(kind="wodos"))
    (fault,) = document.faults()
    assert fault.place == "piece[3].kind"
    assert "did you mean 'woods'" in fault.fix
    assert "new.toml" in str(fault)
    assert not (tmp_path / "new.toml").exists()


def test_saving_is_whole_and_told(tmp_path: Path) -> None:
    document = Document(tmp_path / "a" / "new.toml", TEXT)
    assert document.changed
    document.save()
    assert (tmp_path / "a" / "new.toml").read_text() == TEXT
    assert not document.changed
    document.change("widen", lambda data: data.update(width=60))
    assert document.changed
    document.undo()
    assert not document.changed
    (tmp_path / "wall").write_text("")
    with pytest.raises(BadFile):
        document.save(tmp_path / "wall" / "new.toml")
    assert document.path == tmp_path / "a" / "new.toml"


def test_what_is_no_toml_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text('name = "x\n')
    with pytest.raises(BadFile, match="is not sound TOML"):
        Document.opened(tmp_path / "bad.toml")


def test_a_draft_is_found_again_unless_somebody_is_at_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETOP_TUI_HOME", str(tmp_path))
    document = Document.begun(tmp_path / "yard.toml", tomllib.loads(TEXT), TEXT)
    assert list(drafts.found()) == []
    draft = drafts.DraftFile("yard")
    draft.keep(document)
    assert list(drafts.found()) == []  # it is being edited
    draft._lock.close()  # as if the program had ended
    (one,) = drafts.found()
    assert one.document.text == document.text
    assert one.document.path == document.path
    assert one.document.changed
    one.forget()
    assert list(drafts.found()) == []
    assert list((tmp_path / "drafts").iterdir()) == []


def test_what_another_program_kept_while_we_looked_is_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The name was free when we looked; before we had its lock, another kept a draft there and left."""
    monkeypatch.setenv("TABLETOP_TUI_HOME", str(tmp_path))
    hold = drafts._held

    def after_another(path: Path):
        if path.name == "yard-1.toml":
            path.write_text("theirs")
        return hold(path)

    monkeypatch.setattr(drafts, "_held", after_another)
    assert drafts.DraftFile("yard").path.name == "yard-2.toml"


def test_nothing_is_left_of_what_was_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETOP_TUI_HOME", str(tmp_path))
    document = Document.begun(tmp_path / "yard.toml", tomllib.loads(TEXT), TEXT)
    draft = drafts.DraftFile("yard")
    draft.keep(document)
    document.save()
    draft.keep(document)
    assert not draft.path.exists()
    draft.drop()
    assert list((tmp_path / "drafts").iterdir()) == []


def test_a_folder_of_drafts_that_may_not_be_written_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETOP_TUI_HOME", str(tmp_path))
    draft = drafts.DraftFile("mine")
    draft.keep(Document(tmp_path / "mine.toml", 'name = "x"\n'))
    draft.leave()
    assert len(list(drafts.found())) == 1

    def forbidden(_: Path) -> None:
        raise PermissionError

    monkeypatch.setattr(drafts, "_held", forbidden)
    assert not list(drafts.found())


def test_keys_in_another_order_keep_what_is_true_or_false(tmp_path: Path):
    """The library gives such values bare, not as what was written."""
    document = Document(tmp_path / "a.toml", "pinned = true\nsize = 3\n")

    def edit(data: dict[str, Any]) -> None:
        data["moved"] = data.pop("pinned")

    assert document.change("turn", edit)
    assert document.data == {"size": 3, "moved": True}
    assert document.change("back", lambda data: data.update(pinned=data.pop("moved"), size=data.pop("size")))
    assert document.text == "pinned = true\nsize = 3\n"
