"""Checks that all disks to which a ladder writes have enough free space for playing."""

import shutil
from pathlib import Path
from typing import Final

from arena.ladder.playing.files import RESULTS

PLAYED_FREE: Final = 1_000_000_000
"""The minimum number of free bytes on each disk for playing matches; the minimum for submissions is lower."""


class Room:
    """The free space on all disks to which a ladder writes: for its folder, results and built copies of bots."""

    def __init__(self, service: Path, copies: Path) -> None:
        self._places = (service, service / RESULTS, copies.parent)

    def full(self) -> Path | None:
        """A folder whose disk has less than PLAYED_FREE bytes free; None if every disk has enough."""
        return next((disk for disk in self._disks() if shutil.disk_usage(disk).free < PLAYED_FREE), None)

    def complaints(self) -> set[str]:
        """Returns all sentences that `too_full` can give for these disks, even if no disk is full."""
        return {too_full(disk) for disk in self._disks()}

    def _disks(self) -> list[Path]:
        """Of the folders to check, returns those that exist; each may be on a different disk."""
        return [place for place in self._places if place.exists()]


def too_full(place: Path) -> str:
    """Returns the sentence which reports that the disk of the folder `place` is too full for playing."""
    return f"ladders are not played while the disk of {place} has less than {PLAYED_FREE // 1000000} MB of free space"
