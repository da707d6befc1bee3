/**
 * The connection to a table: news come as a stream of events, acts are posted.
 *
 * Rule 1: the stream is opened with the number of frames the page has, so none is missed and none comes twice.
 * Rule 2: a lost stream is reopened as long as the page exists. A stream also counts as lost if not even a beat came for
 * too long: after a closed lid, or a change of network, the browser does not notice that it is dead.
 * Rule 3: a browser opens at most six connections to a server, and without a free one no page loads. So only the tabs
 * looked at last keep their streams; the others rest until they are looked at, or enough of those are gone.
 */

/** @typedef {"connecting" | "connected" | "lost" | "resting" | "removed"} State */
/** @typedef {import("../../../games/browser/texts.js").Texts} Texts */

const RETRY_MS = 1500;
/** How long without an event until a stream counts as lost: three times the server's longest silence. */
const SILENT_MS = 45_000;
/** Most tabs with a stream; two connections are left for pages and posts. */
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
    /** The open tabs that were looked at later than this one. @type {Set<string>} */
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

  /** Whether this tab has no stream because enough others were looked at later. */
  get rests() {
    return this.newer.size >= TABS;
  }

  /** Notes that somebody looks at this tab, and reopens its stream if it rested. */
  look() {
    const rested = this.rests;
    this.newer.clear();
    this.tabs.postMessage({ name: this.name, gone: false });
    if (rested) this.open();
  }

  /** Notes that somebody looks at another tab, or that it is gone. @param {{ name: string, gone: boolean }} other */
  passed({ name, gone }) {
    const rested = this.rests;
    if (gone) this.newer.delete(name);
    else this.newer.add(name);
    if (this.rests) {
      this.close();
      this.heard.say("resting");
    } else if (rested) this.open();
  }

  /** Closes the stream and tells the other tabs; this tab may come back. */
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

  lost() {
    this.close();
    this.heard.say("lost");
    this.timer = window.setTimeout(() => this.open(), RETRY_MS * (1 + Math.random()));
  }
}

/**
 * Posts a JSON object; gives the answer, and the reason if it was refused. For a broken connection the reason is the text
 * `unreached`, because the browser's own error is no sentence for people.
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
