"""The stages between two frames that are narrated."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.games.contract import Board, Parts, Words
from arena.match.frames import Frame, Taken


@dataclass(frozen=True, slots=True)
class Moment:
    """A frame or a stage before it; the first moment that shows an action's effect has the action."""

    number: int
    board: Board
    taken: Taken | None
    whole: bool
    """Whether it is the frame itself, no stage before it."""

    def deed(self, words: Words, before: Board) -> str:
        """A sentence on what a seat did since the board `before`; empty if none did anything."""
        return words.deed(self.taken["parts"], self.taken["seat"], before) if self.taken else ""

    def events(self, words: Words, before: Board) -> list[str]:
        """Sentences on what happened by itself since the board `before`."""
        parts: Parts | None = {**self.taken["parts"], "by": self.taken["seat"]} if self.taken else None
        return words.events(before, self.board, parts)


def moments(frame: Frame, words: Words) -> Sequence[Moment]:
    """The moments of a frame, in order."""
    boards = [frame["board"]]
    for board in reversed(frame["stages"]):
        if words.events(board, boards[0], None):
            boards.insert(0, board)
    last = len(boards) - 1
    return [
        Moment(frame["number"], board, None if place else frame["taken"], place == last)
        for place, board in enumerate(boards)
    ]
