"""Tests of the messages about progress while a league is played."""

import io
import re
import sys

import pytest

from arena.cli.terminal import progress as drawing
from arena.cli.terminal.progress import ProgressLine
from arena.league.playing import progress as counting
from arena.league.playing.progress import Progress
from tests.clocks import set_clock


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Replaces the clock; returns a list whose only item is the time in seconds. A test sets the clock by this item."""
    return set_clock(monkeypatch, 1000.0, drawing, counting)


class Terminal(io.StringIO):
    """A replacement for standard error that counts as a terminal and stores the output."""

    def isatty(self) -> bool:
        return True


def test_the_rate_counts_the_matches_of_this_run_only(now: list[float]) -> None:
    progress = Progress(total=100, stored=40, began_with=40, began_s=now[0])
    assert progress.rate() == 0
    assert progress.left_s() is None
    now[0] += 10
    progress.stored = 60
    assert (progress.played(), progress.elapsed_s()) == (20, 10)
    assert progress.rate() == 2
    assert progress.left_s() == 20


def test_the_last_line_says_how_long_it_took_and_how_fast_it_was(
    now: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    line = ProgressLine()
    progress = Progress(total=9000, stored=0, began_with=0, began_s=now[0])
    now[0] += 3750
    progress.stored = 9000
    line.finish(progress)
    assert capsys.readouterr().err == "9000 of 9000 matches; 9000 played in 1:02:30, 2.4 a second\n"


def test_away_from_a_terminal_a_line_is_said_now_and_then(now: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    line = ProgressLine()
    progress = Progress(total=400, stored=0, began_with=0, began_s=now[0])
    for _ in range(21):
        line(progress)
        progress.stored += 5
        now[0] += 1
    assert capsys.readouterr().err == (
        "0 of 400 matches, 0.0 a second\n"
        "50 of 400 matches, 5.0 a second, 1:10 left\n"
        "100 of 400 matches, 5.0 a second, 1:00 left\n"
    )


def test_bots_that_are_waited_for_are_named_the_longest_first(
    now: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    waits = {3: {"hung": 12.4, "quick": 0.2, "slow": 1.0}, 5: {"slow": 2.6, "a\x1b": 1.6, "late": 1.5}}
    ProgressLine()(Progress(total=400, stored=0, began_with=0, began_s=now[0], waits=waits))
    assert capsys.readouterr().err == (
        "0 of 400 matches, 0.0 a second, waiting for hung (12 s), slow (3 s), a? (2 s) and 1 more\n"
    )


def test_nothing_is_said_of_the_time_left_while_nothing_ends_because_of_a_bot(
    now: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    line = ProgressLine()
    progress = Progress(total=400, stored=0, began_with=0, began_s=now[0])
    now[0] += 10
    progress.stored = 100
    progress.waits = {3: {"slow": 4.0}}
    line(progress)
    now[0] += 10
    progress.waits = {3: {"hung": 9.0}}
    line(progress)
    assert capsys.readouterr().err == (
        "100 of 400 matches, 10.0 a second, 0:30 left, waiting for slow (4 s)\n"
        "100 of 400 matches, 5.0 a second, waiting for hung (9 s)\n"
    )


def look(monkeypatch: pytest.MonkeyPatch, term: str = "xterm") -> Terminal:
    """Replaces standard error by a terminal of 60 columns, and returns the terminal."""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("TERM", term)
    return terminal


def seen(terminal: Terminal) -> list[str]:
    """Returns the terminal's final lines, after the control codes in its output have replaced earlier lines."""
    lines, row = [""], 0
    for part in re.findall(r"\x1b\[[?0-9;]*[A-Za-z]|\r|\n|[^\x1b\r\n]+", terminal.getvalue()):
        if part == "\n":
            row += 1
            lines += [""] * (row + 1 - len(lines))
        elif part == "\x1b[1A":
            row -= 1
        elif part == "\x1b[2K":
            lines[row] = ""
        elif part[0] not in "\x1b\r":
            lines[row] += part
    return lines


def test_a_line_that_is_drawn_over_a_longer_one_covers_it_and_fits_the_terminal(
    now: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = look(monkeypatch)
    progress = Progress(total=400, stored=0, began_with=0, began_s=now[0], waits={3: {"[b]" + "hung" * 9: 12.4}})
    with ProgressLine() as line:
        line(progress)
        [shown] = seen(terminal)
        assert shown.rstrip() == f"0 of 400 matches, 0.0 a second, waiting for [b]{'hung' * 9}"[:58] + "…"
        assert len(shown) <= 60
        now[0] += 1
        progress.stored, progress.waits = 100, {}
        line(progress)
        [shown] = seen(terminal)
        assert shown.startswith("100 of 400 matches, 100.0 a second, 0:03 left ━━━")
        assert len(shown) <= 60


def test_in_a_terminal_one_line_is_drawn_over_and_the_last_one_stays(
    now: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = look(monkeypatch)
    progress = Progress(total=400, stored=0, began_with=0, began_s=now[0])
    with ProgressLine() as line:
        line(progress)
        first = terminal.getvalue()
        now[0] += 0.4
        line(progress)
        assert terminal.getvalue() == first
        line.say("something [b]else\x1b")
        now[0] += 0.6
        progress.stored = 400
        line.finish(progress)
    assert seen(terminal) == ["something [b]else?", "400 of 400 matches; 400 played in 0:01, 400.0 a second", ""]


def test_a_terminal_is_left_as_it_was_whatever_happens(now: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = look(monkeypatch)

    def interrupted() -> None:
        with ProgressLine() as line:
            line(Progress(total=400, stored=0, began_with=0, began_s=now[0]))
            assert terminal.getvalue().count("\x1b[?25l") == 1
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert terminal.getvalue().count("\x1b[?25h") == 1
    assert not any(seen(terminal))


def test_a_terminal_that_cannot_draw_over_is_written_to_line_by_line(
    now: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = look(monkeypatch, "dumb")
    with ProgressLine() as line:
        line(Progress(total=400, stored=0, began_with=0, began_s=now[0]))
    assert terminal.getvalue() == "0 of 400 matches, 0.0 a second\n"


def test_that_a_league_is_finishing_is_said_once(now: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    line = ProgressLine()
    progress = Progress(total=400, stored=0, began_with=0, began_s=now[0], draining=True)
    line(progress)
    line(progress)
    said = capsys.readouterr().err
    assert said.count("finishing the matches in flight; an interrupt stops at once\n") == 1
