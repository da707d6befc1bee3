/**
 * A guided match: explains the phases of a game and the kinds of its choices when they come up, with the numbers of the
 * rules. A switch turns it on and off.
 *
 * Rule 1: the guide computes no rules: its texts depend only on the phase, the kind of action and the edition; numbers in
 * them come from the set-up of the match.
 * Rule 2: a game's room has a folder `guide`: `texts/` with a sentence for each `phase.NAME` and `kind.KIND`, perhaps another
 * for an edition, as `phase.NAME.EDITION`, and `rules.json` with the numbers of the rules it tells.
 */

import { html } from "../../../../games/browser/drawing.js";
import { loadTexts } from "../../../../games/browser/texts.js";

/** @typedef {import("../../../../match/browser/document.js").Replay} Replay */
/** @typedef {import("../../../../match/browser/moments.js").Moment} Moment */
/** @typedef {import("../../../../games/browser/texts.js").Texts} Texts */

/** The query parameter that turns the guide on. */
const ASKED = "learn";

/**
 * The guide of a match.
 * @param {Replay} replay
 * @param {Texts} texts the texts of the game's board, with the names of the phases
 * @param {string} numbers the address of rules.json, with the rules of each key; the guide's texts are beside it
 * @param {string} rules address of the page with the rules of the game
 */
export async function guideOf(replay, texts, numbers, rules) {
  const told = await loadTexts(texts.language, import.meta.url, numbers);
  const answer = await fetch(numbers);
  return new Guide(replay, texts, told, await answer.json(), rules);
}

export class Guide {
  /** @param {Replay} replay @param {Texts} texts @param {Texts} told @param {Record<string, string[]>} rules @param {string} address */
  constructor(replay, texts, told, rules, address) {
    this.edition = replay.spec.edition;
    this.values = flat(replay.setup);
    this.texts = texts;
    this.told = told;
    this.rules = rules;
    this.address = address;
    /** The keys explained already, in order. @type {string[]} */
    this.before = [];
    /** The keys being explained now. @type {string[]} */
    this.now = [];
    this.place = -1;
    this.switch = html("input", { type: "checkbox", role: "switch", name: "guide", checked: new URL(location.href).searchParams.has(ASKED) });
    this.switch.addEventListener("change", () => this.turn());
    this.narration = html("div", { class: "narration" });
    this.earlier = html("div", {});
    this.folded = html("details", { class: "earlier" }, html("summary", {}, told.t("guide.earlier")), this.earlier);
    this.body = html("div", { class: "body" }, this.narration, this.folded);
    this.element = html("section", { class: "guide", "aria-label": told.t("guide") }, html("h2", {}, told.t("guide")), html("label", {}, this.switch, told.t("guide.switch")), this.body);
    this.body.hidden = !this.speaks;
  }

  /** Whether the guide is on. */
  get speaks() {
    return this.switch.checked;
  }

  /**
   * Explains the moments from one to another: their phases, and the kinds of choices at the last.
   * @param {Moment[]} moments
   * @param {number} from
   * @param {number} at
   */
  show(moments, from, at) {
    const moment = moments[at];
    if (!moment) return;
    if (at !== this.place) {
      this.place = at;
      const phases = moments.slice(Math.min(from, at), at + 1).map((one) => `phase.${one.board.phase}`);
      const kinds = moment.stage ? [] : (moment.frame.legal ?? []).map((choice) => `kind.${choice.parts.kind}`);
      const first = this.before.length + this.now.length ? [] : ["welcome"];
      const all = [...new Set([...first, ...phases.reverse(), ...kinds])];
      this.before.push(...this.now.filter((key) => !this.before.includes(key)));
      this.now = all.filter((key) => !this.before.includes(key) || key === `phase.${moment.board.phase}`);
    }
    this.narration.replaceChildren(...this.paragraphs(this.now));
    const earlier = this.before.filter((key) => !this.now.includes(key));
    this.earlier.replaceChildren(...this.paragraphs(earlier));
    this.folded.hidden = !earlier.length;
  }

  /** The explanations: each phase with its name, the kinds of choices in a list. @param {string[]} keys */
  paragraphs(keys) {
    const kinds = keys.filter((key) => key.startsWith("kind."));
    const told = keys.filter((key) => !key.startsWith("kind.")).flatMap((key) => [
      key.startsWith("phase.") && html("h3", {}, this.texts.t(key)),
      html("p", {}, ...this.sentence(key)),
    ]);
    return [...told, kinds.length > 0 && html("ul", {}, ...kinds.map((key) => html("li", {}, ...this.sentence(key))))].filter((one) => one !== false);
  }

  /** The explanation of a key in the edition of the match, with links to the rules. @param {string} key */
  sentence(key) {
    const known = `${key}.${this.edition}` in this.rules ? `${key}.${this.edition}` : key;
    const links = (this.rules[known] ?? []).flatMap((rule) => [" ", html("a", { href: `${this.address}#${rule}`, target: "_blank", rel: "noopener" }, rule)]);
    return [this.told.t(known, this.values), html("span", { class: "rules", role: "group", "aria-label": this.told.t("guide.rules") }, ...links)];
  }

  /** Turns the guide on or off; the address remembers it. */
  turn() {
    this.body.hidden = !this.speaks;
    const address = new URL(location.href);
    if (this.speaks) address.searchParams.set(ASKED, "");
    else address.searchParams.delete(ASKED);
    history.replaceState(null, "", address);
  }
}

/** The numbers of a set-up by their names; a nested one has the outer names before its own. @param {any} setup */
function flat(setup) {
  /** @type {Record<string, number>} */
  const found = {};
  for (const [name, value] of Object.entries(setup)) {
    if (typeof value === "number") found[name] = value;
    else if (value && typeof value === "object" && !Array.isArray(value)) for (const [below, number] of Object.entries(value)) if (typeof number === "number") found[`${name}_${below}`] = number;
  }
  return found;
}
