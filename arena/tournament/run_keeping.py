"""Keeps the statistics of a run in the store while it plays."""

import time
from typing import Final

from arena.league.playing.progress import Progress
from leaderboards.store import PlayedStore
from leaderboards.store.rows.runs import Run

KEEP_EVERY_S: Final = 1.0


class RunKeeper:
    """Hears of the progress of a run, and keeps now and then what it has come to."""

    def __init__(
        self,
        store: PlayedStore,
        workers: int,
        in_flight: int,
        cores: int,
        sandbox: str = "",
        *,
        goes_on: bool = False,
    ) -> None:
        """`goes_on`: whether a run by the same means as the last is one with it, where there are runs without end."""
        last = max(store.runs(), key=lambda run: run.number, default=Run(0))
        self._store = store
        self._run = Run(last.number + 1, workers=workers, in_flight=in_flight, cores=cores, sandbox=sandbox)
        self._before = last if goes_on and self._run.goes_on_after(last) else None
        self._progress: Progress | None = None
        self._kept_s = time.monotonic()

    def __call__(self, progress: Progress) -> None:
        """Keeps the run, unless that was done just now."""
        self._progress = progress
        if time.monotonic() >= self._kept_s + KEEP_EVERY_S:
            self.finish()

    def note_copies(self, copies: dict[str, str]) -> None:
        """Takes note of what bots play from, by the hash of each copy."""
        self._run.copies = copies

    def note_changed(self, bots: list[str]) -> None:
        """Takes note of bots whose copies were changed while they played."""
        self._run.changed = bots

    def finish(self) -> None:
        """Keeps the run as it is now; one that has played nothing leaves no trace."""
        progress = self._progress
        if progress is None or (progress.played() <= 0 and not progress.lost_workers):
            return
        run = self._run
        run.matches, run.usage = progress.played(), progress.usage
        run.elapsed_s = round(progress.elapsed_s(), 3)
        run.lost_workers, run.void_matches = progress.lost_workers, len(progress.void)
        run.withdrawn = progress.withdrawn
        run.sandbox = "; ".join(sorted(progress.sandboxes)) or run.sandbox
        self._store.keep_run(run.after(self._before) if self._before else run)
        self._kept_s = time.monotonic()
