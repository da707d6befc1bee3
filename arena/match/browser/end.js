/**
 * The panel that covers a part of the board at the end of the match: it says who won and how, and offers what to do
 * next and the link to share.
 */

import { html } from "../../games/browser/drawing.js";
import { places, verdict } from "./result.js";

/** @typedef {import("./narration.js").Narration} Narration */

/**
 * What a person can do next: a link if there is an `href`, else a button that calls `act`.
 * @typedef {{ text: string, act?: () => void, href?: string }} Way
 */

export class End {
  /**
   * @param {Narration} narration
   * @param {{ link: string, ways: Way[] }} next `link`: the address to share; `ways`: what a person can do next
   */
  constructor(narration, { link, ways }) {
    const { texts } = narration;
    const t = texts.t.bind(texts);
    this.narration = narration;
    this.link = link;
    this.closed = false;
    this.told = html("div", { class: "verdict-of-match" });
    this.places = html("div", { class: "account" });
    this.copied = html("p", { role: "status" });
    this.again = html("button", { type: "button", class: "result" }, t("end.result"));
    this.again.addEventListener("click", () => this.open());
    const close = html("button", { type: "button", class: "close" }, t("end.close"));
    close.addEventListener("click", () => this.close());
    const share = html("button", { type: "button", class: "share" }, t("end.share"));
    share.addEventListener("click", () => this.share());
    this.element = html(
      "section",
      { class: "end", "aria-label": t("end"), tabindex: -1, hidden: true },
      this.told,
      this.places,
      html("div", { class: "answers" }, ...ways.map((way) => made(way)), share, close),
      this.copied,
    );
  }

  /**
   * Shows or hides the panel. If a person has closed it, shows the button that opens it again instead.
   * @param {boolean} over whether the page shows the end of the match
   */
  show(over) {
    if (over && this.element.hidden && !this.closed) {
      const [first = "", ...more] = verdict(this.narration);
      this.told.replaceChildren(html("h2", {}, first), ...more.map((sentence) => html("p", {}, sentence)));
      this.places.replaceChildren(...places(this.narration));
    }
    this.element.hidden = !over || this.closed;
    this.again.hidden = !over || !this.closed;
  }

  open() {
    this.closed = false;
    this.show(true);
    this.element.focus({ preventScroll: true });
  }

  close() {
    this.closed = true;
    this.show(true);
    this.again.focus({ preventScroll: true });
  }

  /** Copies the link; if the browser forbids that, shows the link in a field from which people can copy it. */
  async share() {
    const { t } = { t: this.narration.texts.t.bind(this.narration.texts) };
    try {
      await navigator.clipboard.writeText(this.link);
      this.copied.textContent = t("end.copied");
    } catch {
      const field = html("input", { readonly: true, value: this.link, "aria-label": t("end.share") });
      this.copied.replaceChildren(field);
      field.select();
    }
  }
}

/** @param {Way} way */
function made({ text, act, href }) {
  if (href) return html("a", { class: "way", href }, text);
  const button = html("button", { type: "button", class: "confirm" }, text);
  if (act) button.addEventListener("click", act);
  return button;
}
