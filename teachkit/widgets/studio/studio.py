"""`Studio`: the widget for making a level, which is proven after each change.

Everything that an author does changes one draft. The studio keeps all drafts, so everything can be
undone; its parts only show the current one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import ipywidgets
import traitlets

from teachkit.classroom.answers import Answers, learner_name
from teachkit.classroom.library import exercise_files, unknown_exercise
from teachkit.classroom.prover import Prover
from teachkit.core.data import Table
from teachkit.draw.svg import qr_svg, qr_text
from teachkit.errors import DataError, TeachkitError
from teachkit.exercises.authoring.codes import code_of
from teachkit.exercises.authoring.draft import Draft
from teachkit.exercises.misreadings.diagnosis import misreadings_of
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.par import concepts_of
from teachkit.games import NAMES as GAMES
from teachkit.games import game as find_game
from teachkit.widgets.common.widget import Data, Pressing, Saving, Wording, arranged, entitle
from teachkit.widgets.easel import Easel, Findings, Terms
from teachkit.widgets.workbench.desk import Desk, tray_of
from teachkit.widgets.workbench.workbench import Workbench
from teachkit.words import say, translate

NEEDED = ("title", "text")
WORDS = (*NEEDED, "hints", "mistakes")
PARTS_OF_TERMS = ("kind", "edition", "cards", "checks")
SHOWN = (*WORDS, *PARTS_OF_TERMS, "game", "given", "starts")
ABOUT_THE_GIVEN = ("given", "fixed", "changes", "mark")
NOT_OF_THE_GIVEN = (*ABOUT_THE_GIVEN, "cards", "predict", "solution")


class Bar(Pressing, script="studio/bar.js", styles=[]):
    """The buttons for the whole level, the name of its file, and a sentence about the last press.

    While `tries` is true, the level is being tried, and one button leads back to the studio.
    """

    file = traitlets.Unicode().tag(sync=True)
    usual = traitlets.Unicode().tag(sync=True)
    can_undo = traitlets.Bool(False).tag(sync=True)
    can_redo = traitlets.Bool(False).tag(sync=True)
    tries = traitlets.Bool(False).tag(sync=True)
    says = traitlets.Unicode().tag(sync=True)
    mood = traitlets.Unicode().tag(sync=True)

    def say(self, says: str, mood: str = "") -> None:
        """Show a sentence about the last press; the mood is `good`, `look` or ""."""
        with self.hold_sync():
            self.says, self.mood = says, mood


class Tabs(Wording, script="studio/tabs.js", styles=[], tables=["tabs"]):
    """The tabs of the studio; the one called `page` is open."""

    page = traitlets.Unicode("ask").tag(sync=True)


class Form(Saving, script="studio/form.js", styles=["studio/studio.css"], tables=["form"]):
    """The fields of one `page`, and proposals below them that are accepted by pressing a button.

    `form.js` lists the fields of each page; `values` maps their names to values, and `options` to
    what can be chosen. `on_change` is called with the name and the new value of a field that a
    person has changed, and `on_accept` with one of `offers`. Each offer has a text `says`.

    >>> form = Form(page="words", offers=[{"says": "Write a title."}])
    >>> form.on_change = form.on_accept = print
    >>> form.edited = {"name": "title", "value": "Up", "n": 1}
    title Up
    >>> form.accepted = {"number": 0, "n": 1}
    {'says': 'Write a title.'}
    """

    page = traitlets.Unicode().tag(sync=True)
    values = traitlets.Dict().tag(sync=True)
    options = traitlets.Dict().tag(sync=True)
    offers = traitlets.List(traitlets.Dict()).tag(sync=True)
    edited = traitlets.Dict().tag(sync=True)
    accepted = traitlets.Dict().tag(sync=True)

    def __init__(self, **traits: object) -> None:
        super().__init__(**traits)
        self.on_change: Callable[[str, Any], None] = lambda name, value: None
        self.on_accept: Callable[[Data], None] = lambda offer: None
        self.observe(lambda c: self.on_change(c["new"]["name"], c["new"]["value"]), "edited")
        self.observe(lambda c: self.on_accept(self.offers[c["new"]["number"]]), "accepted")


class ProgramPage(ipywidgets.Box):
    """A builder below its `heading`, with the cards that a level offers.

    `on_text` is called with the program as text after each change.
    """

    def __init__(self, heading: str, on_text: Callable[[str], None]) -> None:
        super().__init__()
        self.add_class("tk-studio-program")
        self.heading, self.on_text = heading, on_text
        self._known: object = None

    @property
    def builder(self) -> Any:
        """The builder, or `None` if the level has no such program."""
        return self.children[1] if self.children else None

    @property
    def _text(self) -> str:
        """The program as files hold it: the last of several lines ends like the others."""
        lines = str(self.builder.text).splitlines()
        return "\n".join([*lines, ""] if lines[1:] else lines)

    def show(self, exercise: Exercise | None, program: str) -> None:
        """Show the program of an exercise, or nothing if there is none to build."""
        known = exercise and (exercise.kind, exercise.learners, tray_of(exercise))
        if exercise is None:
            self.children = []
        elif self.builder is None or (known, program) != (self._known, self._text):
            builder: Any = Desk(exercise, {"answer": program}, exercise.starts[0]).builder
            entitle(builder, self.heading)
            builder.observe(lambda change: self.on_text(self._text), "text")
            self.children = [ipywidgets.HTML(f"<b>{escape(self.heading)}</b>"), builder]
        self._known = known


class Moment(NamedTuple):
    """All that can be undone: the draft, the author's wishes, and the start that is shown."""

    draft: Draft
    wishes: Table
    number: int


class Studio(ipywidgets.Box):
    """A board to paint, with the level's conditions, words and wishes, and the proof beside it.

    `draft` is the level, and `file` the name of its file. `change(key=value)` changes keys of the
    file, and `undo()` and `redo()` go through all changes. The buttons call `try_it()`, `save()`
    and `open_file()`.
    """

    def __init__(self, draft: Draft, file: str = "") -> None:
        self._moments, self._at, self._shows = [Moment(draft, {}, 1)], 0, False
        self._prover, self._painted = Prover(), ("", "")
        self.bar, self.tabs, self.findings = Bar(file=file), Tabs(), Findings()
        self.boards = Terms(draft.data, ["starts"])
        self.boards.words = self.boards.words | {"easel": self.boards.words["starts"]}
        self.terms = Terms(draft.data, ["kind", "cards", "checks"])
        self._canvas = ipywidgets.Box()
        given = say("The program that learners start with")
        self.given = ProgramPage(given, lambda text: self.change(given=text))
        self.solution = ProgramPage(say("Your own solution"), self._solve)
        self.words, self.wishes = Form(page="words"), Form(page="wishes")
        self.share, self.proven = Form(page="share"), Form(page="program")
        programs = ipywidgets.Box([self.solution, self.given, self.proven])
        words, wishes, share = self.words, self.wishes, self.share
        pages = arranged(ask=self.terms, program=programs, words=words, wishes=wishes, share=share)
        board, beside, proof = self._canvas, ipywidgets.Box(pages), self.findings
        self._parts, self.trial = ipywidgets.Box(), ipywidgets.Box()
        self._parts.children = arranged(
            boards=self.boards, easel=board, tabs=self.tabs, pages=beside, proof=proof
        )
        super().__init__(arranged(bar=self.bar, studio=self._parts, trial=self.trial))
        self.add_class("tk-studio")
        self._listen()
        self._show()

    # -- the level -----------------------------------------------------------------------------

    @property
    def draft(self) -> Draft:
        """The level as it is now."""
        return self._moments[self._at].draft

    @property
    def file(self) -> str:
        """The name of the level's file, by default made from its title."""
        title = re.sub(r"\W+", "-", self.draft.data.get("title", "").casefold()).strip("-")
        return self.bar.file or f"{title[:60] or 'my-level'}.toml"

    def __repr__(self) -> str:
        return f"Studio({self.file!r})"

    @property
    def _start(self) -> Table:
        moment = self._moments[self._at]
        return dict(moment.draft.data["starts"][moment.number - 1])

    def exercise(self, **changes: object) -> Exercise | None:
        """Return the level as an exercise, with `changes` to its keys, or `None` if incomplete."""
        with suppress(TeachkitError):
            return self.draft.with_(**changes).exercise()
        return None

    def change(self, **keys: object) -> None:
        """Change keys of the exercise file; an empty value removes a key, except for texts."""
        changed = {key: fact if key in NEEDED else fact or None for key, fact in keys.items()}
        self._go_on(draft=self.draft.with_(**changed))

    def undo(self) -> None:
        """Go back to the level before the last change."""
        self._turn_to(max(0, self._at - 1))

    def redo(self) -> None:
        """Make the last undone change again."""
        self._turn_to(min(len(self._moments) - 1, self._at + 1))

    def _go_on(self, **facts: Any) -> None:
        """Change facts of the current moment, unless the change only came from showing it."""
        now = self._moments[self._at]
        new = now._replace(**facts)
        if self._shows or new == now:
            return
        starts = len(new.draft.data["starts"])
        self._moments[self._at + 1 :] = [new._replace(number=min(new.number, starts))]
        self._turn_to(self._at + 1)

    def _turn_to(self, at: int) -> None:
        self._at = at
        self._show()

    # -- parts that change it ------------------------------------------------------------------

    def _listen(self) -> None:
        self.findings.on_press = lambda button, square: self.easel.mark_square(square)
        self.terms.observe(self._ask, PARTS_OF_TERMS)
        self.boards.observe(lambda change: self._go_on(number=change["new"]), "number")
        self.boards.on_press = lambda button, fact: self._change_starts(button)
        self.words.on_change = self._word
        self.wishes.on_change = self._wish
        self._offering = {"proposal": self.wishes, "solution": self.proven, "words": self.words}
        for form in self._offering.values():
            form.on_accept = self._adopt
        self.share.on_change = lambda name, value: self._safely(self._share, value)
        self.tabs.observe(lambda change: self._open_page(), "page")
        self.bar.on_press = lambda button, fact: self._safely(getattr(self, button))

    def _paint(self, start: Mapping[str, Any]) -> None:
        number = self._moments[self._at].number
        self._go_on(draft=self.draft.with_start(number, dict(start)))

    def _ask(self, change: Mapping[str, Any]) -> None:
        self.change(**{change["name"]: self.terms.data[change["name"]]})

    def _change_starts(self, what: str) -> None:
        starts, number = [*self.draft.data["starts"]], self._moments[self._at].number
        shown = {key: fact for key, fact in self._start.items() if key != "hidden"}
        if what == "hide":
            starts[number - 1] = shown if self._start.get("hidden") else shown | {"hidden": True}
        elif what == "remove":
            del starts[number - 1]
        else:
            palette = find_game(self.draft.data["game"]).palette
            blank = palette.blank(self.terms.edition, *self.easel.size)
            starts.insert(number, self._start if what == "copy" else blank)
            number += 1
        self._go_on(draft=self.draft.with_(starts=starts), number=number)

    def _solve(self, program: str) -> None:
        old = self.draft.data.get("solution", {})
        self.change(solution={**old, "answer": program} if program or old else {})

    def _wish(self, name: str, value: object) -> None:
        wishes = self._moments[self._at].wishes | {name: value}
        self._go_on(wishes={key: wish for key, wish in wishes.items() if wish})

    def _word(self, name: str, value: Any) -> None:
        if name == "others":
            self._safely(lambda: self._go_on(draft=self.draft.with_keys_besides(SHOWN, value)))
        else:
            self.change(**{name: value})

    def _adopt(self, offer: Table) -> None:
        """Make the change that an offer consists of."""
        old, new = self.draft.known, offer["data"]
        self.change(**{key: new.get(key) for key in {**old, **new} if old.get(key) != new.get(key)})

    # -- display -------------------------------------------------------------------------------

    def _show(self) -> None:
        """Show the current moment in all parts, and begin to prove it."""
        moment, data = self._moments[self._at], self.draft.data
        self._shows = True
        try:
            self._show_board()
            for terms in (self.boards, self.terms):
                terms.show(data, moment.number)
            exercise = self.exercise(**dict.fromkeys(ABOUT_THE_GIVEN))
            given = self.exercise(**dict.fromkeys(NOT_OF_THE_GIVEN), kind="program")
            self.given.show(given, str(data.get("given", "")))
            answered = exercise if exercise and exercise.kind.solution is None else None
            self.solution.show(answered, str(data.get("solution", {}).get("answer", "")))
            words = {key: data[key] for key in WORDS if key in data}
            self.words.values = words | {"others": self.draft.keys_besides(SHOWN)}
            self.wishes.values, self.wishes.options = moment.wishes, self._options
        finally:
            self._shows = False
        self.bar.waits_for(self._parts)
        with self.bar.hold_sync():
            self.bar.can_undo, self.bar.can_redo = self._at > 0, self._at < len(self._moments) - 1
            self.easel.can_undo, self.easel.can_redo = self.bar.can_undo, self.bar.can_redo
            self.bar.usual = self.file
            self.bar.say("")
        self._open_page()
        self._prove()

    def _show_board(self) -> None:
        """Show the start in the easel, or in a new one if the game or the edition has changed."""
        game, edition = self.draft.data["game"], str(self.draft.data.get("edition", ""))
        if self._painted != (game, edition):
            self._painted = game, edition
            self.easel = Easel(find_game(game), self._start, edition=edition)
            self.easel.on_paint = self._paint
            # Its keys and buttons go through the changes to the whole level.
            self.easel.__dict__.update(undo=self.undo, redo=self.redo)
            self._canvas.children = (self.easel,)
        elif self.easel.start != self._start:
            self.easel.load(self._start)

    def _open_page(self) -> None:
        """Compute the code if its page is open."""
        if self.tabs.page == "share":
            maker = self.share.values.get("maker", learner_name())
            self._safely(self._share, maker)

    @property
    def _options(self) -> Table:
        """The cards and concepts that a level can need, and the ideas that it can catch."""
        game = find_game(self.draft.data["game"])
        words = [(card["id"], card["label"]) for card in self.terms.tray]
        words += [(concept, translate(concept)) for concept in concepts_of(game)]
        ideas = [(idea.name, translate(idea.says)) for idea in misreadings_of(game)]
        return {"needs": words, "tells": ideas}

    # -- the proof -----------------------------------------------------------------------------

    def _prove(self) -> None:
        """Begin to prove the current moment; the older proof is cancelled."""
        self.findings.busy = True
        for form in self._offering.values():
            form.offers = []
        self._prover.prove(self.draft.known, self._moments[self._at].wishes, self._found)

    def _found(self, lines: list[Table], is_last: bool) -> None:
        """Show the lines that the newest proof has found; called from a thread."""
        for name, form in self._offering.items():
            form.offers = [line for line in lines if "data" in line and line["name"] == name]
        with self.findings.hold_sync():
            self.findings.lines = [line for line in lines if "data" not in line]
            self.findings.busy = not is_last

    # -- the buttons ---------------------------------------------------------------------------

    def _safely(self, do: Callable[..., object], *facts: object) -> None:
        """Call `do` with `facts`; if it fails, say why."""
        try:
            do(*facts)
        except TeachkitError as error:
            self.bar.say(error.says, "look")

    def try_it(self) -> None:
        """Open the level as a learner would see it; answers are not kept."""
        exercise = self.draft.exercise()
        self._kept = TemporaryDirectory()
        self.trial.children = (Workbench(exercise, Answers(Path(self._kept.name), "")),)
        self.bar.tries = True

    def come_back(self) -> None:
        """Close the workbench and go back to the studio."""
        self.bar.tries, self.trial.children = False, ()
        self._kept.cleanup()

    def save(self) -> None:
        """Save the level to its file. Raise `DataError` if that is a different level."""
        path = Path(self.file).expanduser().with_suffix(".toml")
        text = self.draft.save(path).text
        for at, old in enumerate(self._moments):  # what is undone now can be saved over it
            self._moments[at] = old._replace(draft=replace(old.draft, text=text))
        self.bar.file = str(path)
        self.bar.say(say("Saved to {path}.", path=path), "good")

    def open_file(self) -> None:
        """Open the level with the name in the bar; this can be undone like any change."""
        draft, self.bar.file = opened(self.bar.file)
        self._go_on(draft=draft, number=1)

    def _share(self, maker: str) -> None:
        """Show the code of the level. Raise `TeachkitError` if it does not fit into one."""
        self.share.values = {"maker": maker}
        code = code_of(self.draft.data, maker, self.draft.exercise().file.solution.answer)
        pictures = {"picture": qr_svg(code), "blocks": qr_text(code)}
        self.share.values = {"maker": maker, "code": code, **pictures}


def opened(name: str) -> tuple[Draft, str]:
    """Return the draft called `name`, and the name of the file in which to save it.

    `name` is a game, for a new draft, or a file, or the id of an exercise in the library, which
    gets a file of its own. Raise `TeachkitError` if there is no such level, or if it has no board.

    >>> opened("algoracing")[0].data["starts"][0]["rovers"]
    {'red': 'a1 east'}
    """
    if name in GAMES:
        return Draft.new(name), ""
    path, library = Path(name).expanduser(), exercise_files()
    is_file = path.suffix == ".toml" or path.is_file()
    if not is_file and name not in library:
        raise DataError(unknown_exercise(name, library))
    draft = Draft.open(path if is_file else library[name])
    exercise = draft.exercise()
    if not exercise.starts or exercise.kind.form.runs_python:
        raise DataError(say("This level has no board to paint."), path)
    return draft, str(path) if is_file else f"{name}.toml"


def studio(level: str = "algoracing") -> Studio:
    """Return the studio for making a level: `tk.studio("algoracing")`.

    `level` is the name of a game, for a new level, or the name of a file or an exercise to change.
    """
    return Studio(*opened(level))
