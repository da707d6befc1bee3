import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fromBinary, MatchStartSchema, TurnSchema } from "@bot-arena/kit";
import { Greedy } from "./greedy.js";

const CASES = "../../cases/greedy.txt";

test("every recorded turn is answered as in every other language", () => {
  let bot: Greedy | undefined;
  let turns = 0;
  for (const [index, line] of readFileSync(CASES, "utf8").split("\n").entries()) {
    const [word, hex, action] = line.split(" ");
    if (word === "start") bot = new Greedy(fromBinary(MatchStartSchema, Buffer.from(hex, "hex")));
    if (word !== "turn") continue;
    const choice = bot?.choose(fromBinary(TurnSchema, Buffer.from(hex, "hex")));
    assert.equal(choice, Number(action), `${CASES}, line ${index + 1}`);
    turns += 1;
  }
  assert.ok(turns > 0);
});
