/**
 * Defines the element `<arena-replay source="17/{eyes}.json.gz" board="games/outside/browser/board.js">`, which shows a
 * match and lets people step through it. The replay replaces the content of the element, which is for readers without
 * scripts.
 *
 * Other attributes: `asked` is the address at which the page asks bots what they would choose, and `estimated` is that
 * of the estimates (shares.js). `first-seat` is the number shown for the first seat, 0 by default. On a wall (wall.js),
 * the match plays by itself; then the page goes to the address `league`, with the number `match` as the match shown
 * last.
 */

import { html, PHONE, say } from "../../games/browser/drawing.js";
import { loadTexts } from "../../games/browser/texts.js";
import { Choices } from "./choices.js";
import { Clocks } from "./clocks.js";
import { commandOf, Controls } from "./controls.js";
import { harmless, load } from "./document.js";
import { End } from "./end.js";
import { eyesOf, Eyes } from "./eyes.js";
import { Log } from "./log.js";
import { find, moments, step } from "./moments.js";
import { said } from "./translated_messages.js";
import { estimates } from "./shares.js";
import { Narration } from "./narration.js";
import { Timeline } from "./timeline.js";
import { Turns } from "./turns.js";
import { lead, MATCH_MS, onWall, SHOWN_MS } from "./wall.js";

/** @typedef {import("./controls.js").Command} Command */
/** @typedef {import("./moments.js").Moment} Moment */
/** @typedef {import("../../games/browser/texts.js").Texts} Texts */
/** @typedef {import("../../games/browser/contract.js").Create} Create */

class ArenaReplay extends HTMLElement {
  constructor() {
    super();
    this.at = 0;
    this.playing = 0;
    this.eyes = "all";
    /** @type {Moment[]} */
    this.moments = [];
    this.heard = html("p", { class: "sentence", "aria-live": "polite" });
  }

  connectedCallback() {
    this.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("popstate", () => this.follow());
    PHONE.addEventListener("change", () => this.go(this.at));
    this.begin();
  }

  disconnectedCallback() {
    this.pause();
  }

  /** Loads the board's code and the texts, and then shows the match. */
  async begin() {
    const module = new URL(`../../${this.getAttribute("board")}`, import.meta.url).href;
    const language = this.closest("[lang]")?.getAttribute("lang") ?? "en";
    this.texts = await loadTexts(language, import.meta.url, module);
    this.texts.firstSeat = Number(this.getAttribute("first-seat") ?? 0);
    /** @type {{ create: Create }} */
    this.game = await import(module);
    await this.follow();
    if (onWall()) return this.play();
    const asked = this.getAttribute("asked");
    if (asked) await this.offer(new URL(asked, document.baseURI).href, language);
  }

  /**
   * Adds the menu of the bots that can be asked; adds nothing if there are none.
   * @param {string} address the address that names and asks them
   * @param {string} language
   */
  async offer(address, language) {
    const { load } = await import("./asking/asking.js");
    const asking = await load(address, language, () => this.choose());
    if (!asking) return;
    this.asking = asking;
    asking.tellKey();
    this.turns?.offer(asking);
    this.choices?.element.after(asking.element);
    this.choose();
  }

  /** Shows the match with the eyes and at the step that the page's address names. */
  async follow() {
    const asked = new URL(location.href).searchParams;
    await this.look(eyesOf(asked.get("eyes")), asked.get("step") ?? "0");
  }

  /**
   * Shows the match for these eyes at a step. If the loaded document is for other eyes, loads theirs first. If it
   * cannot be loaded, shows the reason.
   * @param {string} eyes
   * @param {string} name the name of the step
   */
  async look(eyes, name) {
    const { texts, game } = this;
    if (!texts || !game) return;
    this.pause();
    if (eyes !== this.eyes || !this.moments.length) {
      const source = (this.getAttribute("source") ?? "").replace("{eyes}", eyes);
      try {
        this.replay = await load(new URL(source, document.baseURI).href);
      } catch (error) {
        this.complain(texts.t("unloaded", { reason: String(error) }));
        return this.over();
      }
      this.eyes = eyes;
      this.build(texts, game.create);
      this.estimate();
    }
    this.go(find(this.moments, name));
  }

  /** Makes the viewer for the loaded document. @param {Texts} texts @param {Create} create */
  build(texts, create) {
    const { replay } = this;
    if (!replay) return;
    const names = replay.spec.bots.map((bot) => bot.name);
    const board = create(replay.setup, names, texts);
    this.moments = moments(replay.frames, (before, now) => board.events(before, now, null).length > 0);
    this.board = board;
    this.narration = new Narration(replay, this.moments, board, names, texts);
    this.controls = new Controls(texts, (command) => this.run(command), (name) => this.go(find(this.moments, name)));
    this.timeline = new Timeline(this.narration, texts, (at) => this.go(at));
    this.turns = new Turns(this.narration, this.timeline.swings, { go: (at) => this.go(at), address: (name) => this.address(name) });
    if (this.asking) this.turns.offer(this.asking);
    this.clocks = new Clocks(replay, names, texts);
    this.log = new Log(this.narration, this.clocks, texts, (at) => this.go(at), (name) => this.address(name));
    this.choices = new Choices(board, names, texts);
    this.seen = new Eyes(names, this.eyes, texts, (eyes) => this.look(eyes, this.step));
    this.end = new End(this.narration, { link: location.href.split("?")[0] ?? "", ways: [{ text: texts.t("end.watch"), act: () => this.watch() }] });
    this.told = html("div", { class: "told" });
    this.trouble = html("div", { class: "trouble" });
    const viewer = html(
      "section",
      { class: "viewer", tabindex: 0, "aria-label": texts.t("viewer"), "aria-describedby": "replay-keys" },
      html("div", { class: "stage" }, this.heard, this.trouble, html("div", { class: "board-area" }, board.element, this.end.element), html("div", { class: "bar" }, this.timeline.element, this.controls.buttons, this.end.again)),
      html("div", { class: "side" }, this.log.element, this.choices.element, this.asking?.element, this.timeline.shares.element, this.turns.element, this.clocks.element, html("div", { class: "settings" }, this.seen.element, ...this.controls.settings)),
      html("details", { class: "as-text" }, html("summary", {}, texts.t("as.text")), this.told),
      html("p", { class: "keys note", id: "replay-keys" }, texts.t("keys")),
    );
    const focused = this.contains(document.activeElement);
    this.replaceChildren(viewer);
    if (focused) viewer.focus({ preventScroll: true });
  }

  /** Loads and shows the estimated shares of the wins; only for eyes that see everything, and not on a wall. */
  async estimate() {
    const { eyes, timeline } = this;
    const estimated = this.getAttribute("estimated");
    if (!estimated || eyes !== "all" || onWall()) return;
    const address = new URL(estimated.replace("{eyes}", eyes), document.baseURI).href;
    timeline?.shares.fill(await estimates(address, () => this.isConnected && this.timeline === timeline));
  }

  /** Shows a moment, and puts it into the page's address. @param {number} at */
  go(at) {
    const { board, narration, controls, timeline, log, choices, clocks } = this;
    const to = Math.max(0, Math.min(at, this.moments.length - 1));
    const moment = this.moments[to];
    if (!moment || !board || !narration || !controls || !timeline || !log || !choices || !clocks) return;
    this.at = to;
    const [frame, taken] = [moment.frame, moment.taken];
    const actor = moment.stage ? null : frame.actor;
    const open = actor === null ? [] : (frame.legal ?? []).flatMap((choice) => board.targets(choice.parts, actor, moment.board));
    board.draw({
      board: moment.board,
      actor,
      taken: taken ? board.targets(taken.parts, taken.seat, narration.before(to)) : [],
      open,
      seat: null,
      before: null,
      decided: narration.decided(to),
    });
    const sentence = narration.sentence(to);
    // while the match plays, each sentence would interrupt the one before
    this.heard.setAttribute("aria-live", this.playing ? "off" : "polite");
    say(this.heard, sentence);
    timeline.show(to, `${step(moment)}: ${sentence}`);
    controls.show({ step: step(moment), first: to === 0, last: to === this.moments.length - 1, playing: !!this.playing });
    log.show(to);
    clocks.show(frame.number);
    this.end?.show(to === this.moments.length - 1 && !!this.replay?.spec.ranks.length);
    this.choose();
    this.told?.replaceChildren(html("ul", {}, ...board.told(moment.board, narration.decided(to)).map((line) => html("li", {}, line))));
    this.trouble?.replaceChildren(...narration.faults(to).map((fault) => this.failure(fault)));
    const address = this.address(step(moment));
    if (address !== location.href) history.replaceState(null, "", address);
  }

  /** Shows the legal actions at this moment, the one taken, and those that bots would choose. */
  choose() {
    const { board, choices, asking } = this;
    const moment = this.moments[this.at];
    if (!moment || !board || !choices) return;
    const frame = moment.stage ? { ...moment.frame, actor: null } : moment.frame;
    const taken = moment.stage ? null : (this.replay?.frames[frame.number + 1]?.taken?.action ?? null);
    asking?.show(frame.actor === null ? null : frame, board, taken);
    if (asking) this.turns?.show(asking);
    choices.show(frame, taken, asking && ((action) => asking.of(action)));
  }

  /** Makes the description of a fault. @param {import("./document.js").Fault} fault */
  failure(fault) {
    const { narration, texts } = this;
    const told = texts && fault.detail !== null ? said(harmless(fault.detail), texts) : null;
    return html(
      "details",
      { class: "failure" },
      html("summary", { class: "said" }, narration?.fault(fault), " ", told ? html("bdi", { lang: told.language }, told.text) : texts?.t("fault.hidden")),
      fault.output && html("pre", { tabindex: 0, role: "group", "aria-label": texts?.t("output") }, html("bdi", {}, harmless(fault.output))),
    );
  }

  /** @param {Command} command */
  run(command) {
    const { timeline } = this;
    if (command !== "play") this.pause();
    switch (command) {
      case "first":
        return this.go(0);
      case "back":
        return this.go(this.at - 1);
      case "forward":
        return this.go(this.at + 1);
      case "last":
        return this.go(this.moments.length - 1);
      case "round-back":
        return this.go(timeline?.beside(this.at, -1, "round") ?? 0);
      case "round-forward":
        return this.go(timeline?.beside(this.at, 1, "round") ?? this.moments.length - 1);
      case "mark-back":
        return this.go(timeline?.beside(this.at, -1) ?? 0);
      case "mark-forward":
        return this.go(timeline?.beside(this.at, 1) ?? this.moments.length - 1);
      case "eyes":
        return this.seen?.next();
      case "ask":
        return void this.asking?.ask();
      case "full":
        return void (document.fullscreenElement ? document.exitFullscreen() : this.requestFullscreen());
      case "play":
        return this.playing ? this.pause() : this.play();
    }
  }

  /** Plays the match from the beginning. */
  watch() {
    this.go(0);
    this.play();
    /** @type {HTMLElement | null} */ (this.querySelector(".viewer"))?.focus({ preventScroll: true });
  }

  play() {
    if (this.at === this.moments.length - 1) this.go(0);
    const next = () => {
      if (this.at >= this.moments.length - 1) return this.over();
      this.playing = window.setTimeout(next, this.pauseMs);
      this.go(this.at + 1);
    };
    this.playing = window.setTimeout(next, this.pauseMs);
    this.go(this.at);
  }

  /** How long a moment is shown while the match plays, in milliseconds. */
  get pauseMs() {
    return onWall() ? Math.min(1000, MATCH_MS / this.moments.length) : this.controls?.pauseMs;
  }

  /** Stops at the end of the match, or if it cannot be loaded; on a wall, then goes to the page of the league. */
  over() {
    this.pause();
    const league = this.getAttribute("league");
    if (league && onWall()) setTimeout(() => lead(league, { shown: this.getAttribute("match") ?? "" }), SHOWN_MS);
  }

  pause() {
    if (!this.playing) return;
    clearTimeout(this.playing);
    this.playing = 0;
    this.go(this.at);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const command = commandOf(event);
    if (!command) return;
    event.preventDefault();
    this.run(command);
  }

  /** The name of the shown moment. */
  get step() {
    const moment = this.moments[this.at];
    return moment ? step(moment) : "0";
  }

  /** Returns the page's address with this step and the present eyes. @param {string} name */
  address(name) {
    const address = new URL(location.href);
    address.searchParams.set("step", name);
    address.searchParams.set("eyes", this.eyes);
    return address.href;
  }

  /** @param {string} sentence */
  complain(sentence) {
    this.prepend(html("p", { class: "complaint", role: "alert" }, sentence));
  }
}

customElements.define("arena-replay", ArenaReplay);
