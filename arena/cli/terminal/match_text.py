"""Prints a match in the terminal in words, action by action."""

from collections.abc import Iterator, Sequence
from textwrap import fill
from typing import Any, Final

import click

from arena.games.contract import Board, Game
from arena.games.registry import find_game
from arena.match import Fault, MatchRecord, MatchSpec, Step, stood_in
from arena.match.frames import ALL, Onlooker
from arena.match.moments import moments
from arena.match.opening import opening
from arena.match.printed import printed
from arena.text import one_line
from leaderboards.pages.texts import DEFAULT, room_texts

WIDTH: Final = 100
NOTATION: Final = 22
"""The width in letters of the column with an action's notation, which precedes the sentence about the action."""
EVENT: Final = " " * 8
US_PER_MS: Final = 1000
HANGING: Final = 4
"""The number of spaces by which the second and later parts of a folded line are indented."""


class Teller:
    """Prints a match while it proceeds: its rounds, its actions with their consequences, and forfeits."""

    def __init__(self, game: Game[Any, Any], spec: MatchSpec, state: object, *, board: bool) -> None:
        """Prints the beginning of the match.

        `state`: the state after the deal.

        `board`: whether the board is printed at the beginning of each round and at the end of the match. In a game
        without rounds, it is printed at the beginning of the match and after each action.
        """
        entry = find_game(spec.game)
        self._names = [entrant.name for entrant in spec.entrants]
        self._texts = room_texts(DEFAULT, "match/browser", entry.browser())
        self._setup = game.setup(game.view(state, 0))
        self._words = entry.words(self._setup, self._names, self._texts)
        self._game, self._spec = game, spec
        self._lines = entry.board if board else None
        self._onlooker = Onlooker(game, ALL)
        self._state, self._taken = state, 0
        self._before = self._onlooker.frame(Step(None, None, None, False, state))["board"]
        self._begin(self._texts.t("beginning"))
        if drawn := opening(spec, game):
            _say(self._texts.t("opening", actions=", ".join(drawn)), "  ")

    def take(self, action: int, faults: Sequence[Fault], time_us: int | None = None, note: str = "") -> None:
        """Prints the next action, its consequences, and the bot's note on it.

        `faults`: all faults of the match. Those that happened just before the action are printed first.

        `time_us`: the time that the bot took to choose the action, in microseconds; None if it is unknown.
        """
        for fault in faults:
            if fault.action_count == self._taken:
                self._forfeit(fault)
        seat = self._game.actor(self._state)
        name, stands_in = self._game.action_name(self._state, action), stood_in(faults, seat, self._taken)
        self._state, self._taken = self._game.apply(self._state, action), self._taken + 1
        frame = self._onlooker.frame(Step(seat, action, name, stands_in, self._state, time_us))
        for moment in moments(frame, self._words):
            if moment.taken:
                mark = "(the stand-in) " if stands_in else ""
                took = "" if time_us is None else f" ({time_us / US_PER_MS:.1f} ms)"
                _say(f"{self._taken:4} {name:<{NOTATION}} {mark}{moment.deed(self._words, self._before)}{took}")
                if note and seat is not None:
                    self._note(seat, note)
            for event in moment.events(self._words, self._before):
                _say(event, EVENT)
            if moment.board.get("round") != self._before.get("round"):
                self._begin(self._texts.t("mark.round", round=str(moment.board["round"])))
            self._before = moment.board
        if self._lines and (self._game.actor(self._state) is None or not has_rounds(self._before)):
            self._show_board()

    def _begin(self, title: str) -> None:
        """Prints a heading, the scores and, if the match is printed with boards, the board."""
        click.echo()
        _say(title)
        scores = zip(self._names, self._game.scores(self._state), strict=True)
        _say(f"scores: {', '.join(f'{name} {score}' for name, score in scores)}", "  ")
        if self._lines:
            self._show_board()

    def _show_board(self) -> None:
        assert self._lines
        click.echo()
        for line in self._lines(self._setup, self._game.reveal(self._state), self._names):
            _say(line, "  ")

    def _note(self, seat: int, note: str) -> None:
        """Prints a bot's note with a `|` before the text of each line, so that no line looks like the arena's own
        output.
        """
        who = f"{EVENT}{one_line(self._names[seat])} noted | "
        click.echo(fill(one_line(note.expandtabs()), WIDTH, initial_indent=who, subsequent_indent=f"{EVENT}| "))

    def _forfeit(self, fault: Fault) -> None:
        what = f"{fault.kind.name.lower().replace('_', ' ')}, {fault.detail}"
        _say(f"{self._names[fault.seat]} forfeits here: {what}; a stand-in plays on for it", EVENT)
        if fault.output:
            _say("its last output:", EVENT)
            for line in output_lines(self._spec, fault):
                click.echo(f"{EVENT}{line}")


def has_rounds(board: Board) -> bool:
    """Returns whether the board has a round or a phase. The board of a game from outside the arena has neither."""
    return bool(board.get("round") or board.get("phase"))


def tell_result(record: MatchRecord) -> None:
    """Prints the score, rank and forfeit of each seat of a match."""
    names = [entrant.name for entrant in record.spec.entrants]
    width = max(map(len, names))
    after = {fault.seat: fault.action_count for fault in record.faults}
    click.echo()
    for seat, name in enumerate(names):
        forfeit = f"  forfeited before action {after[seat] + 1}" if seat in after else ""
        _say(f"seat {seat} {name:<{width}}  score {record.scores[seat]:3}  rank {record.ranks[seat]}{forfeit}")


def output_lines(spec: MatchSpec, fault: Fault) -> Iterator[str]:
    """Yields the last lines that a bot printed before a fault, each after a `|`, so that no line looks like the arena's
    own output.
    """
    for line in printed(spec, fault).splitlines():
        yield f"| {one_line(line.expandtabs())}"


def _say(text: str, indent: str = "") -> None:
    """Prints a line with an indentation, and folds the line if it is longer than WIDTH."""
    shown = f"{indent}{one_line(text)}".rstrip()
    hanging = " " * (len(shown) - len(shown.lstrip()) + HANGING)
    click.echo(fill(shown, WIDTH, subsequent_indent=hanging, break_on_hyphens=False))
