"""What is made of JSON data is made once."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.loading import Once


def test_the_same_data_gives_what_it_gave_before_and_faults_are_told_each_time():
    def make(data: Any) -> list[Any]:
        if data["width"] is True:
            raise BadFile("table", "width", "give a number")
        return [data]

    table = Once(make)
    first = table({"width": 1})
    assert table({"width": 1}) is first
    assert table({"width": 1.0}) is not first, "to the letter the same, not only equal"
    for _ in range(2):
        with pytest.raises(BadFile, match="give a number"):
            table({"width": True})
