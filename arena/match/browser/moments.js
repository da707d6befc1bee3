/** A replay as moments, through which a viewer steps: each frame, and before it the stages that lead to it. */

/** @typedef {import("./document.js").Replay} Replay */
/** @typedef {import("./document.js").Frame} Frame */
/** @typedef {import("./document.js").Taken} Taken */
/** @typedef {import("../../games/browser/contract.js").Board} Board */

/**
 * `stage` counts from 1 the stages before the frame and is 0 for the frame itself. `taken` is set in the first moment that
 * shows the action's effect.
 * @typedef {{ frame: Frame, stage: number, board: Board, taken: Taken | null }} Moment
 */

/**
 * The moments of frames; a stage after which nothing is reported is left out.
 * @param {Frame[]} frames
 * @param {(before: Board, now: Board) => boolean} tells
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

/** The name of a moment in an address: the frame's number, and the stage's number if it is a stage. @param {Moment} moment */
export function step(moment) {
  return moment.stage ? `${moment.frame.number}.${moment.stage}` : `${moment.frame.number}`;
}

/** The index of the moment with this name, or of the nearest one. @param {Moment[]} all @param {string} name */
export function find(all, name) {
  const exact = all.findIndex((moment) => step(moment) === name);
  if (exact >= 0) return exact;
  const number = Math.floor(Number(name));
  if (!Number.isFinite(number)) return 0;
  const later = all.findIndex((moment) => moment.frame.number >= number && !moment.stage);
  return later >= 0 ? later : all.length - 1;
}

/**
 * What is known of each action, by its number: as it was known when taken, and complete, from the frame that disclosed it.
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
