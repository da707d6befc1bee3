"""A bot with memory for a fixed number of legal actions, which crashes if a turn has more. It chooses the last legal
action, and so plays its cards early.
"""

from tests.miniatures.wire import Wire

ROOM = 62


def play(wire: Wire) -> None:
    wire.hello(max_matches=64)
    for turn in wire.turns():
        room = [0] * ROOM
        for index, action in enumerate(turn.legal):
            room[index] = action
        wire.choose([turn.turn_id], [turn.legal[-1]])
    wire.leave()
