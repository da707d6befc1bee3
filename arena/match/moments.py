"""The moments of a match that viewers describe in sentences: each frame, and the intermediate boards (stages) before
the frame.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.games.contract import Board, Parts, Words
from arena.match.frames import Frame, Taken


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a match: a frame, or an intermediate board (stage) before the frame.

    `taken` is the action that led to the frame. Only the first moment of each frame has this action; in the frame's
    later moments, `taken` is None.
    """

    number: int
    board: Board
    taken: Taken | None
    whole: bool
    """Whether this moment is the frame itself and not a stage before it."""

    def deed(self, words: Words, before: Board) -> str:
        """Returns the sentence about the action that was taken between the board `before` and this moment; empty if
        there was no action.
        """
        return words.deed(self.taken["parts"], self.taken["seat"], before) if self.taken else ""

    def events(self, words: Words, before: Board) -> list[str]:
        """Returns the sentences about what happened between the board `before` and this moment, except the action
        itself.
        """
        parts: Parts | None = {**self.taken["parts"], "by": self.taken["seat"]} if self.taken else None
        return words.events(before, self.board, parts)


def moments(frame: Frame, words: Words) -> Sequence[Moment]:
    """Returns the moments of a frame in order: first stages, then the frame itself. A stage is left out if no event
    happens between it and the next moment.
    """
    boards = [frame["board"]]
    for board in reversed(frame["stages"]):
        if words.events(board, boards[0], None):
            boards.insert(0, board)
    last = len(boards) - 1
    return [
        Moment(frame["number"], board, None if place else frame["taken"], place == last)
        for place, board in enumerate(boards)
    ]
