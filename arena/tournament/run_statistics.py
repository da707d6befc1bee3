"""Stores the statistics of a run again and again while the run plays matches."""

import time
from typing import Final

from arena.league.playing.progress import Progress
from leaderboards.store import PlayedStore
from leaderboards.store.rows.runs import Run

KEEP_EVERY_S: Final = 1.0


class RunKeeper:
    """Receives the progress of a run, and stores the run's statistics at most once every KEEP_EVERY_S seconds."""

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
        """Begins the statistics of a run that has these resources.

        `goes_on`: whether this run continues the store's last run, as on a ladder. The store then combines the two runs
        into one if `Run.goes_on_after` is true; otherwise it keeps them separate.
        """
        last = max(store.runs(), key=lambda run: run.number, default=Run(0))
        self._store = store
        self._run = Run(last.number + 1, workers=workers, in_flight=in_flight, cores=cores, sandbox=sandbox)
        self._before = last if goes_on and self._run.goes_on_after(last) else None
        self._progress: Progress | None = None
        self._kept_s = time.monotonic()

    def __call__(self, progress: Progress) -> None:
        """Receives the progress; stores the statistics unless they were stored less than KEEP_EVERY_S seconds ago."""
        self._progress = progress
        if time.monotonic() >= self._kept_s + KEEP_EVERY_S:
            self.finish()

    def note_copies(self, copies: dict[str, str]) -> None:
        """Records the hash of each bot's copy, by the bot's name. A copy is the folder of built files from which the
        bot plays.
        """
        self._run.copies = copies

    def note_changed(self, bots: list[str]) -> None:
        """Records the names of bots whose copies (folders of built files) were changed while they played."""
        self._run.changed = bots

    def finish(self) -> None:
        """Stores the run's statistics so far; does nothing if the run has played no match and lost no worker."""
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
