"""Removes, from the output of bots, information about the machine on which they played."""

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
    """The folders and names that identify the organiser's machine."""

    def __init__(self, folder: Path) -> None:
        """Finds the paths of two folders: the course's folder `folder`, and the user's home folder."""
        folders = [folder.resolve()]
        with suppress(RuntimeError):
            folders.append(Path.home())
        self._folders = [str(one) for one in folders]

    def texts(self) -> frozenset[str]:
        """Texts that identify the machine: the paths of the organiser's folders, the user and the host."""
        found = {socket.gethostname(), *(folder.replace(" ", "_") for folder in self._folders)}
        with suppress(OSError, KeyError):
            found.add(getpass.getuser())
        return frozenset(found)

    def left_out(self, spec: MatchSpec, fault: Fault) -> Fault:
        """Returns a copy of the fault in which paths are shortened, so that they do not identify the machine.

        Paths of the bot's own files become relative to the bot's folder; of all other paths, only the file's name
        remains.
        """
        detail, output = (self._told(spec, replace(fault, output=text)) for text in (fault.detail, fault.output))
        return replace(fault, detail=detail, output=output)

    def _told(self, spec: MatchSpec, fault: Fault) -> str:
        text = printed(spec, fault)
        for folder in self._folders:
            text = without_folders(text, f"{folder}{os.sep}", lambda path: f"{LEFT_OUT}{os.sep}{Path(path).name}")
        return text
