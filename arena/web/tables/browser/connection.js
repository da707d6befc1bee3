/**
 * The line to a table: what happens comes as a stream of events; what is done there is posted.
 *
 * Rule 1: the stream is opened with the number of frames that are there, so nothing is missed and nothing comes twice.
 * Rule 2: a line that is lost is opened anew, as long as the page is there. Lost is also one on which not even a beat
 * came for too long: after a closed lid, or in another network, nobody tells the browser that it is dead.
 * Rule 3: a browser opens six lines to a server, and a page for which none is left never comes. So of all its tabs those
 * looked at last keep theirs, and the others rest until they are looked at, or enough of those are gone.
 */

/** @typedef {"connecting" | "connected" | "lost" | "resting" | "removed"} State */
/** @typedef {import("../../../games/browser/texts.js").Texts} Texts */

const RETRY_MS = 1500;
/** Three times as long as the server is silent at most. */
const SILENT_MS = 45_000;
/** Tabs with a line; two are left for pages and what is posted. */
const TABS = 4;
const EVENTS = ["frames", "turn", "table", "beat"];

export class Connection {
  /**
   * @param {string} address
   * @param {{ after: () => number, heard: (event: string, data: any) => void, say: (state: State) => void }} heard
   */
  constructor(address, heard) {
    this.address = address;
    this.heard = heard;
    /** @type {EventSource | null} */
    this.stream = null;
    this.timer = 0;
    this.silence = 0;
    this.name = `${Math.random()}`;
    /** The tabs that were looked at since this one was, and are there. @type {Set<string>} */
    this.newer = new Set();
    this.tabs = new BroadcastChannel("arena-table");
    this.tabs.addEventListener("message", (event) => this.passed(event.data));
    this.ending = new AbortController();
    const { signal } = this.ending;
    for (const look of ["focus", "pointerdown", "pageshow"]) window.addEventListener(look, () => this.look(), { signal });
    document.addEventListener("visibilitychange", () => !document.hidden && this.look(), { signal });
    window.addEventListener("online", () => this.timer && this.open(), { signal });
    window.addEventListener("offline", () => this.stream && this.lost(), { signal });
    window.addEventListener("pagehide", () => this.leave(), { signal });
    window.addEventListener("pageshow", (event) => event.persisted && this.open(), { signal });
  }

  /** Whether so many others were looked at since that this one has no line. */
  get rests() {
    return this.newer.size >= TABS;
  }

  /** Somebody looks at this tab. */
  look() {
    const rested = this.rests;
    this.newer.clear();
    this.tabs.postMessage({ name: this.name, gone: false });
    if (rested) this.open();
  }

  /** Somebody looks at another, or it is gone. @param {{ name: string, gone: boolean }} other */
  passed({ name, gone }) {
    const rested = this.rests;
    if (gone) this.newer.delete(name);
    else this.newer.add(name);
    if (this.rests) {
      this.close();
      this.heard.say("resting");
    } else if (rested) this.open();
  }

  /** This tab is gone, though perhaps not for good. */
  leave() {
    this.close();
    this.tabs.postMessage({ name: this.name, gone: true });
  }

  /** Nobody needs the line any more. */
  end() {
    this.leave();
    this.ending.abort();
    this.tabs.close();
  }

  open() {
    this.close();
    this.heard.say("connecting");
    this.wait();
    const address = new URL(this.address);
    address.searchParams.set("after", String(this.heard.after()));
    const stream = new EventSource(address);
    this.stream = stream;
    stream.addEventListener("open", () => this.heard.say("connected"));
    stream.addEventListener("error", () => this.lost());
    stream.addEventListener("removed", () => {
      this.end();
      this.heard.say("removed");
    });
    for (const name of EVENTS) stream.addEventListener(name, (event) => stream === this.stream && this.take(name, JSON.parse(event.data)));
  }

  /** @param {string} name @param {any} data */
  take(name, data) {
    this.wait();
    this.heard.heard(name, data);
  }

  /** Waits for what comes next, but not for ever. */
  wait() {
    clearTimeout(this.silence);
    this.silence = window.setTimeout(() => this.lost(), SILENT_MS);
  }

  close() {
    clearTimeout(this.timer);
    clearTimeout(this.silence);
    this.timer = 0;
    this.stream?.close();
    this.stream = null;
  }

  lost() {
    this.close();
    this.heard.say("lost");
    this.timer = window.setTimeout(() => this.open(), RETRY_MS * (1 + Math.random()));
  }
}

/**
 * Posts; what comes back is what was told, and why it was refused, if it was. What a browser says of a line that breaks
 * is no sentence for people; `unreached` is.
 * @param {string} address
 * @param {Record<string, unknown>} said
 * @param {Texts} texts
 * @returns {Promise<{ told: any, refused: string }>}
 */
export async function post(address, said, texts) {
  try {
    const answer = await fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(said) });
    const told = await answer.json();
    return { told, refused: answer.ok ? "" : sentence(told.message, told.hint) };
  } catch {
    return { told: null, refused: texts.t("unreached") };
  }
}

/** @param {...string} parts */
function sentence(...parts) {
  const said = parts.filter(Boolean).join("; ");
  return said.charAt(0).toUpperCase() + said.slice(1) + ".";
}
