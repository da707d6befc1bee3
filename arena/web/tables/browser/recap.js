/** What one may have missed: what happened since one's own last action, what it scored, and how the match ended. */

import { html } from "../../../games/browser/drawing.js";

/** @typedef {import("../../../match/browser/document.js").Spec} Spec */
/** @typedef {import("../../../match/browser/telling.js").Telling} Telling */
/** @typedef {import("../../../games/browser/contract.js").Gain} Gain */
/** @typedef {import("../../../games/browser/texts.js").Texts} Texts */

export class Recap {
  /** @param {Telling} telling @param {string[]} names @param {Texts} texts */
  constructor(telling, names, texts) {
    this.telling = telling;
    this.names = names;
    this.texts = texts;
    this.happened = html("ul", {});
    this.since = html("section", { class: "since", "aria-label": texts.t("since") }, html("h2", {}, texts.t("since")), this.happened);
    this.gained = html("div", {});
    this.points = html("section", { class: "account", "aria-label": texts.t("account"), hidden: true }, html("h2", {}, texts.t("account")), this.gained);
    this.element = html("div", { class: "recap" }, this.points, this.since);
  }

  /** @param {number} from the own last action, or the beginning @param {number} at @param {Spec} spec how the match ended, if it has */
  show(from, at, spec) {
    const { telling } = this;
    const lines = Array.from({ length: Math.max(0, at - from) }, (_, index) => telling.sentence(from + 1 + index));
    this.happened.replaceChildren(...lines.map((line) => html("li", {}, line)));
    this.since.hidden = !lines.length;
    const over = spec.ranks.length > 0 && at === telling.moments.length - 1;
    const moment = telling.moments[at];
    const here = moment ? telling.board.gains(moment.board) : [];
    this.points.hidden = !over && !here.length;
    this.gained.replaceChildren(...(over ? this.result(spec) : [this.lines(here)]));
  }

  /** @param {Gain[]} gains */
  lines(gains) {
    return html("ul", {}, ...gains.map((gain) => html("li", { class: `seat-${gain.seat}` }, html("strong", {}, `+${this.texts.numbers.format(gain.points)}`), " ", gain.text)));
  }

  /** How all ended, with each seat's points line by line. @param {Spec} spec */
  result(spec) {
    const { telling, texts, names } = this;
    const all = telling.moments.flatMap((moment) => telling.board.gains(moment.board).map((gain) => ({ ...gain, round: moment.board.round })));
    const order = [...spec.ranks.keys()].sort((one, other) => (spec.ranks[one] ?? 0) - (spec.ranks[other] ?? 0));
    return order.map((seat) => {
      const own = all.filter((gain) => gain.seat === seat);
      const title = texts.t("result", { rank: spec.ranks[seat] ?? 0, who: names[seat] ?? "", count: spec.scores[seat] ?? 0 });
      if (!own.length) return html("p", { class: `seat-${seat} total` }, title);
      const lines = own.map((gain) => html("li", {}, html("strong", {}, `+${texts.numbers.format(gain.points)}`), " ", texts.t("in.round", { round: gain.round }), " ", gain.text));
      return html("details", { class: `seat-${seat} total`, open: seat === telling.replay.eyes }, html("summary", {}, title), html("ul", {}, ...lines));
    });
  }
}
