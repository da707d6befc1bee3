"""Tests that printed tables show the names and output of bots as plain text, without markup or control codes."""

import pytest

from arena.cli.terminal.sheets import show_standings
from leaderboards.reports.standings import Line, Standings
from leaderboards.statistics.ratings import Rating


def test_names_and_faults_are_printed_as_they_are_and_not_as_markup(capsys: pytest.CaptureFixture[str]) -> None:
    line = Line(
        1,
        "[red]ann[/red]",
        "[b]",
        None,
        "",
        Rating(25, 1),
        2,
        3,
        0.5,
        1,
        1,
        {"timeout": 1},
        "match 4: too \x1b[31mslow",
    )
    show_standings(Standings((line,), 2, (1.0, 2.0, 3.0)), "results/my cup", "kalah")
    said = capsys.readouterr().out
    assert "   1  [red]ann[/red]  [b] " in said
    assert "\n2 matches; mean score by seat: 1.00, 2.00, 3.00\n" in said
    assert said.endswith(
        "[red]ann[/red] forfeited 1 of 2 matches, the last in match 4: too ?[31mslow\n"
        "arena faults 'results/my cup' BOT --game FILE shows these faults\n"
    )
