// The map of the expedition: places that are links, and what the learner has won.

import assert from "node:assert/strict";
import { test } from "node:test";
import { all, find, focused, keys, labels, settings, show, text } from "./support/page.mjs";
import { STATES, widgets } from "./support/states.mjs";

const map = (traits) => show(widgets["map/map.js"], { ...STATES["map/map.js"], ...traits });
const reachable = () => all(".tk-map-places a").filter((link) => link.tabIndex === 0).map(({ textContent }) => textContent.slice(0, 2));

test("each place is a link to its lesson, with a full name", () => {
  map();
  assert.deepEqual(labels(".tk-map-places a"), ["01 Field: done", "02 Camp: next", "03 Valley"]);
  assert.deepEqual(all(".tk-map-places a").map((link) => link.getAttribute("href")), ["01-a.ipynb", "02-b.ipynb", null]);
  assert.equal(all("a")[0].textContent, "following: 02 Camp");
});

test("Tab comes to the next lesson, and the arrow keys go along the path", () => {
  map();
  assert.deepEqual(reachable(), ["02"]);
  all(".tk-map-places a")[1].focus();
  keys("ArrowRight");
  assert.deepEqual([focused(), text(".tk-map-told"), reachable()], ["03 Valley", "03 Valley", ["03"]]);
  keys("ArrowDown", "Home");
  assert.equal(focused(), "01 Field: done");
  keys("ArrowLeft", "End", "ArrowUp");
  assert.equal(focused(), "02 Camp: next");
});

test("the map asks what is solved whenever it is seen, and keeps the place", () => {
  const model = map();
  settings.see();
  assert.equal(model.saved("seen"), 1);
  all(".tk-map-places a")[2].focus();
  const { shown } = STATES["map/map.js"];
  model.set("shown", { ...shown, says: ["You solved 2 of 3 exercises."] });
  assert.deepEqual([focused(), text(".tk-map-says")], ["03 Valley", "You solved 2 of 3 exercises."]);
});

test("a course that has just begun has no parts, and a finished one has no next lesson", () => {
  const { shown } = STATES["map/map.js"];
  map({ shown: { ...shown, parts: "", places: shown.places.filter(({ state }) => state !== "next") } });
  assert.equal(find(".tk-map-next").textContent, "");
  assert.equal(all("img").length, 1); // the land alone
});
