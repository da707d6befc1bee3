import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { BotClass } from "./bot.js";
import {
  type ArenaMessage,
  ArenaMessageSchema,
  type BatchSchema,
  type MatchEnd,
  type MatchStart,
  type Turn,
} from "./gen/arena/protocol/v1/arena_pb.js";
import { note } from "./note.js";
import { BotError, play } from "./play.js";

/** The fake time in milliseconds, which advances only while a bot thinks. */
let clock = 0;
mock.method(performance, "now", () => clock);

/**
 * Returns a class of bots that log their calls and choose the last legal action. The number of the first legal action
 * is the thinking time in milliseconds.
 */
function witness(log: string[] = []): BotClass {
  return class {
    constructor(readonly start: MatchStart) {
      log.push(`start ${start.match}`);
    }

    choose(turn: Turn): number {
      assert.equal(turn.match, this.start.match);
      log.push(`turn ${turn.turnId}`);
      clock += turn.legal[0];
      return turn.legal[turn.legal.length - 1];
    }

    end(end: MatchEnd): void {
      log.push(`end ${end.match} ${end.ranks}`);
    }
  };
}

function batch(value: MessageInitShape<typeof BatchSchema>): ArenaMessage {
  return create(ArenaMessageSchema, { message: { case: "batch", value } });
}

/** Returns what the bot sends in answer to these messages: each Choices as [turnIds, actions]. */
async function answers(bot: BotClass, ...messages: ArenaMessage[]): Promise<number[][][]> {
  const sent: number[][][] = [];
  async function* stream() {
    yield* messages;
  }
  await play(stream(), bot, ({ turnIds, actions }) => sent.push([turnIds, actions]));
  return sent;
}

test("a batch is read in the order starts, turns, ends", async () => {
  const log: string[] = [];
  await answers(
    witness(log),
    batch({ starts: [{ match: 1 }, { match: 2 }] }),
    batch({
      ends: [{ match: 2, ranks: [2, 1] }],
      turns: [{ turnId: 5, match: 1, legal: [4] }],
      starts: [{ match: 3 }],
    }),
  );
  assert.deepEqual(log, ["start 1", "start 2", "start 3", "turn 5", "end 2 2,1"]);
});

test("quick choices leave together, in the order of the batch", async () => {
  const turns = [7, 3, 5].map((turnId) => ({ turnId, match: 1, legal: [0, 10 * turnId] }));
  const sent = await answers(witness(), batch({ starts: [{ match: 1 }], turns }));
  assert.deepEqual(sent, [
    [
      [7, 3, 5],
      [70, 30, 50],
    ],
  ]);
});

test("notes travel with their choices", async () => {
  const sent: string[][] = [];
  class Noting {
    choose(turn: Turn): number {
      if (turn.turnId % 2 === 0) {
        note(turn, "forgotten");
        note(turn, turn.turnId === 2 ? "why" : "\u{1f40c}".repeat(300));
      }
      return turn.legal[0];
    }
  }
  const turns = [1, 2, 3, 4].map((turnId) => ({ turnId, match: 1, legal: [0] }));
  async function* stream() {
    yield batch({ starts: [{ match: 1 }], turns });
    yield batch({ turns: [{ turnId: 5, match: 1, legal: [0] }] });
  }
  await play(stream(), Noting, ({ notes }) => sent.push(notes));
  assert.deepEqual(sent, [["", "why", "", "\u{1f40c}".repeat(200)], []]);
});

test("a long thought sends what is ready before the next turn", async () => {
  const turns = [[4], [4], [4], [4], [900]].map((legal, index) => ({ turnId: index + 1, match: 1, legal }));
  const sent = await answers(witness(), batch({ starts: [{ match: 1 }], turns }));
  assert.deepEqual(
    sent.map(([turnIds]) => turnIds),
    [[1, 2], [3, 4], [5]],
  );
});

test("a batch without turns is not answered", async () => {
  const sent = await answers(witness(), batch({ starts: [{ match: 1 }] }), batch({ ends: [{ match: 1 }] }), batch({}));
  assert.deepEqual(sent, []);
});

test("a welcome and an unknown message are passed over", async () => {
  const welcome = create(ArenaMessageSchema, { message: { case: "welcome", value: {} } });
  const turns = [{ turnId: 1, match: 1, legal: [6] }];
  const sent = await answers(witness(), welcome, create(ArenaMessageSchema), batch({ starts: [{ match: 1 }], turns }));
  assert.deepEqual(sent, [[[1], [6]]]);
});

test("nothing is read after the goodbye", async () => {
  const log: string[] = [];
  const goodbye = create(ArenaMessageSchema, { message: { case: "goodbye", value: {} } });
  await answers(witness(log), goodbye, batch({ starts: [{ match: 1 }] }));
  assert.deepEqual(log, []);
});

test("a number may be used again when its match is over", async () => {
  const log: string[] = [];
  const match = batch({ starts: [{ match: 1 }], ends: [{ match: 1, ranks: [1] }] });
  await answers(witness(log), match, match);
  assert.deepEqual(log, ["start 1", "end 1 1", "start 1", "end 1 1"]);
});

test("a bot without `end` need not be told", async () => {
  class Quiet {
    choose(turn: Turn): number {
      return turn.legal[0];
    }
  }
  await answers(Quiet, batch({ starts: [{ match: 1 }], ends: [{ match: 1 }] }));
});

test("what the bot throws is told with its place", async () => {
  class Broken {
    choose({ legal }: Turn): number {
      if (legal[0] === 9) throw new RangeError("no idea");
      return legal[0];
    }
  }
  const starts = [4, 5].map((match) => ({ match, id: `5f${match}` }));
  const turns = [4, 5, 4].map((match, index) => ({ turnId: 12 + index, match, legal: [index === 2 ? 9 : 0] }));
  await assert.rejects(answers(Broken, batch({ starts, turns })), (error: BotError) => {
    assert.ok(error instanceof BotError);
    assert.equal(error.message, "The bot failed in match 5f4, turn 2.");
    assert.ok(error.cause instanceof RangeError);
    return true;
  });
});

test("an answer that is no number is an error of the bot", async () => {
  class Beyond {
    choose(turn: Turn): number {
      return turn.legal[turn.legal.length];
    }
  }
  const turns = [{ turnId: 1, match: 1, legal: [0] }];
  await assert.rejects(answers(Beyond, batch({ starts: [{ match: 1 }], turns })), BotError);
});
