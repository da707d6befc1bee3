"""A random bot on the generated gRPC code, to show the whole protocol; only its random numbers are from the bot kit."""

from os import environ
from queue import SimpleQueue

import grpc

from arena.bot.random import Random
from arena.protocol.v1.arena_pb2 import BotMessage, Choices, Hello
from arena.protocol.v1.arena_pb2_grpc import ArenaServiceStub

hello = Hello(protocol_version=1, token=environ["ARENA_TOKEN"], name="bare-random", max_matches=4096)
outbox: SimpleQueue[BotMessage | None] = SimpleQueue()
outbox.put(BotMessage(hello=hello))
randoms: dict[int, Random] = {}
with grpc.insecure_channel(environ["ARENA_ADDRESS"]) as channel:
    for message in ArenaServiceStub(channel).Play(iter(outbox.get, None)):
        randoms |= {start.match: Random(start.seed) for start in message.batch.starts}
        if turns := message.batch.turns:
            actions = [randoms[turn.match].pick(turn.legal) for turn in turns]
            outbox.put(BotMessage(choices=Choices(turn_ids=[turn.turn_id for turn in turns], actions=actions)))
        for end in message.batch.ends:
            del randoms[end.match]
    outbox.put(None)
