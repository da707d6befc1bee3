/** The types of a replay's document, which docs/replays.md describes, and the function that loads it. */

/** @typedef {import("../../games/browser/contract.js").Parts} Parts */
/** @typedef {import("../../games/browser/contract.js").Board} Board */

/** @typedef {{ action: number, notation: string, parts: Parts }} Choice */

/** @typedef {{ number: number, seat: number, stand_in: boolean, time_us: number | null, action: number | null, notation: string | null, parts: Parts, note?: string | null }} Taken */

/** @typedef {{ number: number, taken: Taken | null, disclosed: Taken[], stages: Board[], board: Board, actor: number | null, legal: Choice[] | null, scores: number[] }} Frame */

/** @typedef {{ seat: number, kind: string, action_count: number, detail: string | null, output: string | null }} Fault */

/** @typedef {{ id: string, game: string, edition: string, bots: Array<{ name: string, version: string }>, scores: number[], ranks: number[], faults: Fault[] }} Spec */

/** @typedef {{ format: number, eyes: number | string, spec: Spec, setup: any, opening?: string[], frames: Frame[] }} Replay */

const FORMAT = 1;
/** The most characters of a bot's name that are shown; a longer name is cut. */
const LONGEST = 30;

/**
 * Loads the document at an address. The names of its bots are cut to LONGEST and made harmless. Throws an Error if the
 * server refuses, or if the document has another format than FORMAT.
 * @param {string} address
 * @returns {Promise<Replay>}
 */
export async function load(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(await refusal(answer));
  const data = new Uint8Array(await answer.arrayBuffer());
  const text = await (packed(data) ? new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip"))) : new Response(data)).text();
  const replay = JSON.parse(text);
  if (replay.format !== FORMAT) throw new Error(`the format of the replay is ${replay.format}; this viewer draws ${FORMAT}`);
  for (const bot of replay.spec.bots) bot.name = harmless(bot.name.length > LONGEST ? `${bot.name.slice(0, LONGEST - 1)}…` : bot.name);
  return replay;
}

/**
 * Returns why the server refused: the message in its answer, or else the HTTP status.
 * @param {Response} answer
 * @returns {Promise<string>}
 */
async function refusal(answer) {
  const told = await answer.json().catch(() => null);
  return told?.message ?? `${answer.status} ${answer.statusText}`;
}

/**
 * Returns whether the data are compressed with gzip. They are not if the server sent them with the header
 * `Content-Encoding: gzip`, because the browser has then decompressed them already.
 * @param {Uint8Array} data
 */
function packed(data) {
  return data[0] === 0x1f && data[1] === 0x8b;
}

/**
 * Returns a stranger's text with U+FFFD in place of each character that could hide or reverse the text beside it. Line
 * breaks stay.
 * @param {string} text
 */
export function harmless(text) {
  return text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, "\ufffd");
}
