// Makes elements that the theme adds after a page has loaded usable with a keyboard and with a screen reader.
const mend = () => {
  for (const wide of document.querySelectorAll(".md-typeset__scrollwrap:not([tabindex])")) wide.tabIndex = 0;
  for (const buttons of document.querySelectorAll("nav.md-code__nav:not([role])")) buttons.setAttribute("role", "none");
  document.querySelector("nav.md-path")?.setAttribute("aria-label", "Path");
};
new MutationObserver(mend).observe(document.body, { childList: true, subtree: true });
mend();
