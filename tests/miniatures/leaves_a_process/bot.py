"""Plays well, and leaves a process behind that is in a session of its own."""

import subprocess

from tests.miniatures.wire import Wire, note_process


def play(wire: Wire) -> None:
    note_process(subprocess.Popen(["sleep", "600"], start_new_session=True, env={}).pid)
    wire.hello(max_matches=64)
    wire.play_on()
