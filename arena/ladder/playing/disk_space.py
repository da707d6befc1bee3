"""Finds out whether every disk that playing fills has enough room."""

import shutil
from pathlib import Path
from typing import Final

from arena.ladder.playing.files import RESULTS

PLAYED_FREE: Final = 1_000_000_000
"""The free bytes on each disk below which nothing is played; submissions are accepted with less."""


class Room:
    """The free room on the disks of the service, of its results and of the built copies."""

    def __init__(self, service: Path, copies: Path) -> None:
        self._places = (service, service / RESULTS, copies.parent)

    def full(self) -> Path | None:
        """A folder whose disk has less than PLAYED_FREE bytes free; None if every disk has enough."""
        return next((disk for disk in self._disks() if shutil.disk_usage(disk).free < PLAYED_FREE), None)

    def complaints(self) -> set[str]:
        """All sentences that may have been reported about these disks, one for each."""
        return {too_full(disk) for disk in self._disks()}

    def _disks(self) -> list[Path]:
        """Those of the folders that exist; each may be on a disk of its own."""
        return [place for place in self._places if place.exists()]


def too_full(place: Path) -> str:
    """The sentence that says that the disk of `place` is too full to play."""
    return f"nothing is played while the disk of {place} has less than {PLAYED_FREE // 1_000_000} MB left"
