"""A bot that says hello on a stream of each of two connections, with the same token; the arena accepts only the first
stream.
"""

import sys

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    wire.hello()
    wire.hear()
    other = Wire()
    other.hello()
    try:
        other.hear()
    except SystemExit as refusal:
        sys.stdout.write(f"{refusal}\n")
    wire.choose([next(wire.turns()).turn_id], [99_999])
    wire.play_on()
