/** Keeps a page of a league up to date by a stream of events. The stream is closed while the tab is hidden. */

import { morph } from "./morph.js";

const RETRY_MS = 2000;

/** The connection of one page; the page's `main` has the address of the stream in `data-live`. */
class Live {
  /** @param {HTMLElement} main */
  constructor(main) {
    this.main = main;
    this.state = main.dataset.state ?? "";
    this.status = main.querySelector("[data-live-status]");
    /** @type {EventSource | null} */
    this.stream = null;
    this.timer = 0;
    this.arrivals = this.shown = 0;
    this.settled = false;
    document.addEventListener("visibilitychange", () => this.look());
    window.addEventListener("pagehide", () => this.close());
    window.addEventListener("pageshow", () => this.look());
    this.look();
  }

  /** Opens the stream if the page is visible, else closes it. */
  look() {
    if (document.hidden) this.close();
    else if (!this.stream && !this.settled) this.open();
  }

  open() {
    this.say("connecting");
    const address = new URL(this.main.dataset.live ?? "", location.href);
    address.searchParams.set("after", this.state);
    if ("parts" in this.main.dataset) address.searchParams.set("parts", "1");
    const stream = new EventSource(address);
    this.stream = stream;
    stream.addEventListener("open", () => this.say("connected"));
    stream.addEventListener("part", (event) => this.take(event));
    stream.addEventListener("state", (event) => this.arrived(event));
    stream.addEventListener("error", () => this.lost());
  }

  close() {
    clearTimeout(this.timer);
    this.stream?.close();
    this.stream = null;
  }

  /**
   * Closes the stream, and opens it again later with the state seen last. A browser itself does not reopen a stream
   * after some errors.
   */
  lost() {
    this.close();
    this.say("lost");
    this.timer = setTimeout(() => this.look(), RETRY_MS * (1 + Math.random()));
  }

  /** Shows a new part of the page. @param {MessageEvent<string>} event */
  take(event) {
    const { name, html } = JSON.parse(event.data);
    const part = document.getElementById(name);
    if (part) morph(part, html);
  }

  /**
   * Notes the new state of the league. On a page without `data-parts`, the stream sends no parts, so this loads the
   * page and shows its parts first.
   * @param {MessageEvent<string>} event
   */
  async arrived(event) {
    const mine = (this.arrivals += 1);
    this.say("connected");
    if (this.state !== event.data && !("parts" in this.main.dataset)) {
      const main = await this.again().catch(() => null);
      if (mine < this.shown) return; // a later state is shown already
      if (!main) return mine === this.arrivals ? this.lost() : undefined;
      this.shown = mine;
      this.settled = !main.dataset.live;
      for (const part of main.querySelectorAll("[data-part]")) {
        const shown = document.getElementById(part.id);
        if (shown) morph(shown, part.innerHTML);
      }
    }
    if (mine !== this.arrivals) return; // a later state has come; it is noted once it is shown
    this.state = event.data;
    this.main.dataset.state = event.data;
    if (this.settled || this.main.querySelector("#progress [data-settled]")) this.end();
  }

  /** Closes the stream for good, because the league has ended and nothing can change. */
  end() {
    this.settled = true;
    this.close();
    this.say("settled");
  }

  /** Loads the page, and returns its element `main`; null if the server refuses. */
  async again() {
    const answer = await fetch(location.href);
    if (!answer.ok) return null;
    return new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("main");
  }

  /** Shows the state of the connection. @param {"connecting" | "connected" | "lost" | "settled"} now */
  say(now) {
    if (!(this.status instanceof HTMLElement) || this.status.dataset["now"] === now) return;
    this.status.dataset["now"] = now;
    this.status.textContent = this.status.dataset[now] ?? "";
  }
}

const main = document.getElementById("main");
if (main?.dataset.live) new Live(main);
