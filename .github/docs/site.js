// Let everybody use what the theme adds to a page: it makes these parts while the page is shown.
function accessible() {
  for (const box of document.querySelectorAll(".md-typeset__scrollwrap")) {
    box.tabIndex = 0; // the keyboard scrolls a table that is wider than the page
  }
  for (const bar of document.querySelectorAll(".md-code__nav")) {
    bar.setAttribute("role", "none"); // a button to copy code is no place to navigate to
  }
  document.querySelector(".md-search")?.setAttribute("aria-label", "Search");
}
new MutationObserver(accessible).observe(document.body, { childList: true, subtree: true });
accessible();
