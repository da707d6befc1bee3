/**
 * The list of choices: a button for every legal action, in groups with headings. People who use a keyboard or a screen
 * reader can choose here, and so can people who prefer a list to the board.
 */

import { html, say } from "../../../../games/browser/drawing.js";

/** @typedef {import("./narrowing.js").Narrowing} Narrowing */
/** @typedef {import("./narrowing.js").Option} Option */
/** @typedef {import("../../../../games/browser/contract.js").Board} Board */
/** @typedef {import("../../../../games/browser/contract.js").GameBoard} GameBoard */
/** @typedef {import("../../../../games/browser/texts.js").Texts} Texts */

/** With more choices than this, the groups are folded at first, unless there is only one group. */
const MANY = 24;

export class Form {
  /**
   * @param {GameBoard} board
   * @param {Texts} texts
   * @param {{ name: (option: Option) => void, point: (option: Option | null) => void }} asked `name`: a button was
   *   pressed; `point`: the person points at a button, or (null) no longer does
   */
  constructor(board, texts, asked) {
    this.board = board;
    this.texts = texts;
    this.asked = asked;
    /** @type {Narrowing | null} */
    this.narrowing = null;
    /** @type {Board | null} */
    this.now = null;
    /** @type {Map<Option, HTMLButtonElement>} */
    this.buttons = new Map();
    /** @type {Array<{ element: HTMLElement, options: Option[], count: HTMLElement }>} */
    this.groups = [];
    this.title = html("h2", { tabindex: -1 });
    this.list = html("div", { class: "groups" });
    this.element = html("section", { class: "form", hidden: true, "aria-label": texts.t("choices") }, this.title, this.list);
  }

  /** Shows the choices. @param {Narrowing} narrowing @param {Board} now @param {string} task the heading */
  ask(narrowing, now, task) {
    this.narrowing = narrowing;
    this.now = now;
    say(this.title, task);
    /** @type {Map<string, Option[]>} */
    const grouped = new Map();
    for (const option of narrowing.options) {
      const heading = this.board.group(option.choice.parts, now);
      grouped.set(heading, [...(grouped.get(heading) ?? []), option]);
    }
    this.buttons.clear();
    const folded = narrowing.options.length > MANY && grouped.size > 1;
    this.groups = [...grouped].map(([heading, options]) => this.group(heading, options, now, folded));
    this.list.replaceChildren(...this.groups.map((group) => group.element));
    const came = this.element.hidden;
    this.element.hidden = false;
    if (came) this.element.parentElement?.scrollTo({ left: 0 }); // else a phone stays at the part shown before
  }

  close() {
    this.narrowing = null;
    this.element.hidden = true;
    this.list.replaceChildren();
  }

  /** @param {string} heading @param {Option[]} options @param {Board} now @param {boolean} folded */
  group(heading, options, now, folded) {
    const count = html("span", { class: "count" });
    const items = html("ul", {}, ...options.map((option) => {
      const button = this.button(option, now);
      this.buttons.set(option, button);
      return html("li", {}, button);
    }));
    const element = folded
      ? html("details", { class: "group" }, html("summary", {}, heading, " ", count), items)
      : html("div", { class: "group", role: "group", "aria-label": heading }, html("h3", {}, heading, " ", count), items);
    return { element, options, count };
  }

  /** @param {Option} option @param {Board} now */
  button(option, now) {
    const button = html("button", { type: "button", "data-action": option.choice.action }, this.board.choice(option.choice.parts, now));
    button.addEventListener("click", () => this.asked.name(option));
    for (const kind of ["pointerenter", "focus"]) button.addEventListener(kind, () => this.asked.point(option));
    for (const kind of ["pointerleave", "blur"]) button.addEventListener(kind, () => this.asked.point(null));
    return button;
  }

  /** Shows only the choices that fit the picks; shows all while one is chosen by its button. */
  show() {
    const { narrowing } = this;
    if (!narrowing) return;
    const shown = new Set(narrowing.named ? narrowing.options : narrowing.remaining);
    const meant = narrowing.proposed;
    for (const [option, button] of this.buttons) {
      const item = button.parentElement;
      if (item) item.hidden = !shown.has(option);
      button.setAttribute("aria-pressed", String(option === meant));
    }
    for (const { element, options, count } of this.groups) {
      const left = options.filter((option) => shown.has(option)).length;
      element.hidden = !left;
      count.textContent = this.texts.t("choices.count", { count: left });
      if (element instanceof HTMLDetailsElement && narrowing.picks.length && !narrowing.named) element.open = left <= MANY;
    }
  }

  /** Moves the focus to the list. */
  lead() {
    this.title.scrollIntoView();
    this.title.focus();
  }

  /** Moves the focus to the button of a choice. @param {Option} option */
  focus(option) {
    this.buttons.get(option)?.focus();
  }
}
