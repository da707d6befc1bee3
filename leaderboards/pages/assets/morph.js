/**
 * Makes shown elements equal to new ones. Elements that are equal already are not touched, so they keep the focus and
 * their scroll position.
 *
 * Rule: an element with an id never becomes an element with another id, so the focus cannot end up on another thing.
 * The element stays if others come or go around it; if elements with ids change places, one of them is made anew.
 */

/**
 * Makes the children of an element equal to those in a text.
 *
 * @param {Element} shown
 * @param {string} html the new children. It must come from the server, which has escaped all texts of strangers in it.
 */
export function morph(shown, html) {
  const wanted = new DOMParser().parseFromString(`<body>${html}</body>`, "text/html").body;
  children(shown, wanted);
}

/**
 * Makes the children of a shown node equal to those of the wanted one.
 *
 * @param {Node} shown
 * @param {Node} wanted
 */
function children(shown, wanted) {
  const then = [...wanted.childNodes];
  const kept = new Set(then.map(id).filter(Boolean));
  for (const node of [...shown.childNodes]) if (id(node) && !kept.has(id(node))) node.remove();
  const there = new Set([...shown.childNodes].map(id).filter(Boolean));
  then.forEach((node, place) => {
    let old = shown.childNodes[place];
    // the wanted element is further on
    for (; old && !id(old) && there.has(id(node)); old = shown.childNodes[place]) old.remove();
    if (old && alike(old, node)) one(old, node);
    else if (old && !id(old)) shown.replaceChild(document.importNode(node, true), old);
    else shown.insertBefore(document.importNode(node, true), old ?? null);
  });
  [...shown.childNodes].slice(then.length).forEach((node) => node.remove());
}

/** Returns the id of an element; empty for any other node. @param {Node} node */
function id(node) {
  return (node instanceof Element && node.getAttribute("id")) || "";
}

/**
 * Returns whether a shown node can be changed into the wanted one; otherwise it must be replaced.
 *
 * @param {Node} shown
 * @param {Node} wanted
 */
function alike(shown, wanted) {
  if (shown instanceof HTMLFormElement && wanted instanceof HTMLFormElement) return shown.getAttribute("action") === wanted.getAttribute("action");
  return shown.nodeType === wanted.nodeType && shown.nodeName === wanted.nodeName && id(shown) === id(wanted);
}

/**
 * Makes a shown node equal to a wanted one of the same kind.
 *
 * @param {Node} shown
 * @param {Node} wanted
 */
function one(shown, wanted) {
  if (shown instanceof Element && wanted instanceof Element) {
    if (shown.getAttribute("role") === "alert" && shown.textContent) return; // a script's message there stays
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
