/**
 * A guided match: what the phases of a game and the kinds of its choices mean, told where they happen, with the numbers of
 * the rules. A switch stops it.
 *
 * Rule 1: no rule is reckoned: what is told hangs on the name of a phase, the kind of an action and the edition; numbers
 * come from the set-up of the match.
 * Rule 2: a game's room has a folder `guide`: `texts/` with a sentence for each `phase.NAME` and `kind.KIND`, perhaps another
 * for an edition, as `phase.NAME.EDITION`, and `rules.json` with the numbers of the rules it tells.
 */

import { html } from "../../../../games/browser/drawing.js";
import { loadTexts } from "../../../../games/browser/texts.js";

/** @typedef {import("../../../../match/browser/document.js").Replay} Replay */
/** @typedef {import("../../../../match/browser/moments.js").Moment} Moment */
/** @typedef {import("../../../../games/browser/texts.js").Texts} Texts */

/** What an address says when the guide shall speak. */
const ASKED = "learn";

/**
 * The guide of a match.
 * @param {Replay} replay
 * @param {Texts} texts those of the game's board, which have the names of the phases
 * @param {string} numbers address of what says which rules each key is about; the guide's words lie beside it
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
    /** Keys that were told already, in their order. @type {string[]} */
    this.before = [];
    /** Those that are told now. @type {string[]} */
    this.now = [];
    this.place = -1;
    this.switch = html("input", { type: "checkbox", role: "switch", name: "guide", checked: new URL(location.href).searchParams.has(ASKED) });
    this.switch.addEventListener("change", () => this.turn());
    this.telling = html("div", { class: "telling" });
    this.earlier = html("div", {});
    this.folded = html("details", { class: "earlier" }, html("summary", {}, told.t("guide.earlier")), this.earlier);
    this.body = html("div", { class: "body" }, this.telling, this.folded);
    this.element = html("section", { class: "guide", "aria-label": told.t("guide") }, html("h2", {}, told.t("guide")), html("label", {}, this.switch, told.t("guide.switch")), this.body);
    this.body.hidden = !this.speaks;
  }

  /** Whether it tells anything. */
  get speaks() {
    return this.switch.checked;
  }

  /**
   * Tells of the moments from one to another: the phases there, and what may be chosen at the last.
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
    this.telling.replaceChildren(...this.paragraphs(this.now));
    const earlier = this.before.filter((key) => !this.now.includes(key));
    this.earlier.replaceChildren(...this.paragraphs(earlier));
    this.folded.hidden = !earlier.length;
  }

  /** Each phase with its name, each kind of choice in a list. @param {string[]} keys */
  paragraphs(keys) {
    const kinds = keys.filter((key) => key.startsWith("kind."));
    const told = keys.filter((key) => !key.startsWith("kind.")).flatMap((key) => [
      key.startsWith("phase.") && html("h3", {}, this.texts.t(key)),
      html("p", {}, ...this.sentence(key)),
    ]);
    return [...told, kinds.length > 0 && html("ul", {}, ...kinds.map((key) => html("li", {}, ...this.sentence(key))))].filter((one) => one !== false);
  }

  /** What is told by this key in the edition of the match, and the rules that say so. @param {string} key */
  sentence(key) {
    const known = `${key}.${this.edition}` in this.rules ? `${key}.${this.edition}` : key;
    const links = (this.rules[known] ?? []).flatMap((rule) => [" ", html("a", { href: `${this.address}#${rule}`, target: "_blank", rel: "noopener" }, rule)]);
    return [this.told.t(known, this.values), html("span", { class: "rules", role: "group", "aria-label": this.told.t("guide.rules") }, ...links)];
  }

  /** Speaks or is silent; the address remembers it. */
  turn() {
    this.body.hidden = !this.speaks;
    const address = new URL(location.href);
    if (this.speaks) address.searchParams.set(ASKED, "");
    else address.searchParams.delete(ASKED);
    history.replaceState(null, "", address);
  }
}

/** The numbers of a set-up by their names; those below a name have it before their own. @param {any} setup */
function flat(setup) {
  /** @type {Record<string, number>} */
  const found = {};
  for (const [name, value] of Object.entries(setup)) {
    if (typeof value === "number") found[name] = value;
    else if (value && typeof value === "object" && !Array.isArray(value)) for (const [below, number] of Object.entries(value)) if (typeof number === "number") found[`${name}_${below}`] = number;
  }
  return found;
}
