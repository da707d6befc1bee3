/**
 * What the player may have missed: what happened since the player's last action, and the points that the shown board
 * lists with reasons.
 */

import { html } from "../../../games/browser/drawing.js";

/** @typedef {import("../../../match/browser/narration.js").Narration} Narration */
/** @typedef {import("../../../games/browser/contract.js").Gain} Gain */
/** @typedef {import("../../../games/browser/texts.js").Texts} Texts */

export class Recap {
  /** @param {Narration} narration @param {Texts} texts */
  constructor(narration, texts) {
    this.narration = narration;
    this.texts = texts;
    this.happened = html("ul", {});
    this.since = html("section", { class: "since", "aria-label": texts.t("since") }, html("h2", {}, texts.t("since")), this.happened);
    this.gained = html("div", {});
    this.points = html("section", { class: "account", "aria-label": texts.t("account"), hidden: true }, html("h2", {}, texts.t("account")), this.gained);
    this.element = html("div", { class: "recap" }, this.points, this.since);
  }

  /**
   * @param {number} from the moment after which the list begins: at the present moment, that of the player's last
   *   action or the beginning; at an earlier moment that the person looks at, the moment before
   * @param {number} at the shown moment
   */
  show(from, at) {
    const { narration } = this;
    const lines = Array.from({ length: Math.max(0, at - from) }, (_, index) => narration.sentence(from + 1 + index));
    this.happened.replaceChildren(...lines.map((line) => html("li", {}, line)));
    this.since.hidden = !lines.length;
    const moment = narration.moments[at];
    const here = moment ? narration.board.gains(moment.board) : [];
    this.points.hidden = !here.length;
    this.gained.replaceChildren(this.lines(here));
  }

  /** @param {Gain[]} gains */
  lines(gains) {
    return html("ul", {}, ...gains.map((gain) => html("li", { class: `seat-${gain.seat}` }, html("strong", {}, `+${this.texts.numbers.format(gain.points)}`), " ", gain.text)));
  }
}
