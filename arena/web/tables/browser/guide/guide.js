/**
 * The guide: it explains the phases of a game and the kinds of choices when they first occur in a match, with links to
 * the rules. A switch turns it on and off.
 *
 * Rule 1: the guide computes no rules. Its texts depend only on the phase, the kind of action and the edition; the
 * values in them come from the set-up of the match.
 * Rule 2: a game with a guide has a folder `guide` in its folder `browser`. The catalogues in `guide/texts` have the
 * keys `welcome`, `phase.NAME` for each phase, and `kind.KIND` for each kind of action. A key such as
 * `phase.NAME.EDITION` has another text for this edition. `guide/rules.json` must have the same keys; each has a list
 * of rules to link to, such as "V-1.2".
 */

import { html } from "../../../../games/browser/drawing.js";
import { loadTexts } from "../../../../games/browser/texts.js";

/** @typedef {import("../../../../match/browser/document.js").Replay} Replay */
/** @typedef {import("../../../../match/browser/moments.js").Moment} Moment */
/** @typedef {import("../../../../games/browser/texts.js").Texts} Texts */

/** The query parameter that turns the guide on. */
const ASKED = "learn";

/**
 * Loads the guide of a match.
 * @param {Replay} replay
 * @param {Texts} texts the texts of the game's board, with the names of the phases
 * @param {string} numbers the address of `rules.json`; the guide's folder `texts` is beside it
 * @param {string} rules the address of the page with the rules of the game
 */
export async function guideOf(replay, texts, numbers, rules) {
  const told = await loadTexts(texts.language, import.meta.url, numbers);
  const answer = await fetch(numbers);
  return new Guide(replay, texts, told, await answer.json(), rules);
}

export class Guide {
  /**
   * @param {Replay} replay
   * @param {Texts} texts the texts of the game's board
   * @param {Texts} told the texts of the guide
   * @param {Record<string, string[]>} rules the rules of each key
   * @param {string} address the address of the page with the rules
   */
  constructor(replay, texts, told, rules, address) {
    this.edition = replay.spec.edition;
    this.values = flat(replay.setup);
    this.texts = texts;
    this.told = told;
    this.rules = rules;
    this.address = address;
    /** The keys explained earlier, in this order. @type {string[]} */
    this.before = [];
    /** The keys that are explained now. @type {string[]} */
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
   * Explains the phases of the moments from `from` to `at`, and the kinds of choices at `at`. What was explained
   * earlier is listed in the folded part; only the phase of `at` is always explained again.
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

  /**
   * Returns the explanations of keys: the phases with their names as headings, then the kinds of choices in a list.
   * @param {string[]} keys
   */
  paragraphs(keys) {
    const kinds = keys.filter((key) => key.startsWith("kind."));
    const told = keys.filter((key) => !key.startsWith("kind.")).flatMap((key) => [
      key.startsWith("phase.") && html("h3", {}, this.texts.t(key)),
      html("p", {}, ...this.sentence(key)),
    ]);
    return [...told, kinds.length > 0 && html("ul", {}, ...kinds.map((key) => html("li", {}, ...this.sentence(key))))].filter((one) => one !== false);
  }

  /** Returns the explanation of a key in the match's edition, with links to the rules. @param {string} key */
  sentence(key) {
    const known = `${key}.${this.edition}` in this.rules ? `${key}.${this.edition}` : key;
    const links = (this.rules[known] ?? []).flatMap((rule) => [" ", html("a", { href: `${this.address}#${rule}`, target: "_blank", rel: "noopener" }, rule)]);
    return [this.told.t(known, this.values), html("span", { class: "rules", role: "group", "aria-label": this.told.t("guide.rules") }, ...links)];
  }

  /** Shows or hides the explanations as the switch says, and stores this in the page's address. */
  turn() {
    this.body.hidden = !this.speaks;
    const address = new URL(location.href);
    if (this.speaks) address.searchParams.set(ASKED, "");
    else address.searchParams.delete(ASKED);
    history.replaceState(null, "", address);
  }
}

/**
 * Returns the numbers in a set-up by their names. The name of a number in a nested object is `OUTER_INNER`.
 * @param {any} setup
 */
function flat(setup) {
  /** @type {Record<string, number>} */
  const found = {};
  for (const [name, value] of Object.entries(setup)) {
    if (typeof value === "number") found[name] = value;
    else if (value && typeof value === "object" && !Array.isArray(value)) for (const [below, number] of Object.entries(value)) if (typeof number === "number") found[`${name}_${below}`] = number;
  }
  return found;
}
