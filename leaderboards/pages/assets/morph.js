/** Makes what is shown equal to what came, and touches nothing that is equal already: focus and place stay. */

/**
 * @param {Element} shown
 * @param {string} html the children it shall have; written by the same server that escaped the page
 */
export function morph(shown, html) {
  const wanted = new DOMParser().parseFromString(`<body>${html}</body>`, "text/html").body;
  children(shown, wanted);
}

/**
 * @param {Node} shown
 * @param {Node} wanted
 */
function children(shown, wanted) {
  const now = [...shown.childNodes];
  const then = [...wanted.childNodes];
  then.forEach((node, place) => {
    const old = now[place];
    if (!old) shown.appendChild(document.importNode(node, true));
    else if (alike(old, node)) one(old, node);
    else shown.replaceChild(document.importNode(node, true), old);
  });
  now.slice(then.length).forEach((node) => node.remove());
}

/**
 * @param {Node} shown
 * @param {Node} wanted
 */
function alike(shown, wanted) {
  if (shown instanceof HTMLFormElement && wanted instanceof HTMLFormElement) return shown.getAttribute("action") === wanted.getAttribute("action");
  return shown.nodeType === wanted.nodeType && shown.nodeName === wanted.nodeName;
}

/**
 * @param {Node} shown
 * @param {Node} wanted
 */
function one(shown, wanted) {
  if (shown instanceof Element && wanted instanceof Element) {
    if (shown.getAttribute("role") === "alert" && shown.textContent) return; // what a script said there stays
    for (const name of shown.getAttributeNames()) if (!wanted.hasAttribute(name)) shown.removeAttribute(name);
    for (const name of wanted.getAttributeNames()) {
      const value = wanted.getAttribute(name) ?? "";
      if (shown.getAttribute(name) !== value) shown.setAttribute(name, value);
    }
    children(shown, wanted);
  } else if (shown.nodeValue !== wanted.nodeValue) {
    shown.nodeValue = wanted.nodeValue;
  }
}
