"""A match told in the terminal, action by action; the words of what happened are the game's own."""

import re
from collections.abc import Iterator, Sequence
from textwrap import fill
from typing import Any, Final

import click

from arena.games.contract import Game, Told
from arena.games.registry import find_game
from arena.match import Fault, MatchRecord, MatchSpec, stood_in
from arena.text import one_line

WIDTH: Final = 100
NOTATION: Final = 22
"""Columns of a notation; what it means stands beside it."""
EVENT: Final = " " * 8
US_PER_MS: Final = 1000
HANGING: Final = 4
"""Columns by which the rest of a folded line stands further in."""


class Teller:
    """Prints a match: its parts with how matters stand, actions and what followed, forfeits where they happen."""

    def __init__(self, game: Game[Any, Any], spec: MatchSpec, state: object, *, board: bool) -> None:
        """Begins with the deal, `state`; with `board`, the whole state is printed whenever a part begins."""
        self._names = [entrant.name for entrant in spec.entrants]
        self._narrator = find_game(spec.game).narrator(self._names)
        self._game, self._spec, self._board = game, spec, board
        self._width = max(map(len, self._names))
        self._taken = 0
        self._state = state
        self._follow(self._narrator.opening(state))

    def take(self, action: int, faults: Sequence[Fault], time_us: int | None = None) -> None:
        """Tells the next action, and how long it took if that is known; of the faults, those that are known by now."""
        for fault in faults:
            if fault.action_count == self._taken:
                self._forfeit(fault)
        seat = self._game.actor(self._state)
        assert seat is not None
        told = self._narrator.tell(self._state, action)
        mark = "(the stand-in) " if stood_in(faults, seat, self._taken) else ""
        self._taken += 1
        notation = f"{self._game.action_name(self._state, action):<{NOTATION}}"
        took = "" if time_us is None else f" ({time_us / US_PER_MS:.1f} ms)"
        _say(f"{self._taken:4} {self._names[seat]:<{self._width}}  {notation} {mark}{told.meaning}{took}")
        self._state = self._game.apply(self._state, action)
        self._follow(told)
        if self._board and self._game.actor(self._state) is None:
            self._show_board()

    def _follow(self, told: Told) -> None:
        for event in told.events:
            _say(event, EVENT)
        if told.chapter:
            title, *lines = told.chapter
            click.echo()
            _say(title)
            for line in lines:
                _say(line, "  ")
            if self._board:
                self._show_board()

    def _show_board(self) -> None:
        click.echo()
        for line in self._narrator.board(self._state):
            _say(line, "  ")

    def _forfeit(self, fault: Fault) -> None:
        what = f"{fault.kind.name.lower().replace('_', ' ')}, {fault.detail}"
        _say(f"{self._names[fault.seat]} forfeits here: {what}; a stand-in plays on for it", EVENT)
        if fault.output:
            _say("its last output:", EVENT)
            for line in output_lines(self._spec, fault):
                click.echo(f"{EVENT}{line}")


def tell_result(record: MatchRecord) -> None:
    """Prints scores and ranks, and who forfeited."""
    names = [entrant.name for entrant in record.spec.entrants]
    width = max(map(len, names))
    after = {fault.seat: fault.action_count for fault in record.faults}
    click.echo()
    for seat, name in enumerate(names):
        forfeit = f"  forfeited before action {after[seat] + 1}" if seat in after else ""
        _say(f"seat {seat} {name:<{width}}  score {record.scores[seat]:3}  rank {record.ranks[seat]}{forfeit}")


def output_lines(spec: MatchSpec, fault: Fault) -> Iterator[str]:
    """What a bot printed last, each line behind a `|`, so that none can pass for the arena's.

    Files of the copy in which a league played the bot are told as files of the bot.
    """
    bot = spec.entrants[fault.seat]
    copy = rf"[^\s\"']*{bot.content_hash.hex()}/[^/\s\"']+"
    for line in re.sub(copy, lambda _: bot.name, fault.output).splitlines():
        yield f"| {one_line(line.expandtabs())}"


def _say(text: str, indent: str = "") -> None:
    """Prints a line, folded where it is longer than the width."""
    shown = f"{indent}{one_line(text)}".rstrip()
    hanging = " " * (len(shown) - len(shown.lstrip()) + HANGING)
    click.echo(fill(shown, WIDTH, subsequent_indent=hanging, break_on_hyphens=False))
