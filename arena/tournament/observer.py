"""The interface for observers of a run."""

from typing import Protocol

from arena.league.playing.progress import Progress


class Follower(Protocol):
    """An observer of a run, which receives its progress through these callbacks."""

    def progressed(self, progress: Progress) -> None:
        """Called when a match was played, and from time to time. The run continues to change `progress` after the call.

        A follower ends the run by setting `progress.draining`; the matches that have begun are then played to their
        end.
        """

    def ended(self, progress: Progress) -> None:
        """Called when no more matches will be played, before the standings are computed."""
