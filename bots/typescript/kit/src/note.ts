import type { Choices, Turn } from "./gen/arena/protocol/v1/arena_pb.js";

/** How many characters of a note the arena keeps. */
const MOST = 200;

/** The notes on turns that are not answered yet. */
const noted = new WeakMap<Turn, string>();

/**
 * Notes a line on the choice of this turn, for readers of the finished match. The last note of a turn counts, and only
 * its first 200 characters. No other bot sees it.
 */
export function note(turn: Turn, text: string): void {
  noted.set(turn, [...text].slice(0, MOST).join(""));
}

/** Adds the note on the turn that was answered last to its choice. */
export function addNote(choices: Choices, turn: Turn): void {
  const text = noted.get(turn);
  if (text === undefined && choices.notes.length === 0) return;
  while (choices.notes.length < choices.turnIds.length - 1) choices.notes.push("");
  choices.notes.push(text ?? "");
}
