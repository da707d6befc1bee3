"""A bot that ends in its first turn, but leaves a process in another session that keeps the bot's output open."""

import subprocess
import sys

from tests.miniatures.wire import Wire, note_process


def play(wire: Wire) -> None:
    wire.hello()
    next(wire.turns())
    note_process(subprocess.Popen(["sleep", "600"], start_new_session=True).pid)
    sys.exit("gone")
