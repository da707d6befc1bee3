/**
 * The people and bots at the table, and what a player can do besides choosing actions: hand the seat over to a bot,
 * take it back, leave, and keep a table open that would be closed.
 */

import { html, say } from "../../../games/browser/drawing.js";
import { post } from "./connection.js";

/** @typedef {import("../../../games/browser/texts.js").Texts} Texts */

/** @typedef {{ seat: number, kind: "person" | "bot", name: string | null, ready: boolean, connected: boolean, played_by: string | null, left: boolean, chosen: boolean }} Seat */

/** @typedef {{ state: string, reason: string, training: boolean, substitute: string, seats: Seat[], you: number | null, watching: number, closing: boolean, trouble: string, trouble_language: string }} Table */

export class People {
  /** @param {Texts} texts @param {string} address the address below which acts are posted */
  constructor(texts, address) {
    this.texts = texts;
    this.address = address;
    this.list = html("ul", {});
    this.notes = html("div", { class: "notes", role: "status" });
    this.refused = html("p", { class: "complaint", role: "alert" });
    this.question = html("p", {});
    this.yes = html("button", { type: "button", class: "confirm" });
    this.no = html("button", { type: "button" }, texts.t("no"));
    this.dialog = html("dialog", { class: "asking", "aria-label": texts.t("sure") }, this.question, html("div", { class: "answers" }, this.yes, this.no));
    this.give = this.button("hand-over");
    this.back = this.button("take-back");
    this.leave = this.button("leave");
    this.stay = this.button("stay");
    this.no.addEventListener("click", () => this.dialog.close());
    this.yes.addEventListener("click", () => this.go());
    this.asked = "";
    this.substitute = "";
    this.element = html("section", { class: "people", "aria-label": texts.t("people") }, html("h2", {}, texts.t("people")), this.list, this.notes, this.refused, html("div", { class: "answers" }, this.stay, this.back, this.give, this.leave), this.dialog);
  }

  /** @param {string} act */
  button(act) {
    const button = html("button", { type: "button", class: act, hidden: true }, this.texts.t(`do.${act}`));
    button.addEventListener("click", () => (act === "leave" || act === "hand-over" ? this.ask(act) : this.act(act)));
    return button;
  }

  /** @param {Table} table @param {string[]} names */
  show(table, names) {
    const { t } = { t: this.texts.t.bind(this.texts) };
    this.substitute = table.substitute;
    this.list.replaceChildren(...table.seats.map((seat) => html("li", { class: `seat-${seat.seat}` }, html("span", { class: "number", "aria-hidden": true }, this.texts.seat(seat.seat)), html("bdi", {}, names[seat.seat]), " ", html("span", { class: "state" }, this.state(seat, table.you)))));
    const notes = [
      table.state === "closed" && t("table.closed", { reason: table.reason }),
      table.closing && t("table.closing"),
      table.watching > 0 && t("table.watching", { count: table.watching }),
    ];
    this.notes.replaceChildren(...notes.filter(Boolean).map((note) => html("p", {}, note)));
    const own = table.you === null ? undefined : table.seats[table.you];
    const plays = table.state === "running" && own && !own.left;
    this.give.hidden = !plays || !!own.played_by;
    this.back.hidden = !plays || !own.played_by;
    this.leave.hidden = !plays;
    this.stay.hidden = !plays || !table.closing;
  }

  /** Returns the state of a seat in words. @param {Seat} seat @param {number | null} you the viewer's seat */
  state(seat, you) {
    const { t } = { t: this.texts.t.bind(this.texts) };
    const told = [
      seat.seat === you && t("is.you"),
      seat.kind === "bot" && t("is.bot"),
      seat.left ? t("is.left") : !seat.connected && t("is.away"),
      seat.played_by && t("is.played", { who: seat.played_by }),
    ];
    return told.filter(Boolean).join(", ");
  }

  /** Asks for confirmation before the player hands the seat over or leaves. @param {string} act */
  ask(act) {
    this.asked = act;
    say(this.question, this.texts.t(`ask.${act}`, { who: this.substitute }));
    this.yes.textContent = this.texts.t(`do.${act}`);
    this.dialog.showModal();
    this.no.focus();
  }

  go() {
    this.dialog.close();
    this.act(this.asked);
  }

  /** @param {string} act */
  async act(act) {
    const { refused } = await post(new URL(act, this.address).href, {}, this.texts);
    this.refused.textContent = refused;
  }
}
