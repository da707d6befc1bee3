import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { MatchStartSchema, TurnSchema } from "./gen/arena/protocol/v1/arena_pb.js";
import { RowKind, SchemaSchema, ValuesSchema } from "./gen/arena/protocol/v1/rows_pb.js";
import { Rows } from "./rows.js";

/** Rows of each kind, of fixed and of varying width. */
const SCHEMA = create(SchemaSchema, {
  rows: [
    { name: "hand", kind: RowKind.INTEGERS },
    { name: "odds", kind: RowKind.REALS, width: 2 },
    { name: "said", kind: RowKind.TEXT },
    { name: "board", kind: RowKind.INTEGERS, width: 3 },
  ],
});
const START = create(MatchStartSchema, { setup: { case: "schema", value: SCHEMA } });
const VALUES = create(ValuesSchema, { ints: [7n, -1n, 0n, 1n, 2n], lengths: [2, 1], reals: [0.5, 1], texts: ["no"] });
const TURN = create(TurnSchema, { view: { case: "values", value: VALUES } });

test("rows are found by their names", () => {
  const rows = new Rows(START, TURN);
  assert.deepEqual(
    [rows.ints("board"), rows.ints("hand"), rows.reals("odds"), rows.texts("said")],
    [[0, 1, 2], [7, -1], [0.5, 1], ["no"]],
  );
});

test("an empty row is found", () => {
  const values = create(ValuesSchema, { lengths: [0, 0] });
  const turn = create(TurnSchema, { view: { case: "values", value: values } });
  assert.deepEqual(new Rows(START, turn).ints("hand"), []);
});

test("a missing row is named with those there are", () => {
  const expected =
    'there is no row "odds" of integers; the rows are hand (integers), odds (reals), said (text), board (integers)';
  assert.throws(() => new Rows(START, TURN).ints("odds"), new RangeError(expected));
});
