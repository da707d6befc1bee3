import type { Choices, Turn } from "./gen/arena/protocol/v1/arena_pb.js";

/** How many characters of a note the arena keeps. */
const MOST = 200;

/** What was noted on turns that are not answered yet. */
const noted = new WeakMap<Turn, string>();

/**
 * Notes a line on the choice that is made in this turn, for who looks at the match when it is over. The last one counts;
 * of a long one the first 200 characters. No other bot is told of it.
 */
export function note(turn: Turn, text: string): void {
  noted.set(turn, [...text].slice(0, MOST).join(""));
}

/** Puts what was noted on the turn that was answered last beside its choice. */
export function addNote(choices: Choices, turn: Turn): void {
  const text = noted.get(turn);
  if (text === undefined && choices.notes.length === 0) return;
  while (choices.notes.length < choices.turnIds.length - 1) choices.notes.push("");
  choices.notes.push(text ?? "");
}
