"""Whether every disk that playing fills has room."""

import shutil
from pathlib import Path
from typing import Final

from arena.ladder.playing.files import RESULTS

PLAYED_FREE: Final = 1_000_000_000
"""Bytes that are left on each; authors are still served with less."""


class Room:
    """What is left on the disks of a ladder: of the service in a folder, and of the copies that are built."""

    def __init__(self, service: Path, copies: Path) -> None:
        self._places = (service, service / RESULTS, copies.parent)

    def full(self) -> Path | None:
        """A folder whose disk has too little left to play on."""
        return next((disk for disk in self._disks() if shutil.disk_usage(disk).free < PLAYED_FREE), None)

    def complaints(self) -> set[str]:
        """What may be said of them."""
        return {too_full(disk) for disk in self._disks()}

    def _disks(self) -> list[Path]:
        """Each may be mounted."""
        return [place for place in self._places if place.exists()]


def too_full(place: Path) -> str:
    """What is said of one."""
    return f"nothing is played while the disk of {place} has less than {PLAYED_FREE // 1_000_000} MB left"
