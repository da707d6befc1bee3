/** Describes how a match ended: who won, since when the winner led, and the ranking with the points of each seat. */

import { html } from "../../games/browser/drawing.js";

/** @typedef {import("./document.js").Spec} Spec */
/** @typedef {import("./narration.js").Narration} Narration */
/** @typedef {import("../../games/browser/contract.js").Gain} Gain */
/** @typedef {Gain & { round: number }} Scored */

/** Returns the seats in the order of their ranks, the best first. @param {Spec} spec */
export function order(spec) {
  return [...spec.ranks.keys()].sort((one, other) => (spec.ranks[one] ?? 0) - (spec.ranks[other] ?? 0));
}

/**
 * Makes the ranking: an element for each seat, with its total and a line for each time that it scored points. If the
 * boards list no points with reasons (`gains` in contract.js), there are only totals.
 * @param {Narration} narration
 */
export function places(narration) {
  const { texts, names, replay } = narration;
  const { spec } = replay;
  const all = scored(narration);
  return order(spec).map((seat) => {
    const own = all.filter((gain) => gain.seat === seat);
    const title = texts.t("result", { rank: spec.ranks[seat] ?? 0, who: names[seat] ?? "", count: spec.scores[seat] ?? 0 });
    if (!own.length) return html("p", { class: `seat-${seat} total` }, title);
    const lines = own.map((gain) => html("li", {}, html("strong", {}, `+${texts.numbers.format(gain.points)}`), " ", texts.t("in.round", { round: gain.round }), " ", gain.text));
    return html("details", { class: `seat-${seat} total`, open: seat === replay.eyes }, html("summary", {}, title), html("ul", {}, ...lines));
  });
}

/**
 * Returns sentences: who won and by how much, since when the winner led, and when the winner scored most points at
 * once.
 * @param {Narration} narration
 */
export function verdict(narration) {
  const { texts, names, replay } = narration;
  const { spec } = replay;
  const [first, second] = order(spec);
  const winners = order(spec).filter((seat) => spec.ranks[seat] === 1);
  if (first === undefined || winners.length !== 1) return [texts.t("end.shared", { who: texts.list(winners.map((seat) => names[seat] ?? "")) })];
  const who = names[first] ?? "";
  const ahead = (spec.scores[first] ?? 0) - (spec.scores[second ?? first] ?? 0);
  const told = [ahead > 0 ? texts.t("end.won", { who, count: ahead, other: names[second ?? first] ?? "" }) : texts.t("end.won.level", { who })];
  const round = leadSince(narration, first);
  if (round !== null) told.push(texts.t("end.led", { who, round }));
  const [most] = scored(narration).filter((gain) => gain.seat === first).sort((one, other) => other.points - one.points);
  if (most) told.push(texts.t("end.most", { points: texts.numbers.format(most.points), round: most.round, what: most.text }));
  return told;
}

/**
 * Returns the round since which the boards have shown the winner ahead of all other seats; null if the last board does
 * not show that, such as after a tie or in a game whose boards show no scores.
 * @param {Narration} narration
 * @param {number} winner the seat
 */
function leadSince(narration, winner) {
  const { moments } = narration;
  let since = null;
  for (let at = moments.length - 1; at > 0; at--) {
    const board = moments[at]?.board;
    const scores = (board?.seats ?? []).map((seat) => seat.score);
    const own = scores[winner];
    if (own === undefined || scores.some((score, seat) => seat !== winner && score >= own)) break;
    since = board?.round ?? null;
  }
  return since;
}

/** Returns all points that the boards list with reasons. @param {Narration} narration @returns {Scored[]} */
function scored(narration) {
  return narration.moments.flatMap((moment) => narration.board.gains(moment.board).map((gain) => ({ ...gain, round: moment.board.round })));
}
