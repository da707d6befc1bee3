/**
 * The interface between pages and the board of a game. A game's folder `browser` contains `board.js`, which exports a
 * function `create` of the type `Create`, and the folder `texts`.
 *
 * Rule 1: the board contains no rules of the game. The engine decides which actions are legal, what each viewer sees,
 * and which parts an action has.
 * Rule 2: a *target* is a thing that an action can concern, such as a card. Its name consists of its kind and its
 * number or name, for example "place:3". The element that shows it has this name as `data-target`, so that a page can
 * mark the element and a person can click it.
 * Rule 3: people choose an action by clicking its targets. The code for this is in arena/web/tables/browser/choosing. A
 * click on an element picks its target if a legal action has this target. Then only the actions that have all picked
 * targets remain. So `targets` must return every thing that a person would point at to choose the action. If the action
 * needs two things with the same name, such as two cards of one value, the name is in the list twice.
 *
 * Legal actions with the same targets have a button each, by which people choose between them. An action without
 * targets, such as a pass, has only a button. Elements with `data-target` get the classes `open`, `picked` and
 * `pointed`; the game's style sheet decides how these look. If a page stays at a moment (see `Mark`), a click on an
 * element with `data-go-on` makes the page go on.
 */

/**
 * The parts of an action, as docs/replays.md describes them. A part that the viewer does not know is null.
 * @typedef {{ kind: string } & Record<string, any>} Parts
 */

/**
 * The position of a match, as docs/replays.md describes it.
 * @typedef {{ round: number, phase: string, seats: Array<{ score: number } & Record<string, any>> } & Record<string, any>} Board
 */

/**
 * Everything that `draw` needs to draw the board at one moment.
 * @typedef {object} Scene
 * @property {Board} board
 * @property {number | null} actor the seat that must choose; null if no seat must choose
 * @property {string[]} taken the targets to mark as taken: those of the last action; at the present moment of a
 *   table, those of all actions that other seats took since the person's last action
 * @property {string[]} open the targets of the legal actions; at a table, only if the person must choose
 * @property {number | null} seat the seat of the person who plays at this table; null for onlookers and in replays
 * @property {Board | null} before an earlier board; what differs from it is shown as new. At the present moment of a
 *   table, it is the board after the person's last action. If it is null, as in replays, nothing is shown as new.
 * @property {Board | null} decided the board of the last moment, up to the drawn one, that has a mark with `stay`; null
 *   if there is none
 */

/**
 * A mark of the timeline. A game may use any `kind`; arena/match/browser/timeline.js has signs for some kinds, and
 * shows others as a dot. For the kind "round", it shows only the digits of `label`.
 *
 * At a table, a player's page stays at a moment that has a mark with `stay` until the player goes on. An onlooker's
 * page goes on by itself after a few seconds. Meanwhile, the match goes on.
 * @typedef {{ kind: string, label: string, stay?: boolean }} Mark
 */

/** Points that a seat scores, with the reason. @typedef {{ seat: number, points: number, text: string }} Gain */

/**
 * The board of one match: it draws positions, and describes actions and positions in words.
 * @typedef {object} GameBoard
 * @property {HTMLElement} element the element that contains the whole board
 * @property {(scene: Scene) => void} draw draws the board anew
 * @property {(parts: Parts, board: Board) => string} choice returns the text of the button that chooses the action
 * @property {(parts: Parts, seat: number, board: Board) => string} deed returns a sentence that says that the seat took
 *   the action; `board` is the board before the action
 * @property {(before: Board, now: Board, taken: Parts | null) => string[]} events returns sentences about what happened
 *   between the two boards, except the action itself. `taken` is the action's parts, with its seat as `by`; null if
 *   there was no action.
 * @property {(parts: Parts, seat: number, board: Board) => string[]} targets returns the targets of the action
 * @property {(target: string, board: Board) => string} thing returns the name of a target, for people
 * @property {(options: Parts[], board: Board) => string} task returns a sentence that tells the seat that must choose
 *   what to do; `options` are its legal actions
 * @property {(parts: Parts, board: Board) => string} group returns the heading under which the action is listed
 * @property {(parts: Parts, seat: number, board: Board) => string} beside returns sentences about what else a person
 *   should know before confirming the action; may be empty
 * @property {(before: Board, now: Board) => Mark[]} marks returns the timeline's marks at the moment with the board
 *   `now`; `before` is the board of the moment before
 * @property {(board: Board) => Gain[]} gains returns the points that the board lists with reasons; empty if it lists
 *   none. Tables show them beside the board, and the results at the end of the match use them.
 * @property {(board: Board, decided: Board | null) => string[]} told returns the position in sentences, for people who
 *   cannot see the board. Tables also show the first one as the state of the match, so it should say the round and the
 *   phase. `decided`: as in `Scene`
 */

/**
 * Creates the board of a match. `setup` is the key `setup` of the match's document (docs/replays.md); `names` are the
 * names of the players, by seat. `board.js` exports this function as `create`.
 * @typedef {(setup: any, names: string[], texts: import("./texts.js").Texts) => GameBoard} Create
 */

export {};
