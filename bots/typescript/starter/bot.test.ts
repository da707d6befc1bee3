/** Tries the bot on the recorded turns of one seat, without an arena. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fromBinary, MatchStartSchema, TurnSchema } from "@bot-arena/kit";
import { MyBot } from "./bot.js";

const TURNS = "../../cases/verraeter.txt";

/** Returns the recorded messages of a kind. Each line has a kind and a message in hexadecimal: `turn 0802…`. */
function recorded(kind: string): Buffer[] {
  const lines = readFileSync(TURNS, "utf8").split("\n");
  return lines.filter((line) => line.startsWith(`${kind} `)).map((line) => Buffer.from(line.split(" ")[1], "hex"));
}

test("every choice is legal", () => {
  const [start] = recorded("start");
  const turns = recorded("turn").map((bytes) => fromBinary(TurnSchema, bytes));
  const bot = new MyBot(fromBinary(MatchStartSchema, start));
  assert.ok(turns.length > 0);
  for (const [index, turn] of turns.entries()) {
    const action = bot.choose(turn);
    assert.ok(turn.legal.includes(action), `turn ${index + 1}: ${action} is not one of ${turn.legal}`);
  }
});
