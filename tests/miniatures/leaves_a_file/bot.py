"""A bot that plays well, and writes files into its folder and its temporary folder."""

import os
from pathlib import Path

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    Path("diary.txt").write_text("today I was started\n")
    (Path(os.environ["TMPDIR"]) / "notes.txt").write_text("nothing of note\n")
    wire.hello(max_matches=64)
    wire.play_on()
