"""The desk of a workbench: the task, the controls for its answer, the bug hunt, and the tray.

Each form of answer names its controls; the tables at the end of this file map these names to
functions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple, TypeAlias

from teachkit.classroom.answers import Answers
from teachkit.classroom.progress import points_of
from teachkit.core.game.game import edits_in
from teachkit.core.language.instructions import Condition, Instruction
from teachkit.core.language.program import Lanes, Program
from teachkit.core.run.walk import Question
from teachkit.errors import TeachkitError
from teachkit.exercises.explaining.bughunt import answered, is_asked, is_found
from teachkit.exercises.judging.checks import asked_text
from teachkit.exercises.judging.program_runs import asks, board_of, table_steps
from teachkit.exercises.judging.programs import edited, next_rows, problems
from teachkit.exercises.model.exercise import Exercise, Start
from teachkit.widgets.builder import LaneBuilders, Ordering, ProgramBuilder, cards, still_fixed
from teachkit.widgets.common.widget import Data
from teachkit.widgets.prediction import Prediction, TraceTable
from teachkit.widgets.row_editor import RowEditor
from teachkit.widgets.task import Task
from teachkit.widgets.workbench.bench import SavedAnswer
from teachkit.words import say, translate

OPTIONS = "options"  # the control of a form in which the task itself offers the answers

Builder: TypeAlias = ProgramBuilder | LaneBuilders | RowEditor
Asked: TypeAlias = Prediction | TraceTable | Ordering


class Building(NamedTuple):
    """A widget for building a program, and the function `lay`, which loads an answer into it.

    The widget's `text` is the answer, and `program` the resulting program. For an empty
    answer, `lay` loads the given cards.
    """

    widget: Builder
    lay: Callable[[str], None]


class Desk:
    """The task of an exercise, and the controls for its answer.

    Programs are built in the `builder`, if there is one. Other answers are entered in the `form`:
    the question `asked`, such as a prediction, or else the `task`, where the learner chooses a
    letter. At first the desk shows the answer stored in `record`.
    """

    def __init__(self, exercise: Exercise, record: Mapping[str, object], start: Start) -> None:
        self.exercise = exercise
        self.task = _task(exercise)
        self.asked = _asked(exercise, start)
        self.form: Asked | Task = self.asked or self.task
        self.form.answer = kept_answer(exercise, record)[1]
        make = _BUILDINGS.get(exercise.kind.form.desk)
        self._building = make and make(exercise, str(record.get("answer") or ""))
        self.builder = self._building and self._building.widget

    @property
    def program(self) -> Program:
        """The program on the desk, or the given program if the exercise has no builder."""
        if not self.builder:
            return self.exercise.given
        laid = self.builder.program
        return laid if isinstance(laid, Program) else Program.from_json(laid)

    def lay(self, answer: str) -> None:
        """Put `answer` into the builder, if there is one; the learner can undo this."""
        if self._building:
            self._building.lay(answer)

    def ask(self, start: Start) -> None:
        """Ask for a prediction from `start`, if the exercise asks for predictions."""
        if isinstance(self.form, Prediction):
            self.form.ask(start.state)

    def take_away(self, card: str, says: str) -> None:
        """Remove every copy of `card` from the tray, and give `says` as the reason."""
        if self.builder:
            self.builder.tray = without(tray_of(self.exercise), card, says)

    def strike(self, letter: str) -> None:
        """Strike out the choice `letter`."""
        form = _choices(self.exercise)
        choices = [each | {"struck": each["letter"] == letter} for each in form["choices"]]
        self.task.form = form | {"choices": choices}


class BugHunt:
    """The bug hunt of one exercise, with the learner's marks in order.

    Learners who have solved the exercise or have begun to change cards are not asked for a mark, so
    answers from older versions, which have no marks, still count.
    """

    def __init__(self, desk: Desk, answers: Answers, entry: SavedAnswer) -> None:
        self._exercise, self._desk = desk.exercise, desk
        self._answers, self._entry = answers, entry
        self._builder = desk.builder if is_asked(desk.exercise) else None
        if isinstance(self._builder, ProgramBuilder):
            self._builder.on_press = lambda button, card: self.mark(int(card))
        self.read()

    def read(self) -> None:
        """Read the stored marks, and show the last one."""
        stored = self._entry.record.get("marks", [])
        self.marks = [card for card in stored if isinstance(card, int)]
        self.show()

    def mark(self, card: int) -> None:
        """Record `card` as the learner's guess for the first wrong one."""
        if self.waits:
            self.marks = [*self.marks, card]
            self._entry.note(marks=self.marks)
            self.show()

    @property
    def waits(self) -> bool:
        """Whether the learner should mark a card now."""
        if not self._is_as_given or is_found(self._exercise, self.marks):
            return False
        return points_of(self._exercise, self._answers) < self._exercise.possible

    def show(self) -> None:
        """Show the question or the reply to a mark, as long as the cards are unchanged."""
        if not self._builder:
            return
        waits = self.waits
        last = self.marks[-1] if self.marks and self._is_as_given else 0
        says = answered(self._exercise, self.marks) if last else ""
        if waits and not says:
            says = say("Run it. Then mark the first card that goes wrong.")
        with self._builder.hold_sync():
            self._builder.marking, self._builder.mark, self._builder.mark_says = waits, last, says

    @property
    def _is_as_given(self) -> bool:
        return bool(self._builder) and self._desk.program == self._exercise.given


def kept_answer(exercise: Exercise, record: Mapping[str, object]) -> tuple[int, str]:
    """Return the number of a stored answer's board, and the answer's text for the form.

    The text is empty if the answer is a program of cards.
    """
    kept = str(record.get("prediction" if exercise.file.predict else "answer", ""))
    board, form = 1, exercise.kind.form
    if form.names_start:
        number, kept = board_of(kept)
        board = number if number and number <= len(exercise.starts) else 1
    kept = form.last(kept)
    is_laid = form.lays_cards and not exercise.file.predict
    return board, "" if is_laid else kept.strip(" ").rstrip()


# -- the task, and letters to choose -------------------------------------------------------------


def _task(exercise: Exercise) -> Task:
    title, text, form = translate(exercise.title), asked_text(exercise), _choices(exercise)
    labels = [{"cards": each.cards, "says": translate(each.says)} for each in exercise.file.labels]
    return Task(title=title, text=text, form=form, labels=labels)


def _choices(exercise: Exercise) -> Data:
    """Return the form for choosing an option; empty if the task offers no options."""
    if exercise.kind.form.desk != OPTIONS:
        return {}
    options = exercise.options.items()
    choices = [{"letter": letter, "says": translate(choice.says)} for letter, choice in options]
    return {"kind": "choice", "choices": choices}


# -- answers that are pointed at, written, or put in order ---------------------------------------


def _asked(exercise: Exercise, start: Start) -> Asked | None:
    if exercise.file.predict:
        says = say("Before you run: how will it end?")
        return Prediction(exercise.game, start.state, label=says)
    make = _FORMS.get(exercise.kind.form.desk)
    return make(exercise, start) if make else None


def _prediction(exercise: Exercise, start: Start) -> Asked:
    return Prediction(exercise.game, start.state, label=asks(exercise, start))


def _table(exercise: Exercise, start: Start) -> Asked:
    rows = [played.says[0] for played in table_steps(exercise)]
    says = say("Fill in each line. If a card does nothing, write “skipped”.")
    return TraceTable(exercise.game, start.state, rows=rows, label=says)


def _ordering(exercise: Exercise, start: Start) -> Asked:
    return Ordering({letter: translate(each.says) for letter, each in exercise.options.items()})


# -- answers that are built from cards ------------------------------------------------------------


def row_of_cards(exercise: Exercise, answer: str) -> Building:
    """Return a builder for one program, which shows the cards of `answer`."""
    builder = _builder(exercise, *_laid(exercise, answer))
    return Building(builder, lambda answer: builder.lay(*_laid(exercise, answer)))


def _laid(exercise: Exercise, answer: str) -> tuple[list[cards.Node], Sequence[int]]:
    """Return the cards of `answer`, and the numbers of the fixed cards.

    If `answer` cannot be read, return the given cards instead.
    """
    program, fixed = exercise.given.to_json(), exercise.file.fixed
    with suppress(TeachkitError):
        kept = exercise.read(answer).to_json() or program
        return kept, still_fixed(fixed, program, kept)
    return program, fixed


def _lanes(exercise: Exercise, answer: str) -> Building:
    """Return a column of builders, one for each piece, for building several programs."""
    lanes = _kept_lanes(exercise, answer).lanes
    rows = {name: _builder(exercise, each.to_json(), player=name) for name, each in lanes}
    builders = LaneBuilders(rows)
    return Building(builders, lambda answer: builders.lay(_kept_lanes(exercise, answer)))


def _kept_lanes(exercise: Exercise, answer: str) -> Lanes:
    """Return the programs in `answer`, or the given programs if it is empty or unreadable."""
    for text in (answer, exercise.file.given):
        with suppress(TeachkitError):
            if text.strip():
                return Lanes.read_lanes(text, exercise.learners, exercise.game.instructions)
    return Lanes.read_lanes("", exercise.learners)


def _builder(
    exercise: Exercise, program: Sequence[cards.Node], fixed: Sequence[int] = (), player: str = ""
) -> ProgramBuilder:
    """Return a builder for the program of `player`, or of the only learner if `player` is ""."""

    def judge(nodes: Sequence[cards.Node]) -> Sequence[cards.Entry]:
        laid = Program.from_json(nodes)
        found = problems(exercise, Lanes.of({player: laid}) if player else laid) if laid else []
        return [{"card": card, "says": says} for card, says in found]

    return ProgramBuilder(
        tray=tray_of(exercise, player),
        program=program,
        cards=exercise.instructions,
        vocabulary=exercise.game.instructions,
        judge=judge,
        fixed=list(fixed),
        slots=slots_of(exercise, player),
        arrange=exercise.kind.hides_used or hand_of(exercise, player) is not None,
        replaces=_replaces(exercise),
        reserved=cards.reserved_names(exercise.game.instructions),
        show_python=exercise.file.python,
        python_first=exercise.file.python,
    )


def _replaces(exercise: Exercise) -> bool:
    """Return whether learners change cards of a program without making it longer or shorter."""
    size, answer = len(exercise.given.instructions), exercise.file.solution.answer
    if exercise.file.changes is None or not size:
        return False
    return not answer or len(exercise.read(answer).instructions) == size


def _edits(exercise: Exercise, answer: str) -> Building:
    faces = exercise.game.vocabulary(exercise.starts[0].state)
    editor = RowEditor(
        tray=tray_of(exercise),
        faces={card.name: cards.kind_face(card) for card in faces},
        before=exercise.given,
        edits=edits_in(answer),
        edited=partial(edited, exercise),
        ways=lambda edits: (way for way, _ in next_rows(exercise, edits)),
    )

    def lay(answer: str) -> None:
        editor.edits = list(edits_in(answer))

    return Building(editor, lay)


# -- the tray ------------------------------------------------------------------------------------


def tray_of(exercise: Exercise, player: str = "") -> list[cards.Entry]:
    """Return the cards that may be used; in a game that deals hands, those in the player's hand.

    Cards with the same `group` come from one pile and share its `limit`.
    """
    hand = hand_of(exercise, player)
    if hand is not None:
        here = [card for card in hand if card.name in exercise.instructions]
        return cards.hand_tray(exercise.game, exercise.starts[0].state, here)
    limits = exercise.cards
    entries = [
        cards.kind_face(card) | {"id": card.name, "node": card.name, "limit": limits.get(card.name)}
        for card in exercise.instructions
    ]
    entries += [*_loops(exercise), *_conditions(exercise)]
    if exercise.instructions.routines:
        entries.append(cards.routine_card(limits.get("define")))
    return entries


def hand_of(exercise: Exercise, player: str = "") -> tuple[Instruction, ...] | None:
    """Return the cards in a player's hand at the first start, or `None` if none are dealt."""
    return exercise.game.hand(exercise.starts[0].state, player or exercise.player)


def slots_of(exercise: Exercise, player: str = "") -> list[cards.Entry]:
    """Return the slots of a player's program at the first start."""
    return cards.slots(exercise.game, exercise.starts[0].state, player or exercise.player)


def without(tray: Sequence[cards.Entry], card: str, says: str) -> list[cards.Entry]:
    """Return a copy of `tray` with a limit of 0 for `card`, and `says` as the card's help."""
    return [
        entry | {"limit": 0, "help": says} if card in (entry["id"], entry.get("name")) else entry
        for entry in tray
    ]


def _loops(exercise: Exercise) -> list[cards.Entry]:
    loops = exercise.rules.loops
    if exercise.cards:
        loops = tuple(times for times in loops if f"{times}x" in exercise.cards)
    elif exercise.rules.nested:
        loops = loops[:2]
    return [
        cards.loop_face(f"{times}x")
        | {"id": f"{times}x", "node": {"repeat": times, "body": []}}
        | {"limit": exercise.cards.get(f"{times}x")}
        for times in loops
    ]


def _conditions(exercise: Exercise) -> list[cards.Entry]:
    """Return a card for each allowed combination of `while` or `if` with a condition."""
    if not exercise.rules.sensors:
        return []
    words = [word for word in ("while", "if") if not exercise.cards or word in exercise.cards]
    asked = exercise.file.sensors or exercise.instructions.sensors
    return [_condition(exercise, word, each) for word in words for each in asked]


def _condition(exercise: Exercise, word: str, condition: str) -> cards.Entry:
    sensor = translate(exercise.instructions.sensors[condition.rsplit(maxsplit=1)[-1]])
    if condition.startswith("not "):
        sensor = say("it is not true that {sensor}", sensor=sensor)
    again, arms, symbol = False, ["then", "else"], "?"
    says = say("Run the cards inside only if {sensor}.", sensor=sensor)
    if word == "while":
        again, arms, symbol = True, ["body"], "⟳"
        says = say("Repeat the cards inside as long as {sensor}.", sensor=sensor)
    return {
        "id": f"{word} {condition}",
        "node": {word: condition, **{arm: [] for arm in arms}},
        "symbol": symbol,
        "label": str(Question(Condition.read(condition), 0, again=again)),
        "help": says,
        "limit": exercise.cards.get(word),
        "group": word,
    }


_FORMS: Mapping[str, Callable[[Exercise, Start], Asked]] = {
    "prediction": _prediction,
    "table": _table,
    "ordering": _ordering,
}
_BUILDINGS: Mapping[str, Callable[[Exercise, str], Building]] = {
    "cards": row_of_cards,
    "lanes": _lanes,
    "edits": _edits,
}
