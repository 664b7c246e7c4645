// Each module stands on its own, and the script that Python joins for a widget does what they do.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { all, click, keys, pass, show } from "./support/page.mjs";
import { STATES, widgets } from "./support/states.mjs";

const WIDGETS = join(import.meta.dirname, "../../teachkit/widgets");
const JOINED = process.env.TEACHKIT_JOINED; // a folder of joined scripts; pytest fills it
const isEntry = (name) => name.endsWith(".js") && readFileSync(join(WIDGETS, name), "utf8").includes("export default");

test("every widget has its traits here", () => {
  assert.deepEqual(readdirSync(WIDGETS, { recursive: true }).filter(isEntry).sort(), Object.keys(STATES).sort());
});

test("a module uses names of its own, imported ones, and the browser's", () => {
  const command = [join(import.meta.dirname, "node_modules/oxlint/bin/oxlint"), "--format=json", "--allow=all", "--deny=no-undef", WIDGETS];
  const { diagnostics } = JSON.parse(spawnSync(process.execPath, command, { encoding: "utf8" }).stdout);
  assert.ok(diagnostics.length > 50); // `document` and the like
  const unknown = diagnostics.map(({ message, filename }) => [message.match(/'(\w+)'/)[1], filename]);
  assert.deepEqual(unknown.filter(([name]) => !(name in globalThis)), []);
});

for (const [entry, state] of Object.entries(STATES)) {
  test(`no key leaves ${entry}`, () => {
    let heard = 0;
    const hear = () => { heard += 1; };
    document.body.addEventListener("keydown", hear);
    show(widgets[entry], { ...state });
    const reached = all("button, input, textarea, [tabindex]");
    for (const element of reached) {
      element.focus();
      keys(..."ddxabm00jk", "Shift+M", "ArrowDown", "Alt+ArrowLeft", "Escape");
    }
    document.body.removeEventListener("keydown", hear);
    assert.deepEqual([reached.length > 0, heard], [true, 0]);
  });
}

/** Show a widget, press everything that can be pressed, and return what was seen and told. */
function acted(widget, state) {
  const page = document.createElement("main");
  document.body.append(page);
  const { words, ...traits } = state;
  const model = show(widget, { ...structuredClone(traits), words }, page);
  const before = page.innerHTML;
  for (const element of all("button, [data-path], input[type=radio]", page)) click(element);
  pass(1000);
  const seen = [before, page.innerHTML].map((html) => html.replace(/(tk-\w+)-\d+-\d+|(blob:|data-key=")\d+/g, "$1$2").split(/(?=<)/));
  model.stop();
  page.remove();
  return { seen, told: JSON.stringify(model.told, (name, value) => (name === "n" ? 0 : value)) }; // a time
}

for (const [entry, state] of Object.entries(STATES)) {
  test(`the joined script of ${entry} does what its modules do`, { skip: !JOINED && "pytest joins them" }, async () => {
    const file = join(JOINED, entry.replace(/js$/, "mjs"));
    execFileSync(process.execPath, ["--check", file]);
    const joined = await import(file);
    assert.deepEqual(Object.keys(joined), ["default"]);
    assert.deepEqual(acted(joined.default, state), acted(widgets[entry], state));
  });
}
