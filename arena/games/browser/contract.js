/**
 * What a game's room gives a browser: `board.js`, which exports `create`, and words for it.
 *
 * Rule 1: no rule of the game is in it. What is legal, who sees what and what an action is made of is told by the engine.
 * Rule 2: what an action may be about is a *target*, named by its kind and its number or name, as "place:3". Its element
 * has the name as `data-target`; so it can be marked, and it can be chosen.
 */

/**
 * The parts of an action; null for each that is secret.
 * @typedef {{ kind: string } & Record<string, any>} Parts
 */

/**
 * How a match stands, as docs/replays.md has it.
 * @typedef {{ round: number, phase: string, seats: Array<{ score: number } & Record<string, any>> } & Record<string, any>} Board
 */

/**
 * What is to be drawn.
 * @typedef {object} Scene
 * @property {Board} board
 * @property {number | null} actor the seat that must choose
 * @property {string[]} taken targets of the action just taken
 * @property {string[]} open targets of the actions that may be chosen now
 */

/**
 * A mark of the timeline: `kind` is one of round, conflict, end; or the game's own, with a sentence "mark.KIND".
 * @typedef {{ kind: string, label: string }} Mark
 */

/**
 * The board of one match.
 * @typedef {object} GameBoard
 * @property {HTMLElement} element what is shown
 * @property {(scene: Scene) => void} draw
 * @property {(parts: Parts, board: Board) => string} choice an action in words, as a choice in this position
 * @property {(parts: Parts, seat: number, board: Board) => string} deed the same, done by a seat: a sentence
 * @property {(before: Board, now: Board, taken: Parts | null) => string[]} events what happened by itself, in sentences; what was taken has its seat as `by`
 * @property {(parts: Parts, seat: number, board: Board) => string[]} targets what the action is about
 * @property {(before: Board, now: Board) => Mark[]} marks what a timeline marks
 * @property {(board: Board) => string[]} told the position in sentences, for who does not see it
 */

/**
 * What `board.js` exports.
 * @typedef {(setup: any, names: string[], texts: import("./texts.js").Texts) => GameBoard} Create
 */

export {};
