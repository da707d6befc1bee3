"""A bot that opens two connections, and says hello with the same token on both. The arena accepts only the first."""

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
