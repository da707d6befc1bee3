"""Hides what bots printed about the machine they played on."""

import getpass
import os
import socket
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from arena.match import Fault, MatchSpec
from arena.match.printed import printed
from arena.text import without_folders

LEFT_OUT: Final = "..."


class Machine:
    """What says whose machine it is."""

    def __init__(self, folder: Path) -> None:
        """`folder`: that of the course."""
        folders = [folder.resolve()]
        with suppress(RuntimeError):
            folders.append(Path.home())
        self._folders = [str(one) for one in folders]

    def texts(self) -> frozenset[str]:
        """The organiser's folders, the user and the host."""
        found = {socket.gethostname(), *(folder.replace(" ", "_") for folder in self._folders)}
        with suppress(OSError, KeyError):
            found.add(getpass.getuser())
        return frozenset(found)

    def left_out(self, spec: MatchSpec, fault: Fault) -> Fault:
        """A fault that tells files of the bot by their paths in it, and other files of the organiser by their names."""
        detail, output = (self._told(spec, replace(fault, output=text)) for text in (fault.detail, fault.output))
        return replace(fault, detail=detail, output=output)

    def _told(self, spec: MatchSpec, fault: Fault) -> str:
        text = printed(spec, fault)
        for folder in self._folders:
            text = without_folders(text, f"{folder}{os.sep}", lambda path: f"{LEFT_OUT}{os.sep}{Path(path).name}")
        return text
