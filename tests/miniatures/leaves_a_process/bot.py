"""A bot that plays well, but leaves a running process in another session behind."""

import subprocess

from tests.miniatures.wire import Wire, note_process


def play(wire: Wire) -> None:
    note_process(subprocess.Popen(["sleep", "600"], start_new_session=True, env={}).pid)
    wire.hello(max_matches=64)
    wire.play_on()
