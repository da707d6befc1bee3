/**
 * The connection of a page to its table: a stream of events brings what has changed, and `post` sends what the person
 * does.
 *
 * Rule 1: the page opens the stream with the number of frames that it has, so the server sends each frame exactly once.
 * Rule 2: the page reopens a lost stream as long as the table exists. A stream also counts as lost if no event, not
 * even a beat, came for SILENT_MS: after a laptop was closed or the network has changed, the browser may not notice the
 * loss.
 * Rule 3: a browser opens at most six connections to a server, and no page loads if none is free. So only the TABS tabs
 * that people looked at last have a stream. The other tabs rest until a person looks at them, or until enough of those
 * with a stream are gone.
 */

/** @typedef {"connecting" | "connected" | "lost" | "resting" | "removed"} State */
/** @typedef {import("../../../games/browser/texts.js").Texts} Texts */

const RETRY_MS = 1500;
/** After this time without an event, a stream counts as lost. It is three times the server's BEAT_S (streams.py). */
const SILENT_MS = 45_000;
/** The most tabs with a stream. It leaves two connections for pages and posts. */
const TABS = 4;
const EVENTS = ["frames", "turn", "table", "beat"];

export class Connection {
  /**
   * @param {string} address
   * @param {{ after: () => number, heard: (event: string, data: any) => void, say: (state: State) => void }} heard
   *   functions of the page: `after` returns its number of frames, `heard` takes in an event, and `say` shows the state
   */
  constructor(address, heard) {
    this.address = address;
    this.heard = heard;
    /** @type {EventSource | null} */
    this.stream = null;
    this.timer = 0;
    this.silence = 0;
    this.name = `${Math.random()}`;
    /** The names of open tabs at which a person looked later than at this one. @type {Set<string>} */
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

  /** Whether this tab has no stream, because people looked at enough other tabs later. */
  get rests() {
    return this.newer.size >= TABS;
  }

  /** Notes that a person looks at this tab, tells the other tabs, and opens the stream if this tab rested. */
  look() {
    const rested = this.rests;
    this.newer.clear();
    this.tabs.postMessage({ name: this.name, gone: false });
    if (rested) this.open();
  }

  /**
   * Notes that a person looks at another tab, or that this other tab is gone.
   * @param {{ name: string, gone: boolean }} other
   */
  passed({ name, gone }) {
    const rested = this.rests;
    if (gone) this.newer.delete(name);
    else this.newer.add(name);
    if (this.rests) {
      this.close();
      this.heard.say("resting");
    } else if (rested) this.open();
  }

  /** Closes the stream, and tells the other tabs that this one is gone; the browser may show it again later. */
  leave() {
    this.close();
    this.tabs.postMessage({ name: this.name, gone: true });
  }

  /** Closes the stream for good. */
  end() {
    this.leave();
    this.ending.abort();
    this.tabs.close();
  }

  /** Opens the stream; closes an open one first. */
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

  /** Restarts the timer after which a silent stream counts as lost. */
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

  /** Closes the stream, and opens it again after RETRY_MS to twice that time. */
  lost() {
    this.close();
    this.heard.say("lost");
    this.timer = window.setTimeout(() => this.open(), RETRY_MS * (1 + Math.random()));
  }
}

/**
 * Posts a JSON object. Returns the answer as `told`, and the reason if the server refused as `refused`, else "". If the
 * server cannot be reached, `told` is null and the reason is the text `unreached`, because the browser's error message
 * is not written for people.
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

/** Joins the parts that are not empty to one sentence. @param {...string} parts */
function sentence(...parts) {
  const said = parts.filter(Boolean).join("; ");
  return said.charAt(0).toUpperCase() + said.slice(1) + ".";
}
