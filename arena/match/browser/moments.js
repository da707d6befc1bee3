/**
 * Moments: the boards through which a viewer steps. Each frame is a moment, and so are the stages before it
 * (docs/replays.md).
 */

/** @typedef {import("./document.js").Replay} Replay */
/** @typedef {import("./document.js").Frame} Frame */
/** @typedef {import("./document.js").Taken} Taken */
/** @typedef {import("../../games/browser/contract.js").Board} Board */

/**
 * A moment. `stage` is the number of the stage before the frame, from 1; 0 for the frame itself. `taken` is set only in
 * the first moment after the action.
 * @typedef {{ frame: Frame, stage: number, board: Board, taken: Taken | null }} Moment
 */

/**
 * Returns the moments of the frames. A stage is left out if nothing happens between it and the next moment.
 * @param {Frame[]} frames
 * @param {(before: Board, now: Board) => boolean} tells returns whether anything happens between two boards
 * @returns {Moment[]}
 */
export function moments(frames, tells) {
  return frames.flatMap((frame) => {
    /** @type {Moment[]} */
    const found = [{ frame, stage: 0, board: frame.board, taken: null }];
    for (let at = frame.stages.length - 1; at >= 0; at--) {
      const board = frame.stages[at];
      const next = found[0];
      if (board && next && tells(board, next.board)) found.unshift({ frame, stage: at + 1, board, taken: null });
    }
    if (found[0]) found[0].taken = frame.taken;
    return found;
  });
}

/**
 * Returns the name of a moment in an address: the frame's number; for a stage, also the stage's number, as in "17.2".
 * @param {Moment} moment
 */
export function step(moment) {
  return moment.stage ? `${moment.frame.number}.${moment.stage}` : `${moment.frame.number}`;
}

/**
 * Returns the index of the moment with this name. If there is none, returns the index of the frame with this number, of
 * the next frame, or of the last moment; 0 if the name is not a number.
 * @param {Moment[]} all
 * @param {string} name
 */
export function find(all, name) {
  const exact = all.findIndex((moment) => step(moment) === name);
  if (exact >= 0) return exact;
  const number = Math.floor(Number(name));
  if (!Number.isFinite(number)) return 0;
  const later = all.findIndex((moment) => moment.frame.number >= number && !moment.stage);
  return later >= 0 ? later : all.length - 1;
}

/**
 * Returns what these eyes know of each action, by the action's number: `taken` until the frame `from`, and from this
 * frame on `whole`. If no later frame discloses more of the action, `whole` is the same as `taken`.
 * @param {Replay} replay
 * @returns {Map<number, { taken: Taken, whole: Taken, from: number }>}
 */
export function knowledge(replay) {
  const known = new Map();
  for (const frame of replay.frames) {
    if (frame.taken) known.set(frame.number, { taken: frame.taken, whole: frame.taken, from: frame.number });
    for (const taken of frame.disclosed) {
      const first = known.get(taken.number);
      if (first) known.set(taken.number, { taken: first.taken, whole: taken, from: frame.number });
    }
  }
  return known;
}
