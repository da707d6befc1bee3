"""Says hello on another stream in its first turn; its illegal action comes too late to be the fault."""

import sys

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    wire.hello()
    turn = next(wire.turns())
    other = Wire()
    other.hello()
    try:
        other.hear()
    except SystemExit as refusal:
        sys.stdout.write(f"{refusal}\n")
    wire.choose([turn.turn_id], [99_999])
    wire.play_on()
