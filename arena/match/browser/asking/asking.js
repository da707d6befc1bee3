/**
 * Asks bots what they would choose in a position: a menu of the bots that can be asked, and a list of their answers.
 *
 * Rule 1: a bot is asked only when the person requests it. The answers are kept by step. A bot that has answered at a
 * step is not asked there again; a bot that has failed is.
 * Rule 2: if no bots can be asked, the page has no such menu.
 */

import { html, say } from "../../../games/browser/drawing.js";
import { loadTexts } from "../../../games/browser/texts.js";
import { harmless } from "../document.js";

/** @typedef {import("../document.js").Frame} Frame */
/** @typedef {import("../document.js").Choice} Choice */
/** @typedef {import("../../../games/browser/contract.js").GameBoard} GameBoard */
/** @typedef {import("../../../games/browser/texts.js").Texts} Texts */

/**
 * A bot's answer. While the bot is thinking, `choice` is null and `reason` is empty. If the bot failed, `choice` is
 * null and `reason` says why.
 * @typedef {{ bot: string, choice: Choice | null, took_ms: number, reason: string }} Answer
 */

/**
 * Loads the bots that can be asked; returns null if there are none.
 * @param {string} address the address at which the server names the bots and answers questions
 * @param {string} language
 * @param {(asking: Asking) => void} changed called when a question or an answer was added, or another bot is ticked
 */
export async function load(address, language, changed) {
  const answer = await fetch(address);
  if (!answer.ok) return null;
  /** @type {{ bots: string[] }} */
  const { bots } = await answer.json();
  return bots.length ? new Asking(address, bots, await loadTexts(language, import.meta.url), changed) : null;
}

export class Asking {
  /** @param {string} address @param {string[]} bots @param {Texts} texts @param {(asking: Asking) => void} changed */
  constructor(address, bots, texts, changed) {
    this.address = address;
    this.texts = texts;
    this.changed = changed;
    /** The answers by step. @type {Map<number, Answer[]>} */
    this.answers = new Map();
    /** @type {Frame | null} */
    this.frame = null;
    /** @type {GameBoard | null} */
    this.board = null;
    /** @type {number | null} */
    this.taken = null;
    this.boxes = bots.map((bot, number) => html("input", { type: "checkbox", name: "bot", value: bot, checked: number === 0 }));
    this.named = html("bdi", {});
    this.button = html("button", { type: "button", class: "ask" }, texts.t("ask"));
    /** Only for screen readers, which read out each answer when it arrives. */
    this.said = html("div", { class: "unseen", role: "log", "aria-label": texts.t("ask.answers") });
    this.list = html("ul", { class: "answers-of-bots" });
    const menu = html(
      "details",
      { class: "menu" },
      html("summary", {}, texts.t("ask.bots"), " ", this.named),
      html("div", { class: "bots", role: "group", "aria-label": texts.t("ask.bots") }, ...this.boxes.map((box) => html("label", {}, box, html("bdi", {}, harmless(box.value))))),
    );
    this.element = html("section", { class: "asking-bots", hidden: true, "aria-label": texts.t("ask.title") }, html("h2", {}, texts.t("ask.title")), html("div", { class: "question" }, menu, this.button), this.list, this.said);
    this.button.addEventListener("click", () => this.ask());
    menu.addEventListener("change", () => {
      this.name();
      this.changed(this);
    });
    this.name();
  }

  /** Adds the note that names the key with which people ask. */
  tellKey() {
    this.element.append(html("p", { class: "note" }, this.texts.t("ask.key")));
  }

  /** Writes the ticked bots into the summary of the menu, and marks the button as unusable if there are none. */
  name() {
    say(this.named, this.whom());
    this.button.setAttribute("aria-disabled", String(!this.wanted().length));
  }

  /** Returns the ticked bots. */
  wanted() {
    return this.boxes.filter((box) => box.checked).map((box) => box.value);
  }

  /** Returns the ticked bots as a list in a sentence. */
  whom() {
    const wanted = this.wanted();
    return wanted.length ? this.texts.list(wanted.map(harmless)) : this.texts.t("ask.nobody");
  }

  /**
   * Shows the answers in a position; hides everything if there is no frame or its legal actions are not known.
   * @param {Frame | null} frame the position to ask about
   * @param {GameBoard} board
   * @param {number | null} taken the action that was taken there; null if none was or it is not known
   */
  show(frame, board, taken) {
    this.frame = frame?.legal ? frame : null;
    this.board = board;
    this.taken = taken;
    this.element.hidden = !this.frame;
    this.list.replaceChildren(...this.at(this.frame).map((answer) => this.line(answer, board)));
  }

  /** Returns the answers in a position. @param {Frame | null} frame @returns {Answer[]} */
  at(frame) {
    return (frame && this.answers.get(frame.number)) ?? [];
  }

  /** Returns the names of the bots that would choose this action in the shown position. @param {number} action */
  of(action) {
    return this.at(this.frame).flatMap((answer) => (answer.choice?.action === action ? [harmless(answer.bot)] : []));
  }

  /**
   * Asks the ticked bots that have not yet answered in a position; also asks those again that have failed there.
   * @param {Frame | null} [frame] by default the shown position
   */
  async ask(frame = this.frame) {
    const { board } = this;
    if (!frame || !board) return;
    const known = this.at(frame).filter((answer) => answer.choice || !answer.reason);
    const asked = this.wanted().filter((bot) => !known.some((answer) => answer.bot === bot));
    /** @type {Answer[]} */
    const open = asked.map((bot) => ({ bot, choice: null, took_ms: 0, reason: "" }));
    this.answers.set(frame.number, [...known, ...open]);
    this.said.replaceChildren();
    this.changed(this);
    await Promise.all(open.map((answer) => this.put(answer, frame, board)));
  }

  /** Asks one bot, and fills in its answer. @param {Answer} answer @param {Frame} frame @param {GameBoard} board */
  async put(answer, frame, board) {
    const address = new URL(this.address);
    address.searchParams.set("bot", answer.bot);
    address.searchParams.set("step", String(frame.number));
    try {
      const heard = await fetch(address);
      const told = await heard.json();
      if (heard.ok) Object.assign(answer, { choice: told, took_ms: told.took_ms });
      else answer.reason = harmless(told.message);
    } catch {
      answer.reason = this.texts.t("ask.unreached");
    }
    if (this.frame?.number === frame.number) this.said.append(html("p", {}, this.sentence(answer, board, frame)));
    this.changed(this);
  }

  /**
   * Returns the answer as a sentence.
   * @param {Answer} answer
   * @param {GameBoard} board
   * @param {Frame | null} [frame] the position; by default the shown one
   */
  sentence({ bot, choice, reason }, board, frame = this.frame) {
    const who = harmless(bot);
    if (choice && frame) return this.texts.t("ask.answer", { who, choice: board.choice(choice.parts, frame.board) });
    return reason ? this.texts.t("ask.failed", { who, reason: reason.split("\n", 1)[0] ?? "" }) : this.texts.t("ask.waiting", { who });
  }

  /** @param {Answer} answer @param {GameBoard} board */
  line(answer, board) {
    const { choice, reason } = answer;
    return html(
      "li",
      { class: choice ? "answered" : reason ? "failed" : "waiting" },
      this.sentence(answer, board),
      choice && " ",
      choice && html("span", { class: "took" }, this.texts.t("ask.took", { ms: this.ms(answer.took_ms) })),
      this.same(answer, this.taken),
      reason.includes("\n") && html("pre", { tabindex: 0, role: "group", "aria-label": this.texts.t("ask.output") }, html("bdi", {}, reason.slice(reason.indexOf("\n") + 1))),
    );
  }

  /**
   * Returns a badge if the bot would choose the action that was taken; otherwise a value that adds nothing.
   * @param {Answer} answer
   * @param {number | null} taken
   */
  same({ choice }, taken) {
    return choice && choice.action === taken && html("span", { class: "badge" }, this.texts.t("ask.same"));
  }

  /** Returns the question about the decisions before the turning points of a match, with the ticked bots. */
  question() {
    return this.texts.t("ask.turns", { who: this.whom(), count: this.wanted().length });
  }

  /** @param {number} ms */
  ms(ms) {
    return new Intl.NumberFormat(this.texts.language, { maximumSignificantDigits: 2 }).format(ms);
  }
}
