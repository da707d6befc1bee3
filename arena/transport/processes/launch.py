"""How a bot is started, as a value: who reads manifests needs nothing of what starts processes."""

from dataclasses import dataclass
from pathlib import Path

from arena.sandbox.box import UNCONFINED, Box


@dataclass(frozen=True, slots=True)
class Launch:
    """How a bot is started."""

    name: str
    command: tuple[str, ...]
    folder: Path
    """Working directory."""
    unfit: str = ""
    """Why it cannot be started, in a sentence; empty if it can. `output` says more."""
    output: str = ""
    environment: tuple[tuple[str, str], ...] = ()
    """Variables it gets beside those it always gets; they prevail."""
    box: Box = UNCONFINED
    readable: tuple[Path, ...] = ()
    """What it may read beside its folder and the system, where it is confined."""
