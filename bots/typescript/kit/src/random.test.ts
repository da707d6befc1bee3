import assert from "node:assert/strict";
import { test } from "node:test";
import { Random } from "./random.js";

const LARGEST_SEED = 0xffffffffffffffffn;

test("the same seed gives the same numbers, another seed others", () => {
  const numbers = (seed: bigint) => {
    const random = new Random(seed);
    return Array.from({ length: 20 }, () => random.below(1000));
  };
  assert.deepEqual(numbers(LARGEST_SEED), numbers(LARGEST_SEED));
  assert.notDeepEqual(numbers(0n), numbers(1n));
});

test("numbers are below the limit and equally likely", () => {
  const random = new Random(7n);
  const counts = [0, 0, 0, 0, 0];
  for (let draw = 0; draw < 5000; draw++) counts[random.below(counts.length)]++;
  assert.equal(
    counts.reduce((sum, count) => sum + count),
    5000,
  );
  for (const count of counts) assert.ok(count > 900 && count < 1100, `${counts}`);
});

test("a pick is one of the items", () => {
  const random = new Random(7n);
  const picked = new Set(Array.from({ length: 100 }, () => random.pick(["a", "b", "c"])));
  assert.deepEqual([...picked].sort(), ["a", "b", "c"]);
});
