"""A bot that plays well, and leaves another process behind."""

import subprocess

from tests.miniatures.wire import Wire, note_process


def play(wire: Wire) -> None:
    note_process(subprocess.Popen(["sleep", "600"]).pid)
    wire.hello()
    wire.play_on()
