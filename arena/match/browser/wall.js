/**
 * The wall: a page with `?wall` has no controls and leads on by itself. The table of a league is shown for a while, then
 * its newest match, then the table again; a table of people is watched to its end. A page that is not ready, such
 * as that of a league about to begin, is requested again until it is.
 *
 * Rule: a page is left only for one that has answered, so the wall stays up while its server is away.
 */

/** How long the table of a league, and the end of a match, are shown. */
export const SHOWN_MS = 10_000;
/** How long a match is shown, unless it has few moments. */
export const MATCH_MS = 60_000;
const RETRY_MS = 3000;

/** Whether this page is on a wall; sets its style accordingly. */
export function onWall() {
  const is = new URL(location.href).searchParams.has("wall");
  document.documentElement.classList.toggle("wall", is);
  return is;
}

/** Goes to a page of the wall as soon as it answers. @param {string} address @param {Record<string, string>} [more] further query parameters */
export async function lead(address, more = {}) {
  const target = new URL(address, location.href);
  target.search = new URLSearchParams({ wall: "", ...more }).toString();
  while (!(await fetch(target).then((answer) => answer.ok, () => false))) await new Promise((go) => setTimeout(go, RETRY_MS));
  location.replace(target);
}

/** Goes from a league's table to its newest match, if that was not shown yet; `data-newest` has its number. */
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
