"""Describes a match in words, for readers whose browsers run no scripts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from arena.games.contract import Board, Game
from arena.games.registry import find_game
from arena.match import MatchRecord, Note, replay
from arena.match.frames import ALL, Eyes, Frame, Onlooker, Taken
from arena.match.moments import Moment, moments
from arena.match.opening import opening
from arena.text import isolated
from leaderboards.pages.rendering import short
from leaderboards.pages.texts import room_texts

LONGEST_NAME: Final = 30
"""The most letters of a bot's name in a sentence; a longer name is cut."""


@dataclass(frozen=True, slots=True)
class Log:
    """The course of a match in words, with the information that one viewpoint (`Eyes`) could see."""

    record: MatchRecord
    setup: Board
    opening: Sequence[str]
    """The notations of the match's first actions, if the deal drew only them at random. Empty for all other matches,
    and for any viewpoint but ALL.
    """
    frames: tuple[Frame, ...]

    def chapters(self, language: str) -> list[dict[str, Any]]:
        """Returns the rounds of the match, described in a language, each with its actions, events and forfeits."""
        spec = self.record.spec
        names = [isolated(short(entrant.name, LONGEST_NAME)) for entrant in spec.entrants]
        texts = room_texts(language, "match/browser", find_game(spec.game).browser())
        words = find_game(spec.game).words(self.setup, names, texts)
        told = [moment for frame in self.frames for moment in moments(frame, words)]
        drawn = [{"event": texts.t("opening", actions=", ".join(self.opening))}] if self.opening else []
        chapters: list[dict[str, Any]] = [{"title": "", "entries": [*drawn, *self._faults(told[0])]}]
        for before, now in pairwise(told):
            entries = chapters[-1]["entries"]
            if now.taken:
                entries.append(_entry(now.taken, now.deed(words, before.board)))
            entries += [{"event": event} for event in now.events(words, before.board)]
            if now.board.get("round") != before.board.get("round"):
                chapters.append({"title": texts.t("mark.round", round=_int(now.board["round"])), "entries": []})
            chapters[-1]["entries"] += self._faults(now)
        return chapters

    def _faults(self, moment: Moment) -> Iterator[dict[str, Any]]:
        """Yields the faults that bots committed at this moment of the match."""
        for fault in self.record.faults:
            if moment.whole and fault.action_count == moment.number:
                yield {"fault": fault}


def log_of(record: MatchRecord, game: Game[Any, Any], eyes: Eyes, notes: Sequence[Note] = ()) -> Log:
    """Returns the log of a match from the viewpoint `eyes`, with the bots' `notes`.

    Raises ArenaError [bad-record] if the record does not fit the rules.
    """
    onlooker, steps = Onlooker(game, eyes), list(replay(record, game, (), notes))
    setup = game.setup(game.view(steps[0].state, 0))
    drawn = opening(record.spec, game) if eyes == ALL else ()
    return Log(record, setup, drawn, tuple(onlooker.frame(step) for step in steps))


def _entry(taken: Taken, deed: str) -> dict[str, Any]:
    return {
        "number": taken["number"],
        "seat": taken["seat"],
        "deed": deed,
        "stand_in": taken["stand_in"],
        "note": taken["note"],
    }


def _int(value: object) -> int:
    assert isinstance(value, int)
    return value
