"""A bot that plays well, but leaves a child process running, in an operating-system session of its own."""

import subprocess

from tests.miniatures.wire import Wire, note_process


def play(wire: Wire) -> None:
    note_process(subprocess.Popen(["sleep", "600"], start_new_session=True, env={}).pid)
    wire.hello(max_matches=64)
    wire.play_on()
