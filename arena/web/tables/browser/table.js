/**
 * Defines the element `<arena-table board="games/outside/browser/board.js" source="ID/match.json" events="ID/events"
 * post="ID/">`, which shows a table to its players and onlookers: the board as in a replay, the open choice, and what
 * happened. All this replaces the content of the element. With the attributes `guide` (the path of a guide's
 * `rules.json`) and `rules` (the address of the game's rules), the page also offers the guide.
 *
 * Rule 1: the page may show an earlier moment. A player's page stays at each moment that has a mark with `stay`
 * (contract.js) until the player goes on; the match does not wait. An onlooker's page goes on after SHOWN_MS.
 * Rule 2: the server decides what the viewer may choose and see; this page only shows it.
 */

import { html, PHONE, say } from "../../../games/browser/drawing.js";
import { loadTexts } from "../../../games/browser/texts.js";
import { harmless, load } from "../../../match/browser/document.js";
import { End } from "../../../match/browser/end.js";
import { Log } from "../../../match/browser/log.js";
import { moments, step } from "../../../match/browser/moments.js";
import { Narration } from "../../../match/browser/narration.js";
import { onWall } from "../../../match/browser/wall.js";
import { Chooser } from "./choosing/chooser.js";
import { Connection, post } from "./connection.js";
import { guideOf } from "./guide/guide.js";
import { Onward } from "./onward.js";
import { People } from "./people.js";
import { Recap } from "./recap.js";
import { Signals } from "./signals.js";
import { Status } from "./status.js";
import { Training } from "./training/training.js";

/** @typedef {import("../../../match/browser/document.js").Frame} Frame */
/** @typedef {import("../../../match/browser/document.js").Replay} Replay */
/** @typedef {import("../../../match/browser/document.js").Spec} Spec */
/** @typedef {import("../../../match/browser/moments.js").Moment} Moment */
/** @typedef {import("./people.js").Table} Table */
/** @typedef {import("../../../games/browser/contract.js").Create} Create */
/** @typedef {import("../../../games/browser/texts.js").Texts} Texts */

/**
 * A choice that the player owes. `step` is the number of its frame; `bank_ms` is the time left, or null without a
 * clock.
 * @typedef {{ turn_id: number, step: number, seat: number, bank_ms: number | null }} Turn
 */

/** How long an onlooker's page stays at a moment that has a mark with `stay`, in milliseconds. */
const SHOWN_MS = 4000;

/** Returns a sentence with a capital at its beginning and a full stop at its end. @param {string} sentence */
const upper = (sentence) => `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;

class ArenaTable extends HTMLElement {
  constructor() {
    super();
    this.at = 0;
    /** @type {Moment[]} */
    this.moments = [];
    /** The choice that the player owes now; null if none. @type {Turn | null} */
    this.turn = null;
    /** The id of the turn whose choice the chooser shows; null if none. @type {number | null} */
    this.asking = null;
    /** Whether the page goes on to new moments; it does not while the person looks at an earlier one. */
    this.following = true;
    /** @type {Table | null} */
    this.table = null;
    /** Whether the person has done something on this page. */
    this.acted = false;
    /** The moment at which an onlooker's page stays, or -1, and the timer after which it goes on. */
    this.shown = { at: -1, timer: 0 };
    this.title = document.title;
    this.heard = html("p", { class: "sentence", "aria-live": "polite" });
    this.trouble = html("p", { class: "complaint trouble", role: "alert" });
    this.told = html("div", { class: "told" });
    /** The shown position in sentences. @type {string[]} */
    this.lines = [];
  }

  connectedCallback() {
    onWall();
    PHONE.addEventListener("change", () => this.go(this.at));
    this.begin();
  }

  disconnectedCallback() {
    this.connection?.end();
    this.status?.stop();
    clearTimeout(this.shown.timer);
  }

  /** Loads and shows the match, and opens the stream; if the match cannot be loaded, shows why. */
  async begin() {
    const module = new URL(`../../../${this.getAttribute("board")}`, import.meta.url).href;
    const language = this.closest("[lang]")?.getAttribute("lang") ?? "en";
    const texts = await loadTexts(language, new URL("../../../match/browser/replay.js", import.meta.url).href, import.meta.url, module);
    texts.firstSeat = 1;
    try {
      this.replay = await load(this.address("source"));
    } catch (error) {
      this.prepend(html("p", { class: "complaint", role: "alert" }, error instanceof TypeError ? texts.t("unreached") : texts.t("table.unloaded", { reason: String(error) })));
      return;
    }
    /** @type {{ create: Create }} */
    const { create } = await import(module);
    const guide = this.getAttribute("guide");
    if (guide) this.guide = await guideOf(this.replay, texts, new URL(`../../../${guide}`, import.meta.url).href, this.address("rules"));
    this.build(this.replay, texts, create);
    this.grow(this.replay.frames);
    this.go(this.moments.length - 1);
    this.connection = new Connection(this.address("events"), {
      after: () => this.replay?.frames.length ?? 0,
      heard: (event, data) => this.hear(event, data),
      say: (state) => this.status?.say(state),
    });
    this.connection.look();
    this.connection.open();
  }

  /** @param {"source" | "events" | "post" | "rules"} name */
  address(name) {
    return new URL(this.getAttribute(name) ?? "", document.baseURI).href;
  }

  /** The viewer's seat; null for an onlooker. */
  get seat() {
    const eyes = this.replay?.eyes;
    return typeof eyes === "number" ? eyes : null;
  }

  /** Makes the viewer. @param {Replay} replay @param {Texts} texts @param {Create} create */
  build(replay, texts, create) {
    const names = replay.spec.bots.map((bot) => bot.name);
    const board = create(replay.setup, names, texts);
    const narration = new Narration(replay, this.moments, board, names, texts);
    this.texts = texts;
    this.names = names;
    this.board = board;
    this.narration = narration;
    this.status = new Status(texts);
    this.chooser = new Chooser(board, texts, (action) => this.choose(action));
    this.onward = new Onward(texts, { step: (by) => this.look(this.at + by), on: () => this.goOn(), now: () => this.goNow() });
    this.recap = new Recap(narration, texts);
    this.people = new People(texts, this.address("post"));
    const replayed = new URL("replay", this.address("post")).href;
    const again = this.seat === null ? [] : [{ text: texts.t("again"), act: () => this.again() }];
    this.end = new End(narration, { link: replayed, ways: [...again, { text: texts.t("replay"), href: replayed }] });
    this.signals = new Signals(texts);
    this.training = new Training(this.address("post"), texts.language, () => this.train());
    this.log = new Log(narration, { took: () => "" }, texts, (at) => this.look(at), (name) => `#step-${name}`);
    board.element.addEventListener("click", (event) => {
      if (this.staying && event.target instanceof Element && event.target.closest("[data-go-on]")) this.goOn();
    });
    const guide = this.guide?.element;
    this.viewer = html(
      "section",
      { class: "viewer at-table", tabindex: -1, "aria-label": texts.t("table") },
      html("div", { class: "stage" }, this.status.element, this.trouble, this.heard, html("div", { class: "board-area" }, board.element, this.end.element), html("div", { class: "bar" }, this.onward.element, this.chooser.element, this.end.again)),
      html("div", { class: "side" }, this.guide?.speaks && guide, this.chooser.form.element, this.training.element, this.recap.element, this.log.element, this.onward.steps, this.people.element, this.seat !== null && this.signals.element, !this.guide?.speaks && guide),
      html("details", { class: "as-text" }, html("summary", {}, texts.t("as.text")), this.told),
    );
    // in the capture phase, so before the clicked element's own listeners; pressing a button by a key is a click too
    this.viewer.addEventListener("click", () => (this.acted = true), true);
    this.replaceChildren(this.viewer);
  }

  /** Takes in an event of the stream. @param {string} event @param {any} data */
  hear(event, data) {
    if (event === "frames") this.follow(data.frames, data.spec);
    if (event === "turn") this.owe(data);
    if (event === "table") this.seated(data);
  }

  /** Takes in new frames of the match. @param {Frame[]} frames @param {Spec} spec */
  follow(frames, spec) {
    const { replay } = this;
    if (!replay) return;
    replay.spec = { ...spec, bots: replay.spec.bots };
    const more = frames.filter((frame) => frame.number >= replay.frames.length);
    const leads = this.following && !this.staying;
    replay.frames.push(...more);
    this.grow(more);
    if (leads) this.goOn();
    else this.go(this.at);
  }

  /** Adds the moments of new frames. @param {Frame[]} frames */
  grow(frames) {
    const { board, narration, log } = this;
    if (!board || !narration || !log) return;
    this.moments.push(...moments(frames, (before, now) => board.events(before, now, null).length > 0));
    narration.grow();
    log.grow();
  }

  /** Notes the choice that the player owes now. @param {Turn | null} turn null: the player owes none */
  owe(turn) {
    const fresh = turn && turn.turn_id !== this.turn?.turn_id;
    this.turn = turn;
    this.status?.count(turn?.bank_ms ?? null);
    if (fresh) this.signals?.give();
    document.title = turn ? `● ${this.title}` : this.title;
    this.attend();
  }

  /** Notes the state of the table and its seats. @param {Table} table */
  seated(table) {
    for (const seat of table.seats) if (seat.played_by) seat.played_by = harmless(seat.played_by);
    this.table = table;
    this.people?.show(table, this.names ?? []);
    this.training?.seated(table);
    this.trouble.lang = table.trouble_language;
    this.trouble.textContent = table.trouble && upper(table.trouble.split("\n", 1)[0] ?? "");
    this.attend();
  }

  /** Sends the choice of the open turn; returns why the server refused it, or "". @param {number} action */
  async choose(action) {
    if (!this.texts) return "";
    const turn_id = this.turn?.turn_id;
    const { refused } = await post(new URL("choices", this.address("post")).href, { turn_id, action }, this.texts);
    return refused;
  }

  /** Opens or joins a table at which the same people play again with the same bots and terms, and goes to its page. */
  async again() {
    if (!this.texts) return;
    const { refused, told } = await post(new URL("again", this.address("post")).href, {}, this.texts);
    if (!refused) location.assign(new URL(`../${told["id"]}`, this.address("post")));
    else if (this.end) this.end.copied.textContent = refused;
  }

  /** Whether the page stays at the shown moment although there are later ones, until the player goes on. */
  get staying() {
    return this.following && this.at < this.moments.length - 1;
  }

  /** Shows a moment that the person has selected; unless it is the last, the page stays there. @param {number} at */
  look(at) {
    this.following = at >= this.moments.length - 1;
    this.go(at);
  }

  /** Goes to the next moment that has a mark with `stay`, or to the last; tells all moments up to there. */
  goOn() {
    const { narration } = this;
    if (!narration) return;
    this.following = true;
    const [from, last] = [this.at, this.moments.length - 1];
    let to = Math.min(from + 1, last);
    while (to < last && !narration.stays(to)) to += 1;
    const heard = Array.from({ length: to - from }, (_, index) => narration.sentence(from + 1 + index));
    this.go(to, heard.join(" "));
  }

  /** Makes an onlooker's page go on after SHOWN_MS, if it stays at the shown moment. */
  lead() {
    const stays = this.seat === null && this.staying;
    if (stays && this.shown.at === this.at) return; // the timer is running; new frames only redrew the moment
    clearTimeout(this.shown.timer);
    this.shown = { at: stays ? this.at : -1, timer: stays ? window.setTimeout(() => this.goOn(), SHOWN_MS) : 0 };
  }

  /** Goes to the last moment, and from then on to each new one. */
  goNow() {
    this.following = true;
    this.go(this.moments.length - 1);
  }

  /** Returns the moment of the player's last action, up to `at`; 0 if there is none. @param {number} at */
  last(at) {
    for (let from = at; from > 0; from--) if (this.moments[from]?.taken?.seat === this.seat) return from;
    return 0;
  }

  /**
   * Shows a moment.
   * @param {number} to
   * @param {string} [heard] the sentences to show with it; by default those of the moment
   */
  go(to, heard) {
    const { board, narration, replay, recap, log } = this;
    const at = Math.max(0, Math.min(to, this.moments.length - 1));
    const moment = this.moments[at];
    if (!moment || !board || !narration || !replay || !recap || !log) return;
    this.at = at;
    const now = at === this.moments.length - 1;
    const { frame } = moment;
    const actor = moment.stage ? null : frame.actor;
    const own = this.last(at);
    const dealt = this.moments.slice((now || this.staying ? own : at - 1) + 1, at + 1);
    board.draw({
      board: moment.board,
      actor,
      taken: dealt.flatMap(({ taken }, index) => (taken && taken.seat !== this.seat ? board.targets(taken.parts, taken.seat, narration.before(at - dealt.length + 1 + index)) : [])),
      open: now && actor === this.seat && actor !== null ? (frame.legal ?? []).flatMap((choice) => board.targets(choice.parts, actor, moment.board)) : [],
      seat: this.seat,
      before: now || this.staying ? (this.moments[own]?.board ?? null) : narration.before(at),
      decided: narration.decided(at),
    });
    say(this.heard, heard || narration.sentence(at));
    recap.show(now || this.staying ? own : at - 1, at);
    log.show(at);
    this.guide?.show(this.moments, own, at);
    this.lines = board.told(moment.board, narration.decided(at));
    this.told.replaceChildren(html("ul", {}, ...this.lines.map((line) => html("li", {}, line))));
    this.lead();
    for (const one of board.element.querySelectorAll("[data-go-on]")) one.classList.toggle("leads", this.staying);
    this.attend();
  }

  /** Updates what depends on the turn and the table: the status, the buttons, the panel at the end, and the choice. */
  attend() {
    const { status, onward } = this;
    const moment = this.moments[this.at];
    if (!moment || !status || !onward) return;
    const now = this.at === this.moments.length - 1;
    status.show({ round: this.lines[0] ?? "", turn: this.whose(moment, now), yours: !!this.turn });
    onward.show({ behind: !now, staying: this.staying, yours: !!this.turn, first: this.at === 0, watching: this.seat === null });
    this.end?.show(now && this.table?.state === "finished" && !!this.replay?.spec.ranks.length);
    this.ask(now);
    this.train();
  }

  /**
   * Lets the player choose if the page shows the frame of the owed choice; otherwise ends the choice. If the focus was
   * at the part that disappears, moves it to what the player needs next.
   * @param {boolean} now whether the page shows the last moment
   */
  ask(now) {
    const { chooser, turn, replay, viewer, onward } = this;
    const last = replay?.frames.at(-1);
    if (!chooser || !last || !viewer || !onward) return;
    const lost = this.hasLost(document.activeElement);
    if (now && turn && last.number === turn.step && last.legal) {
      if (this.asking === turn.turn_id) return chooser.mark();
      this.asking = turn.turn_id;
      chooser.ask(last);
      if (lost) chooser.form.title.focus({ preventScroll: true });
    } else {
      this.asking = null;
      if (chooser.asks) chooser.close();
      if (!lost) return;
      const kept = document.activeElement;
      if (this.staying) onward.on.focus({ preventScroll: true });
      else if (this.end && !this.end.element.hidden) this.end.element.focus({ preventScroll: true });
      else if (!kept || kept === document.body || kept.closest("[hidden]")) viewer.focus({ preventScroll: true });
    }
  }

  /**
   * Returns whether the focus may move to the next task: it is at an earlier task, or its element is gone.
   * @param {Element | null} at the focused element
   */
  hasLost(at) {
    const { chooser, onward, viewer } = this;
    if (!at || at === document.body) return this.acted; // until the person does something, the focus stays at the top
    return at === viewer || [chooser?.element, chooser?.form.element, onward?.element].some((part) => part?.contains(at));
  }

  /** Updates the training tools for the shown moment. */
  train() {
    const { training, board, chooser, replay } = this;
    const moment = this.moments[this.at];
    if (!training || !board || !chooser || !moment) return;
    const open = this.asking !== null && chooser.asks ? (replay?.frames.at(-1) ?? null) : null;
    const decided = !open && !moment.stage && this.seat !== null && moment.frame.actor === this.seat;
    training.show(open, decided ? moment.frame.number : null, board, chooser.form.element);
  }

  /**
   * Returns a sentence about whose turn it is.
   * @param {Moment} moment the shown one
   * @param {boolean} now whether it is the last moment
   */
  whose(moment, now) {
    const { texts, names, table } = this;
    if (!texts || !names) return "";
    const last = this.replay?.frames.at(-1);
    if (table?.trouble) return texts.t("table.trouble");
    if (this.turn) return now ? texts.t("turn.yours") : texts.t("turn.yours.behind");
    if (!last || last.actor === null) return texts.t("turn.over");
    if (this.seat !== null && table?.seats[this.seat]?.chosen) return texts.t("turn.chosen");
    const seat = table?.seats[last.actor];
    const who = names[last.actor] ?? "";
    return texts.t(seat && seat.kind === "person" && !seat.connected && !seat.played_by ? "turn.away" : "turn.other", { who });
  }

  /** The name of the shown moment. */
  get step() {
    const moment = this.moments[this.at];
    return moment ? step(moment) : "0";
  }
}

customElements.define("arena-table", ArenaTable);
