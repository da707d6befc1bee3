/**
 * What a game's folder gives a browser: `board.js`, which exports `create`, and its texts.
 *
 * Rule 1: the board contains no rules of the game. The engine says what is legal, who sees what and which parts an action has.
 * Rule 2: a thing that an action may be about is a *target*, named by its kind and its number or name, as "place:3". Its
 * element has this name as `data-target`, so that a page can mark it and a person can choose it.
 * Rule 3: people choose actions by targets, all in arena/web/tables/browser/choosing: a click on an element picks its target
 * if a legal action has it, and leaves only the actions that have all picked targets. So `targets` of a legal action names
 * every thing a person would point at to mean it, and names a thing twice that is meant twice, as two cards of one value.
 * Buttons distinguish legal actions with the same targets. An action about nothing, as a pass, has no targets, only a
 * button. Elements get the classes `open`, `picked` and `pointed`; the game's style sheet says how they look.
 * A click on an element with `data-go-on` leads on, if a page stays at a moment.
 */

/**
 * The parts of an action; a secret part is null.
 * @typedef {{ kind: string } & Record<string, any>} Parts
 */

/**
 * The position of a match, as docs/replays.md describes it.
 * @typedef {{ round: number, phase: string, seats: Array<{ score: number } & Record<string, any>> } & Record<string, any>} Board
 */

/**
 * What the board should draw.
 * @typedef {object} Scene
 * @property {Board} board
 * @property {number | null} actor the seat that must choose
 * @property {string[]} taken targets of the action just taken
 * @property {string[]} open targets of the actions that may be chosen now
 * @property {number | null} seat the seat of the person who plays at this table; null for an onlooker
 * @property {Board | null} before the board that this viewer saw last: differences are shown as new; null shows nothing as new
 * @property {Board | null} decided the board of the last earlier moment with a mark to stay at, if any
 */

/**
 * A mark of the timeline: `kind` is round, conflict or end, or the game's own with a sentence "mark.KIND". For a person who
 * plays, the page stays at a moment with `stay` until the person leads on; it waits for nobody else.
 * @typedef {{ kind: string, label: string, stay?: boolean }} Mark
 */

/** Points that a seat gets according to a board, and a line that gives the reason. @typedef {{ seat: number, points: number, text: string }} Gain */

/**
 * The board of one match.
 * @typedef {object} GameBoard
 * @property {HTMLElement} element the element with the whole board
 * @property {(scene: Scene) => void} draw
 * @property {(parts: Parts, board: Board) => string} choice an action in words, as a choice in this position
 * @property {(parts: Parts, seat: number, board: Board) => string} deed an action as a sentence, taken by a seat
 * @property {(before: Board, now: Board, taken: Parts | null) => string[]} events what happened by itself, in sentences; the action `taken` names its seat as `by`
 * @property {(parts: Parts, seat: number, board: Board) => string[]} targets the targets that the action is about
 * @property {(target: string, board: Board) => string} thing the name of a target, for people
 * @property {(options: Parts[], board: Board) => string} task a sentence that tells a seat with these options what to do
 * @property {(parts: Parts, board: Board) => string} group the heading under which a choice is listed
 * @property {(parts: Parts, seat: number, board: Board) => string} beside what else a person should know before confirming the action: sentences, or empty
 * @property {(before: Board, now: Board) => Mark[]} marks the marks for the timeline between these boards
 * @property {(board: Board) => Gain[]} gains the points scored on this board, if the match tells them; shown beside the board, and seat by seat at the end
 * @property {(board: Board, decided: Board | null) => string[]} told the position in sentences, for people who cannot see the board; the first has round and phase; `decided` as in a scene
 */

/**
 * What `board.js` exports.
 * @typedef {(setup: any, names: string[], texts: import("./texts.js").Texts) => GameBoard} Create
 */

export {};
