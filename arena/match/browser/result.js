/** How a match ended: the ranking with the points of each seat line by line, and since when the winner has led. */

import { html } from "../../games/browser/drawing.js";

/** @typedef {import("./document.js").Spec} Spec */
/** @typedef {import("./narration.js").Narration} Narration */
/** @typedef {import("../../games/browser/contract.js").Gain} Gain */
/** @typedef {Gain & { round: number }} Scored */

/** The seats by their ranks. @param {Spec} spec */
export function order(spec) {
  return [...spec.ranks.keys()].sort((one, other) => (spec.ranks[one] ?? 0) - (spec.ranks[other] ?? 0));
}

/** The ranking, with the points of each seat line by line. @param {Narration} narration */
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

/** Who won, by how much and since when, in sentences. @param {Narration} narration */
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

/** The round since which the winner has been ahead of all; null if points are shown only at the end. @param {Narration} narration @param {number} winner */
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

/** @param {Narration} narration @returns {Scored[]} */
function scored(narration) {
  return narration.moments.flatMap((moment) => narration.board.gains(moment.board).map((gain) => ({ ...gain, round: moment.board.round })));
}
