/** Follows a league while its page is to be seen: one stream a tab, closed while the tab is hidden. */

import { morph } from "./morph.js";

const RETRY_MS = 2000;

/** Keeps a page up to date. */
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

  /** Opens the stream if the page is to be seen, else closes it. */
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

  /** The stream is opened anew by us, with what was seen last, also where a browser would give up. */
  lost() {
    this.close();
    this.say("lost");
    this.timer = setTimeout(() => this.look(), RETRY_MS * (1 + Math.random()));
  }

  /** @param {MessageEvent<string>} event */
  take(event) {
    const { name, html } = JSON.parse(event.data);
    const part = document.getElementById(name);
    if (part) morph(part, html);
  }

  /** All that was sent before belongs to this state; it is seen when it is shown. @param {MessageEvent<string>} event */
  async arrived(event) {
    const mine = (this.arrivals += 1);
    this.say("connected");
    if (this.state !== event.data && !("parts" in this.main.dataset)) {
      const main = await this.again().catch(() => null);
      if (mine < this.shown) return; // a later state is shown
      if (!main) return mine === this.arrivals ? this.lost() : undefined;
      this.shown = mine;
      this.settled = !main.dataset.live;
      for (const part of main.querySelectorAll("[data-part]")) {
        const shown = document.getElementById(part.id);
        if (shown) morph(shown, part.innerHTML);
      }
    }
    if (mine !== this.arrivals) return; // of a later one it is not known yet whether it can be shown
    this.state = event.data;
    this.main.dataset.state = event.data;
    if (this.settled || this.main.querySelector("#progress [data-settled]")) this.end();
  }

  /** Nothing can change any more. */
  end() {
    this.settled = true;
    this.close();
    this.say("settled");
  }

  /** Loads what the page would be now. */
  async again() {
    const answer = await fetch(location.href);
    if (!answer.ok) return null;
    return new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("main");
  }

  /** @param {"connecting" | "connected" | "lost" | "settled"} now */
  say(now) {
    if (!(this.status instanceof HTMLElement) || this.status.dataset["now"] === now) return;
    this.status.dataset["now"] = now;
    this.status.textContent = this.status.dataset[now] ?? "";
  }
}

const main = document.getElementById("main");
if (main?.dataset.live) new Live(main);
