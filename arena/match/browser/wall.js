/**
 * Pages on a wall, for a projector: a page with `?wall` in its address has no controls and goes on by itself. It shows
 * the standings of a league for some seconds, then the newest match, then the standings again. The page of a table at
 * which people play shows only this table. An error page, such as that of a league that has not begun, requests its
 * address again until the server answers without an error.
 *
 * Rule: a page goes to another one only after the server has answered with it. So while the server cannot be reached,
 * the wall stays as it is.
 */

/** How long the standings of a league, and the end of a match, are shown at least, in milliseconds. */
export const SHOWN_MS = 10_000;
/** How long a match plays at most, in milliseconds. A moment is shown for at most a second, so it can be shorter. */
export const MATCH_MS = 60_000;
const RETRY_MS = 3000;

/** Returns whether this page is on a wall; sets the class `wall` of the document accordingly. */
export function onWall() {
  const is = new URL(location.href).searchParams.has("wall");
  document.documentElement.classList.toggle("wall", is);
  return is;
}

/**
 * Goes to a page, with `?wall`, as soon as the server answers without an error.
 * @param {string} address
 * @param {Record<string, string>} [more] further query parameters
 */
export async function lead(address, more = {}) {
  const target = new URL(address, location.href);
  target.search = new URLSearchParams({ wall: "", ...more }).toString();
  while (!(await fetch(target).then((answer) => answer.ok, () => false))) await new Promise((go) => setTimeout(go, RETRY_MS));
  location.replace(target);
}

/**
 * Goes from a league's standings to the newest match; if the wall has shown that already, waits for a newer one.
 * `data-newest` contains the number of the newest match, and the query parameter `shown` that of the match shown last.
 */
function follow() {
  const newest = Number(document.querySelector("[data-newest]")?.getAttribute("data-newest") ?? -1);
  const shown = Number(new URL(location.href).searchParams.get("shown") ?? -1);
  if (newest > shown) lead(`matches/${newest}.html`);
  else setTimeout(follow, RETRY_MS);
}

if (onWall()) {
  if (document.querySelector("[data-unshown]")) lead(location.href);
  else if (document.querySelector("#progress")) setTimeout(follow, SHOWN_MS);
}
