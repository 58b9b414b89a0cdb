"""The analysis as text, page and table: each number with its error, and nothing that a file says does harm."""

import csv
from io import StringIO

import pytest
from attrs import evolve
from click.testing import CliRunner

from tabletop_tui.coach import analysis as coach
from tabletop_tui.coach.analysis_findings import findings_of
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.safe_text import in_markdown
from tabletop_tui.play.session import Session
from tabletop_tui.reports import analysis_command as command
from tabletop_tui.reports import analysis_lines
from tabletop_tui.reports.analysis_export import markdown, page, table, write_analysis
from tabletop_tui.reports.analysis_lines import in_order, leading, plain_lines, told
from tabletop_tui.reports.export import markdown as report_markdown
from tabletop_tui.reports.export import page as report_page
from tests.coach.stand_in import Written
from tests.toy import toy_setup

WORTH = {"shoot": 0.3}


def game(path=None):
    session = Session.new(toy_setup("greedy", "greedy", seed=3, rounds=2), path)
    session.run()
    return session


@pytest.fixture(name="found")
def _found(tmp_path):
    session = game()
    analysis = coach.Analysis(coach.played(session), tmp_path / "found.jsonl", 8)
    for _ in analysis.go_on(Written(WORTH)):
        pass
    return findings_of(session, analysis)


def test_text_says_what_was_asked_what_it_cost_and_what_was_better(found):
    text = "\n".join(plain_lines(found))
    assert "20% ± 1%, Red: What does it do? Shoot" in text or "20% ± 1%, Blue: What does it do? Shoot" in text
    assert "better: " in text
    assert f"All {found.total} answers looked at" in text
    assert "are played on up to 8 times" in text
    assert "dice: " in text


def test_what_an_answer_leads_to_stands_behind_it():
    assert leading("Guard", ()) == "Guard"
    line = ("96% any hit", "but exposed to B1", "then to 0304; End")
    assert leading("Shoot", line) == "Shoot (96% any hit; but exposed to B1), then to 0304; End"
    assert leading("Shoot", line[2:]) == "Shoot, then to 0304; End"


def test_an_answer_that_cost_no_more_than_chance_is_no_blunder_in_text(found):
    judged = {number: evolve(one, cost=0.01, error=0.02) for number, one in found.judgements.items()}
    sound = evolve(found, judgements=judged, blunders=())
    assert "Nothing was clearly wrong" in "\n".join(plain_lines(sound))


def test_all_that_is_told_has_a_place_in_the_game(found):
    for one in told(found):
        assert 0 <= one.answer < found.total


def test_a_page_needs_no_other_file_and_escapes_what_it_shows(found):
    judged = {number: evolve(one, asked="<script>alert(1)</script>") for number, one in found.judgements.items()}
    spoilt = [evolve(one, judgement=judged[one.answer]) for one in found.blunders]
    html = page(evolve(found, names=("<u>Red", "Blue"), judgements=judged, blunders=tuple(spoilt)), "<i>Toy")
    assert "<script" not in html
    assert "<i>Toy" not in html
    assert "<u>Red" not in html
    assert "<svg" in html
    assert "src=" not in html
    assert "Blunders" in html


def rows_of(found, kind):
    rows = csv.DictReader(StringIO(table(found, "Toy")))
    return [row for row in rows if row["kind"] == kind]


def test_a_table_has_a_row_for_each_judged_answer(found):
    rows = rows_of(found, "answer")
    assert [int(row["answer"]) - 1 for row in rows] == sorted(found.judgements)
    for row in rows:
        judged = found.judgements[int(row["answer"]) - 1]
        assert float(row["cost"]) == judged.cost
        assert row["answered"] == judged.said


def test_a_table_has_a_row_for_each_roll_with_its_luck_by_exact_chances(found):
    """The sums are those of the sides, which count by themselves."""
    rows = rows_of(found, "roll")
    assert len(rows) == len(found.throws) > 0
    for row in rows:
        dice, good, chance = int(row["dice"]), int(row["good"]), float(row["chance"])
        assert float(row["expected"]) == pytest.approx(dice * chance, abs=1e-3)
        assert float(row["luck"]) == pytest.approx(good - dice * chance, abs=1e-3)
        assert 0 < float(row["rarity"]) <= 1
        assert row["rolled for"]
        assert "is good" in row["needed"]
    for side in found.sides:
        own = [row for row in rows if row["seat"] == side.name]
        assert sum(int(row["good"]) for row in own) == side.luck.counted
        assert sum(float(row["luck"]) for row in own) == pytest.approx(side.luck.surplus, abs=1e-2)


def test_all_answers_and_rolls_are_told_in_the_order_of_the_game(found):
    every = in_order(found)
    assert [one.answer for one in every] == sorted(one.answer for one in every)
    rolls = [one for one in every if one.kind == "roll"]
    assert len(rolls) == len(found.throws)
    throw = found.throws[0]
    assert f"{throw.good} good, {throw.expected:.2f} expected at " in rolls[0].head
    assert f"luck {throw.luck:+.2f}" in rolls[0].head


def test_what_is_marked_stays_so_though_more_is_known_of_it(found):
    answer, roll = (next(one for one in in_order(found) if one.kind == kind) for kind in ("answer", "roll"))
    assert answer.is_same(evolve(answer, head="it cost more"))
    assert not answer.is_same(evolve(answer, answer=answer.answer + 1))
    assert not roll.is_same(evolve(roll, head="another roll of the same answer"))


def test_no_cell_is_a_formula(found):
    judged = {number: evolve(one, said="=1+1", asked="a\x1b[2J") for number, one in found.judgements.items()}
    text = table(evolve(found, judgements=judged), "Toy")
    assert ",'=1+1," in text
    assert "\x1b" not in text


def test_nothing_is_called_sound_before_it_was_looked_at(found):
    empty = evolve(found, blunders=(), turnings=(), rare=())
    assert "Nothing was clearly wrong" in "\n".join(plain_lines(empty))
    text = "\n".join(plain_lines(evolve(empty, todo=(1,), standing=())))
    assert "Nothing was clearly wrong" not in text
    assert "no single answer changed" not in text
    assert text.count("nothing yet") == 2


def test_markdown_shows_texts_as_they_are(found):
    assert markdown(evolve(found, names=("*Red*", "Blue")), "A_B_").startswith("# A\\_B\\_: analysis")
    assert "\\*Red\\*" in markdown(evolve(found, names=("*Red*", "Blue")), "T")


def test_another_ending_is_refused(found, tmp_path):
    with pytest.raises(BadFile, match="ends in"):
        write_analysis(found, "T", tmp_path / "a.txt")


# ---------------------------------------------------------------- the command
@pytest.fixture(name="journal")
def _journal(tmp_path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(coach, "Beside", None)
    monkeypatch.setattr(command, "appraise", Written(WORTH))
    game(tmp_path / "one.jsonl").close()
    return tmp_path / "one.jsonl"


def run(*arguments):
    from tabletop_tui.cli import commands

    return CliRunner().invoke(commands, ["analyse", *map(str, arguments)])


def test_the_command_says_it_and_writes_it(journal, tmp_path):
    said = run(journal, "--playouts", 8)
    assert said.exit_code == 0, said.output
    assert "20% ± 1%, " in said.output
    assert "100%" in said.output
    written = run(journal, "--playouts", 8, "--to", tmp_path / "a.html")
    assert "Written: " in written.output
    assert (tmp_path / "a.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_the_command_judges_nothing_twice(journal, monkeypatch: pytest.MonkeyPatch):
    run(journal, "--playouts", 8)
    mind = Written(WORTH)
    monkeypatch.setattr(command, "appraise", mind)
    assert run(journal, "--playouts", 8).exit_code == 0
    assert not mind.played


# ---------------------------------------------------------------- in the report of a battle
def test_a_report_has_the_analysis_where_there_is_one(tmp_path):
    session = game()
    assert "## Analysis" not in report_markdown(session)
    analysis = coach.Analysis(coach.played(session), playouts=8)
    for _ in analysis.go_on(Written(WORTH)):
        pass
    assert "20% ± 1%, " in report_markdown(session)
    turning = analysis_lines.told(findings_of(session, analysis))[0]
    assert turning.kind == "turning", "the end is one"
    assert in_markdown(turning.head) in report_markdown(session), "those of a report are worked out anew"
    html = report_page(session)
    assert "<h2>Analysis</h2>" in html
    assert "20% ± 1%, " in html


def test_a_report_says_what_is_wrong_with_an_analysis():
    session = game()
    path = coach.Analysis(coach.played(session)).file.path
    path.parent.mkdir(parents=True)
    path.write_text("nonsense\n")
    assert "delete the file" in report_markdown(session)
    assert "delete the file" in report_page(session)
