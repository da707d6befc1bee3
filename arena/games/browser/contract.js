/**
 * What a game's room gives a browser: `board.js`, which exports `create`, and words for it.
 *
 * Rule 1: no rule of the game is in it. What is legal, who sees what and what an action is made of is told by the engine.
 * Rule 2: what an action may be about is a *target*, named by its kind and its number or name, as "place:3". Its element
 * has the name as `data-target`; so it can be marked, and it can be chosen.
 * Rule 3: people choose by targets, and arena/web/tables/browser/choosing does all of it: a click on an element whose target is
 * among those of a legal action picks it, and the actions narrow to those that are about all that is picked. So `targets` of
 * a legal action names every thing a person would point at to mean it, a thing that is meant twice, as two cards of one
 * value, twice; two legal actions with the same targets are told apart by buttons. An action about nothing, as a pass, has
 * none: it is a button only. Elements get the classes `open`, `picked` and `pointed`; the game's sheet says how they look.
 * An element with `data-go-on` leads on, where a page stays at a moment.
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
 * @property {number | null} seat whose table it is: the seat of the person who plays here; null for an onlooker
 * @property {Board | null} before how it stood when these eyes looked last: what is different is shown as new; null for nothing
 * @property {Board | null} decided the board of the last moment before this one that had a mark to stay at, if any
 */

/**
 * A mark of the timeline: `kind` is one of round, conflict, end; or the game's own, with a sentence "mark.KIND". Who plays
 * stays at a moment with `stay` until having seen it; nobody else waits.
 * @typedef {{ kind: string, label: string, stay?: boolean }} Mark
 */

/** Points that a seat gets where a board says so, and a line that tells what for. @typedef {{ seat: number, points: number, text: string }} Gain */

/**
 * The board of one match.
 * @typedef {object} GameBoard
 * @property {HTMLElement} element what is shown
 * @property {(scene: Scene) => void} draw
 * @property {(parts: Parts, board: Board) => string} choice an action in words, as a choice in this position
 * @property {(parts: Parts, seat: number, board: Board) => string} deed the same, done by a seat: a sentence
 * @property {(before: Board, now: Board, taken: Parts | null) => string[]} events what happened by itself, in sentences; what was taken has its seat as `by`
 * @property {(parts: Parts, seat: number, board: Board) => string[]} targets what the action is about
 * @property {(target: string, board: Board) => string} thing what a target is called
 * @property {(options: Parts[], board: Board) => string} task what is to be done by the seat that may choose among these: a sentence
 * @property {(parts: Parts, board: Board) => string} group the heading below which a choice stands among the others
 * @property {(parts: Parts, seat: number, board: Board) => string} beside what else to know before confirming it: sentences, or nothing
 * @property {(before: Board, now: Board) => Mark[]} marks what a timeline marks
 * @property {(board: Board) => Gain[]} gains what is scored there, where a match tells it; shown beside the board, and seat by seat at the end
 * @property {(board: Board, decided: Board | null) => string[]} told the position in sentences, for people who do not see it; the first has round and phase; `decided` as in a scene
 */

/**
 * What `board.js` exports.
 * @typedef {(setup: any, names: string[], texts: import("./texts.js").Texts) => GameBoard} Create
 */

export {};
