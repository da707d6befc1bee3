/** Shows in a form why its request has failed. */

/** Returns the words with a capital at the beginning and a full stop at the end. @param {string} words */
function sentence(words) {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/**
 * Shows why the request was refused. If the answer is not JSON, a proxy has refused it, so only the status is known.
 * @param {HTMLFormElement} form
 * @param {Response} answer
 */
export async function refused(form, answer) {
  const said = form.querySelector("[role=alert]");
  if (!said) return;
  const told = await answer.json().catch(() => null);
  if (!told) {
    const words = form.dataset["refused"]?.replace("{status}", String(answer.status));
    if (words) said.textContent = words;
    else unreached(form);
    return;
  }
  said.setAttribute("lang", told.language);
  said.textContent = [told.message, told.hint].filter(Boolean).map(sentence).join(" ");
}

/** Shows in the form that the server cannot be reached. @param {HTMLFormElement} form */
export function unreached(form) {
  const said = form.querySelector("[role=alert]");
  if (!said) return;
  said.removeAttribute("lang");
  said.textContent = document.getElementById("main")?.dataset["unreached"] ?? "";
}
