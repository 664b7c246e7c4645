"""A lesson in a made-up language: whatever a learner does, nothing we say is in English."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.once import Once
from tests.words.packaged import LANGUAGE, accented, package
from tests.words.pseudo import escaped

from .conftest import Shot
from .labpage import NOTEBOOK, Lab, learners_command, open_lesson, running_lab

LESSON = "01-first-moves.ipynb"
# Everything that a person sees or hears in the notebook, except code and JupyterLab's own labels.
READ = """() => {
  const ours = '.jp-RenderedMarkdown, .tk-root, .tk-still, .tk-corner';
  const notRead = 'code, pre, .tk-cell, .tk-code, style, script, .jp-InternalAnchorLink';
  const spoken = ['aria-label', 'title', 'alt', 'placeholder', 'aria-valuetext'];
  const found = [];
  for (const root of document.querySelectorAll(ours)) {
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = root; node; node = walk.nextNode()) {
      const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
      if (element.closest(notRead)) continue;
      if (node !== element) found.push(node.textContent);
      else found.push(...spoken.map(name => node.getAttribute(name)).filter(Boolean),
        ...(node.matches('input.tk-field') ? [node.value] : []));
    }
  }
  return found.filter(text => text.trim());
}"""
# What the extension says before a lesson is alive.
SAID_FIRST = """() => {
  const about = JSON.parse(document.getElementById('jupyter-config-data').textContent);
  return Object.values(JSON.parse(about.teachkitWords)).join(' ');
}"""
# What a program is written with is the same in every language, as in Python.
PROGRAMS = {"north", "east", "south", "west"}


@pytest.fixture(scope="module")
def translated_lab(tmp_path_factory: pytest.TempPathFactory, once: Once) -> Iterator[Lab]:
    """A JupyterLab started by `teachkit lab` with the made-up language."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TEACHKIT_LANGUAGE", LANGUAGE)
        home = tmp_path_factory.mktemp("translated")
        with running_lab(home, learners_command, packages=package(once)) as running:
            yield running


def english(page: Page) -> dict[str, list[str]]:
    """Return each text in the lesson that has words of ASCII letters, with these words.

    A single letter names a column or is a sign on a card.
    """
    read = page.evaluate(READ)
    found = {text: [word for word in escaped(text, PROGRAMS) if word[1:]] for text in read}
    assert len(found) > 200
    return {text: words for text, words in found.items() if words}


def heard(page: Page) -> None:
    """Wait until the kernel has answered everything that was pressed so far."""
    page.evaluate(
        """() => { window.__heard = false;
          window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.requestKernelInfo()
            .then(() => { window.__heard = true; }); }"""
    )
    page.wait_for_function("() => window.__heard")


def press(button: Locator) -> None:
    """Press a button, if it is there and can be pressed, and wait for the kernel.

    Looking and pressing is one step, since an answer of the kernel may disable the button between.
    """
    button.evaluate_all(
        """([one]) => {
          if (one?.checkVisibility() && !one.disabled && one.ariaDisabled !== 'true') one.click();
        }"""
    )
    heard(button.page)


def predict(bench: Locator) -> None:
    """Point at a heading, if the exercise asks where something ends."""
    press(bench.locator(".tk-predict .tk-headings button").first)


def ask_for_all_help(bench: Locator) -> None:
    """Press Help until the solution is shown."""
    for _ in range(8):
        press(bench.locator("[data-press=hint]"))


def answer_question(question: Locator) -> None:
    """Point at a heading, and say it."""
    question.locator(".tk-headings button").first.click()
    press(question.locator(".tk-primary"))


def test_nothing_that_is_said_is_in_english(page: Page, translated_lab: Lab, shot: Shot) -> None:
    """The prose, the tasks, runs that ask, every exercise with all help, and the end."""
    open_lesson(page, translated_lab, LESSON)
    assert [word for word in escaped(page.evaluate(SAID_FIRST)) if word[1:]] == []
    lesson = page.locator(NOTEBOOK)
    expect(lesson).to_contain_text(accented("First moves"))
    expect(lesson).to_contain_text(accented("Three samples"))
    assert english(page) == {}
    for player in lesson.locator(".tk-player:not(.tk-bench *)").all():
        player.press("End")
        question = player.locator(".tk-run-question")
        if question.is_visible():
            answer_question(question)
            expect(question).to_contain_text(accented("it is"))
    for bench in lesson.locator(".tk-bench").all():
        bench.scroll_into_view_if_needed()
        predict(bench)
        press(bench.locator("[data-press=run]"))
        press(bench.locator(".tk-lay-tray-card").first)
        press(bench.locator("[data-press=run]"))
        press(bench.locator("[data-press=astray]"))
        ask_for_all_help(bench)
    press(lesson.locator(".tk-finish button"))
    shot(page, "translated-lesson")
    assert english(page) == {}
