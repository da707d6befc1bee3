"""The moments that viewers narrate: each frame of a match, and the stages before it."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.games.contract import Board, Parts, Words
from arena.match.frames import Frame, Taken


@dataclass(frozen=True, slots=True)
class Moment:
    """A frame, or a stage before it; only the first moment that shows an action's effect has the action in `taken`."""

    number: int
    board: Board
    taken: Taken | None
    whole: bool
    """Whether this is the frame itself and not a stage before it."""

    def deed(self, words: Words, before: Board) -> str:
        """The sentence about the action between the board `before` and this moment; empty if there was none."""
        return words.deed(self.taken["parts"], self.taken["seat"], before) if self.taken else ""

    def events(self, words: Words, before: Board) -> list[str]:
        """The sentences about what happened by itself between the board `before` and this moment."""
        parts: Parts | None = {**self.taken["parts"], "by": self.taken["seat"]} if self.taken else None
        return words.events(before, self.board, parts)


def moments(frame: Frame, words: Words) -> Sequence[Moment]:
    """The moments of a frame in order: stages with something to tell, then the frame itself."""
    boards = [frame["board"]]
    for board in reversed(frame["stages"]):
        if words.events(board, boards[0], None):
            boards.insert(0, board)
    last = len(boards) - 1
    return [
        Moment(frame["number"], board, None if place else frame["taken"], place == last)
        for place, board in enumerate(boards)
    ]
