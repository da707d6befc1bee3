import type { Choices, Turn } from "./gen/arena/protocol/v1/arena_pb.js";

/** The largest number of characters of a note that the arena stores; `note` cuts off the rest. */
const MOST = 200;

/** The last note on each turn. `addNote` reads it when the turn is answered. */
const noted = new WeakMap<Turn, string>();

/**
 * Attaches a note, one line of text, to the choice of this turn, for people who read the finished match.
 *
 * A later note on the same turn replaces an earlier one, and only the first 200 characters of a note are kept. No other
 * bot sees the note. Outside of `choose`, this function does nothing.
 */
export function note(turn: Turn, text: string): void {
  noted.set(turn, [...text].slice(0, MOST).join(""));
}

/**
 * Adds the note on a turn to the choices, whose last one must be the choice for this turn.
 *
 * The protocol demands as many notes as choices, or none. So `choices` gets no notes before its first note; earlier
 * choices then get empty notes.
 */
export function addNote(choices: Choices, turn: Turn): void {
  const text = noted.get(turn);
  if (text === undefined && choices.notes.length === 0) return;
  while (choices.notes.length < choices.turnIds.length - 1) choices.notes.push("");
  choices.notes.push(text ?? "");
}
