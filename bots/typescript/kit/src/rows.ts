import type { MatchStart, Turn } from "./gen/arena/protocol/v1/arena_pb.js";
import { type Row, RowKind, type Values } from "./gen/arena/protocol/v1/rows_pb.js";

const WORDS = {
  [RowKind.UNSPECIFIED]: "nothing",
  [RowKind.INTEGERS]: "integers",
  [RowKind.REALS]: "reals",
  [RowKind.TEXT]: "text",
};

/**
 * The rows of a turn, which are named lists of values. A game without messages of its own in the protocol describes its
 * views in rows; the game's rules explain each row.
 *
 * `ints`, `reals` and `texts` return copies. They throw a RangeError if no row of their kind has this name; the error
 * lists all rows.
 */
export class Rows {
  readonly #schema: Row[];
  readonly #values: Values | undefined;

  /** Takes the message that announced the match, and a turn of this match. */
  constructor({ setup }: MatchStart, { view }: Turn) {
    this.#schema = setup.case === "schema" ? setup.value.rows : [];
    this.#values = view.case === "values" ? view.value : undefined;
  }

  /**
   * Returns the values of a row of integers, which are exact up to 2^53. A value that the seat cannot see is -1.
   */
  ints(name: string): number[] {
    return this.#of(this.#values?.ints, name, RowKind.INTEGERS).map(Number);
  }

  /** Returns the values of a row of floating-point numbers. */
  reals(name: string): number[] {
    return this.#of(this.#values?.reals, name, RowKind.REALS);
  }

  /** Returns the values of a row of texts. */
  texts(name: string): string[] {
    return this.#of(this.#values?.texts, name, RowKind.TEXT);
  }

  #of<Value>(values: Value[] | undefined, name: string, kind: RowKind): Value[] {
    let begin = 0;
    let next = 0;
    for (const row of this.#schema) {
      const width = row.width || (this.#values?.lengths[next++] ?? 0);
      if (row.kind !== kind) continue;
      if (row.name === name) return values?.slice(begin, begin + width) ?? [];
      begin += width;
    }
    const names = this.#schema.map((row) => `${row.name} (${WORDS[row.kind]})`).join(", ");
    throw new RangeError(`there is no row "${name}" of ${WORDS[kind]}; the rows are ${names}`);
  }
}
