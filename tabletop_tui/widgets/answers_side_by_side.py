"""Several answers side by side: what each needs and does, a row for each number, those that differ in bold."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.previews import Preview
from tabletop_tui.widgets.styled_text import TextLine, clip, width_of
from tabletop_tui.widgets.view_text import chances_of

LABEL, LONGEST_LABEL, COLUMN = 20, 26, 16
"""The least and the most columns of a row's label, and the least of an answer."""
Row = tuple[str, list[str]]


def comparison_lines(answers: Sequence[tuple[str, Preview]], width: int, ellipsis: str = "…") -> list[TextLine]:
    """A table of these answers; where not all fit beside each other, one table below the other."""
    names = (name for name, _ in rows_of([preview for _, preview in answers]))
    label = min(LONGEST_LABEL, max(LABEL, *(len(name) + 1 for name in names)))
    beside = max(1, (width - label) // COLUMN)
    lines: list[TextLine] = []
    for first in range(0, len(answers), beside):
        part = answers[first : first + beside]
        columns = [label, *[(width - label) // len(part)] * len(part)]
        lines += [[]] if lines else []
        lines.append(_line("", [title for title, _ in part], columns, ellipsis, "head"))
        lines += [_line(name, values, columns, ellipsis) for name, values in rows_of([preview for _, preview in part])]
    return lines


def rows_of(previews: Sequence[Preview]) -> list[Row]:
    """Each number by its name, in the order in which the previews name them, with its value for each; '-' for none."""
    tables = [dict(_numbers(preview)) for preview in previews]
    names = dict.fromkeys(name for table in tables for name in table)
    return [(name, [table.get(name, "-") for table in tables]) for name in names]


def _numbers(preview: Preview) -> list[tuple[str, str]]:
    lines = [(line.label, line.value) for line in preview.lines if line.value and line.mood != "head"]
    return [*lines, *chances_of(preview)]


def _line(label: str, values: Sequence[str], columns: Sequence[int], ellipsis: str, role: str = "") -> TextLine:
    role = role or ("strong" if len(set(values)) > 1 else "dim")
    line: TextLine = _cell(label, columns[0], ellipsis, "text")
    for value, wide in zip(values, columns[1:], strict=True):
        line += _cell(value, wide, ellipsis, role)
    return line


def _cell(text: str, wide: int, ellipsis: str, role: str) -> TextLine:
    cell = clip([(text, role)], wide - 1, ellipsis)
    return [*cell, (" " * (wide - width_of(cell)), role)]
