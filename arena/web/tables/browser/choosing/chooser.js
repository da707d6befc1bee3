/**
 * Lets a player choose an action, by clicks on the board or with buttons. Both show which legal actions remain. The
 * player has to confirm the choice, because others can see the action at once and it cannot be taken back.
 *
 * Rule 1: this code knows about a game only what its `GameBoard` says (arena/games/browser/contract.js).
 * Rule 2: elements of the board with `data-target` get these classes, and the game's style sheet decides how they look:
 * `pickable` (a legal action has this target), `open` (can be added to the picks), `picked`, and `pointed` (the person
 * points at the button of an action with this target). While a choice is open, the board has the class `choosing`.
 * Rule 3: people can choose every action with the buttons alone, without a pointer and without the board.
 */

import { html, say } from "../../../../games/browser/drawing.js";
import { Form } from "./form.js";
import { copies, Narrowing } from "./narrowing.js";

/** @typedef {import("./narrowing.js").Option} Option */
/** @typedef {import("./narrowing.js").Pick} Pick */
/** @typedef {import("../../../../match/browser/document.js").Frame} Frame */
/** @typedef {import("../../../../games/browser/contract.js").GameBoard} GameBoard */
/** @typedef {import("../../../../games/browser/texts.js").Texts} Texts */

/**
 * If at most this many choices remain, each has a button below the board. If more remain, only those have one whose
 * targets are exactly the picks.
 */
const FEW = 4;

/** The most buttons below the board; more are replaced by one button that leads to the list of choices. */
const MOST = 8;

export class Chooser {
  /**
   * @param {GameBoard} board
   * @param {Texts} texts
   * @param {(action: number) => Promise<string>} send sends the choice; returns why the server refused it, or ""
   */
  constructor(board, texts, send) {
    this.board = board;
    this.texts = texts;
    this.send = send;
    /** @type {Narrowing | null} */
    this.narrowing = null;
    /** @type {Frame | null} */
    this.frame = null;
    this.sending = false;
    this.task = html("p", { class: "task" });
    this.meant = html("p", { class: "meant", role: "status" });
    this.refused = html("p", { class: "complaint", role: "alert" });
    this.confirm = html("button", { type: "button", class: "confirm" }, texts.t("confirm"));
    this.again = html("button", { type: "button", class: "again" }, texts.t("choose.again"));
    this.few = html("div", { class: "few" });
    this.element = html("div", { class: "chooser", hidden: true }, this.task, this.meant, this.refused, html("div", { class: "answers" }, this.confirm, this.again), this.few);
    this.form = new Form(board, texts, { name: (option) => this.name(option), point: (option) => this.point(option) });
    this.confirm.addEventListener("click", () => this.go());
    this.again.addEventListener("click", () => this.back());
    board.element.addEventListener("click", (event) => this.click(event));
    document.addEventListener("keydown", (event) => this.key(event)); // a click on the board leaves nothing focused
  }

  /** Whether a choice is open. */
  get asks() {
    return this.narrowing !== null;
  }

  /** Lets the player choose one of the frame's legal actions. The board must show this frame. @param {Frame} frame */
  ask(frame) {
    const seat = frame.actor ?? 0;
    this.frame = frame;
    this.sending = false;
    this.narrowing = new Narrowing((frame.legal ?? []).map((choice) => ({ choice, targets: this.board.targets(choice.parts, seat, frame.board) })));
    this.refused.textContent = "";
    say(this.task, this.board.task((frame.legal ?? []).map((choice) => choice.parts), frame.board));
    this.element.hidden = false;
    this.form.ask(this.narrowing, frame.board, this.task.textContent);
    this.show();
  }

  /** Ends the choice; from then on nothing can be chosen. */
  close() {
    this.narrowing = null;
    this.element.hidden = true;
    this.form.close();
    this.mark();
  }

  /** Picks the clicked target, or undoes its pick. @param {Event} event */
  click(event) {
    const { narrowing } = this;
    if (!narrowing || this.sending || !(event.target instanceof Element)) return;
    const about = [];
    for (let at = event.target.closest("[data-target]"); at; at = at.parentElement?.closest("[data-target]") ?? null) {
      const target = at.getAttribute("data-target") ?? "";
      if (narrowing.isAbout(target)) about.push({ target, copy: [...this.things(target)].indexOf(at) });
    }
    const [inner] = about;
    if (!inner) return;
    // the inner target may not fit: once a card to sell is picked, a click on a card in the market means the market
    const meant = about.find(({ target }) => narrowing.goesOn(target) || narrowing.picks.some((pick) => pick.target === target)) ?? inner;
    narrowing.toggle(meant.target, meant.copy);
    this.show();
  }

  /** Undoes the picks on Escape, unless a dialog has the focus. @param {KeyboardEvent} event */
  key(event) {
    const asked = event.target instanceof Element && event.target.closest("dialog");
    if (event.key === "Escape" && !asked) this.back();
  }

  /** Proposes the action whose button was pressed. @param {Option} option */
  name(option) {
    this.narrowing?.name(option);
    this.show();
    this.confirm.focus();
  }

  /** Undoes all picks. If they came from the button of an action, moves the focus back to this button. */
  back() {
    if (!this.narrowing || this.sending) return;
    const last = this.narrowing.named;
    this.narrowing.clear();
    this.show();
    if (last) this.form.focus(last);
  }

  /** Sends the proposed action; if the server refuses it, shows why. */
  async go() {
    const action = this.narrowing?.proposed?.choice.action;
    if (action === undefined || this.sending) return;
    this.sending = true;
    this.refused.textContent = "";
    this.confirm.setAttribute("aria-disabled", "true");
    const asked = this.frame;
    const refused = await this.send(action);
    if (!refused || this.frame !== asked || !this.narrowing) return; // accepted, or newer frames have ended this choice
    this.sending = false;
    this.show();
    this.refused.textContent = refused;
  }

  /** Shows the picks, the proposed action and the remaining choices. */
  show() {
    const { narrowing, frame, texts } = this;
    if (!narrowing || !frame) return;
    const { proposed, remaining } = narrowing;
    const seat = frame.actor ?? 0;
    const beside = proposed ? this.board.beside(proposed.choice.parts, seat, frame.board) : "";
    const left = narrowing.picks.length && !proposed ? this.left(narrowing, frame.board) : "";
    say(this.meant, proposed ? [texts.t("meant", { choice: this.board.choice(proposed.choice.parts, frame.board) }), beside].filter(Boolean).join(" ") : left);
    this.task.hidden = !!proposed || !!left;
    this.confirm.hidden = !proposed;
    this.confirm.setAttribute("aria-disabled", "false");
    this.again.hidden = !narrowing.picks.length && !narrowing.named;
    const offers = proposed ? [] : remaining.length <= FEW ? remaining : narrowing.exact;
    this.few.replaceChildren(...(offers.length > MOST ? [this.toList(offers.length)] : offers.map((option) => this.form.button(option, frame.board))));
    this.form.show();
    this.mark();
  }

  /** Makes the button that leads to the list of choices. @param {number} count */
  toList(count) {
    const button = html("button", { type: "button" }, this.texts.t("choices.count", { count }));
    button.addEventListener("click", () => this.form.lead());
    return button;
  }

  /**
   * Returns a sentence about the picks and about the groups of the choices that remain.
   * @param {Narrowing} narrowing
   * @param {Frame["board"]} board
   */
  left(narrowing, board) {
    const picked = narrowing.picks.map((pick) => this.board.thing(pick.target, board));
    const groups = new Set(narrowing.remaining.map((option) => this.board.group(option.choice.parts, board)));
    return this.texts.t("choices.left", { count: narrowing.remaining.length, picked: this.texts.list(picked), groups: this.texts.list([...groups]) });
  }

  /** Sets the classes of rule 2, except `pointed`. This is needed again each time the board was redrawn. */
  mark() {
    const { narrowing } = this;
    const element = this.board.element;
    element.classList.toggle("choosing", !!narrowing);
    for (const one of element.querySelectorAll("[data-target]")) {
      const target = one.getAttribute("data-target") ?? "";
      const picked = !!narrowing?.picks.some((pick) => pick.target === target && this.isCopy(one, pick));
      one.classList.toggle("picked", picked);
      one.classList.toggle("open", !!narrowing && !picked && narrowing.goesOn(target));
      one.classList.toggle("pickable", !!narrowing?.isAbout(target));
    }
  }

  /**
   * Highlights the targets of the choice at whose button the person points.
   * @param {Option | null} option null: the person no longer points at a button
   */
  point(option) {
    for (const one of this.board.element.querySelectorAll(".pointed")) one.classList.remove("pointed");
    for (const pick of option ? copies(option.targets) : []) for (const one of this.things(pick.target)) one.classList.toggle("pointed", one.classList.contains("pointed") || this.isCopy(one, pick));
  }

  /**
   * Returns whether the element shows the picked thing. If no choice needs two things with this name, all elements with
   * the name do.
   * @param {Element} one
   * @param {Pick} pick
   */
  isCopy(one, pick) {
    const most = Math.max(...(this.narrowing?.options ?? []).map((option) => option.targets.filter((target) => target === pick.target).length));
    return most < 2 || [...this.things(pick.target)].indexOf(one) === pick.copy;
  }

  /** Returns the elements of a target. @param {string} target */
  things(target) {
    return this.board.element.querySelectorAll(`[data-target="${CSS.escape(target)}"]`);
  }
}
