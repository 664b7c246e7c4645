// The map of the expedition: places that are links to their lessons, and the learner's rover.

import { h, icon, keepKeys } from "../common/dom.js";
import { pictureAddress } from "../common/pictures.js";

const AHEAD = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Make the link to a lesson; a lesson that is not there yet is a link that leads nowhere. */
function placeLink(place) {
  const to = place.file ? { href: encodeURIComponent(place.file) } : { role: "link", "aria-disabled": "true" };
  return h("a", { ...to, class: "tk-map-place", "data-state": place.state, "aria-label": place.says, tabindex: -1 },
    h("span", { class: "tk-map-number" }, place.number),
    h("span", { class: "tk-map-name" }, place.name),
    h("span", { class: "tk-map-counts" }, place.counts));
}

function render({ model, el }) {
  const words = model.get("words");
  const gone = new AbortController();
  const list = h("ol", { class: "tk-map-places", "aria-label": words.places });
  const told = h("p", { class: "tk-map-told", "aria-hidden": "true" });
  const says = h("div", { class: "tk-map-says", role: "status" });
  const next = h("div", { class: "tk-map-next" });
  const land = h("img", { class: "tk-map-land", alt: model.get("alt"),
    src: pictureAddress(model.get("picture"), gone.signal) });
  const root = h("section", { class: "tk-root tk-map", "aria-label": words.map },
    h("div", { class: "tk-map-head" }, says, next), h("div", { class: "tk-map-sheet" }, land, list), told);
  keepKeys(root);

  const links = () => [...list.querySelectorAll("a")];
  const choose = (chosen) => {
    for (const each of links()) each.tabIndex = each === chosen ? 0 : -1;
  };
  const tell = (event) => {
    const link = event.target.closest("a");
    if (!link) return;
    told.textContent = link.getAttribute("aria-label");
    if (event.type === "focusin") choose(link);
  };
  list.addEventListener("focusin", tell);
  list.addEventListener("mouseover", tell);
  list.addEventListener("keydown", (event) => {
    const all = links();
    const to = { Home: 0, End: all.length - 1 }[event.key] ?? all.indexOf(event.target) + (AHEAD[event.key] ?? NaN);
    if (Number.isNaN(to)) return;
    event.preventDefault();
    all[Math.max(0, Math.min(all.length - 1, to))].focus();
  });

  const draw = () => {
    const { places = [], parts, says: lines = [] } = model.get("shown");
    const focused = links().indexOf(document.activeElement);
    says.replaceChildren(...lines.map((line) => h("p", {}, line)));
    list.replaceChildren(...places.map((place) => h("li", {
      style: { "--tk-x": `${place.at[0]}%`, "--tk-y": `${place.at[1]}%` } }, placeLink(place))));
    const ahead = places.findIndex((place) => place.state === "next");
    choose(links()[focused < 0 ? Math.max(0, ahead) : focused]);
    if (focused >= 0) links()[focused]?.focus();
    else told.textContent = places[Math.max(0, ahead)]?.says ?? "";
    const following = places[ahead]?.file && places[ahead];
    const rover = model.get("rover");
    next.replaceChildren(
      following ? h("a", { class: "tk-button tk-primary", href: encodeURIComponent(following.file) },
        h("span", {}, `${words.following}: ${following.number} ${following.name}`), icon("right")) : "",
      parts ? h("p", { class: "tk-map-parts" }, rover.byteLength
        ? h("img", { alt: words.rover, src: pictureAddress(rover, gone.signal) }) : "", h("span", {}, parts)) : "");
  };
  draw();
  el.append(root);
  // More may have been solved since the map was last seen.
  const watch = new IntersectionObserver((seen) => {
    if (!seen.some((each) => each.isIntersecting)) return;
    model.set("seen", model.get("seen") + 1);
    model.save_changes();
  });
  watch.observe(root);
  model.on("change:shown", draw);
  return () => {
    watch.disconnect();
    model.off("change:shown", draw);
    gone.abort();
  };
}

export default { render };
