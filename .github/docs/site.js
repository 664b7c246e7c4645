// Let the keyboard scroll a table that is wider than the page.
// The theme puts tables into boxes when the page is loaded, and may do so again.
function reachable() {
  for (const box of document.querySelectorAll(".md-typeset__scrollwrap")) {
    box.tabIndex = 0;
  }
}
new MutationObserver(reachable).observe(document.body, { childList: true, subtree: true });
reachable();
