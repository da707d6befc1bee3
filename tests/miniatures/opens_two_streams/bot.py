"""Says hello on two streams with the same token; the first to be heard is good."""

import sys
import time

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    other = Wire()
    time.sleep(0.2)
    wire.hello()
    wire.hear()
    other.hello()
    try:
        other.hear()
    except SystemExit as refusal:
        sys.stdout.write(f"{refusal}\n")
    wire.choose([next(wire.turns()).turn_id], [99_999])
    wire.play_on()
