"""The interface for observers of a run."""

from typing import Protocol

from arena.league.playing.progress import Progress


class Follower(Protocol):
    """Is told how a run goes on."""

    def progressed(self, progress: Progress) -> None:
        """Something was played, or some time went by; the value goes on changing.

        Setting its `draining` ends the run: the matches in flight are played to their end.
        """

    def ended(self, progress: Progress) -> None:
        """Nothing more is played; what it has come to is still to be reckoned."""
