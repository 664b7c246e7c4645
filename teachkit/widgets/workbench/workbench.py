"""`Workbench`: the widget for working on one exercise.

The desk holds the task and the answer, the board shows a run, and the feedback shows the verdict
and the help. Every change to the answer is saved immediately.
"""

from __future__ import annotations

from contextlib import suppress

import traitlets

from teachkit.classroom.answers import Answers
from teachkit.core.game.whereabouts import Compared
from teachkit.errors import AnswerError, FolderError, TeachkitError
from teachkit.exercises.explaining.explain import compared_with_run, explain, said_and_seen
from teachkit.exercises.explaining.faults import faulty_step, planned
from teachkit.exercises.explaining.hints import fault_hint
from teachkit.exercises.judging.grade import is_untouched, praise
from teachkit.exercises.judging.program_runs import OpenChoice, asked_run, attempt, stop_of, unclear
from teachkit.exercises.model.exercise import Exercise, Hint
from teachkit.exercises.model.verdict import Grade
from teachkit.exercises.solving.par import badges
from teachkit.widgets.common.widget import Data
from teachkit.widgets.player import Hold, Response
from teachkit.widgets.prediction import Prediction, TraceTable, pointing
from teachkit.widgets.workbench.bench import Bench, Board
from teachkit.widgets.workbench.desk import BugHunt, Desk, kept_answer
from teachkit.words import say


class Workbench(Bench):
    """An exercise with its task, board, controls and feedback.

    `answer` is the learner's current answer as text. The buttons call `run()`, `hint()`, `reset()`,
    `show_board()` and `show_astray()`. `grade` is the grade of the last run.
    """

    board: Board

    def __init__(self, exercise: Exercise, answers: Answers | None = None) -> None:
        answers = answers or Answers()
        record = answers.record(exercise.id)
        self._form = exercise.kind.form
        self.board = Board(exercise, kept_answer(exercise, record)[0], answers)
        self.desk = Desk(exercise, record, self.board.start)
        self.player = self.board.player
        self.task, self.form, self.builder = self.desk.task, self.desk.form, self.desk.builder
        run = "run" if self.builder else "check"
        boards = 1 if self._form.names_start else len(exercise.shown_starts)
        super().__init__(exercise, answers, run=run, boards=boards, resets=_resets(exercise))
        self.grade: Grade | None = None
        self._ran = str(record.get("ran") or "")
        self.hunt = BugHunt(self.desk, self.answers, self.entry)
        asked, builder = self.desk.asked, self.builder
        self.lay_out(player=self.player, prediction=asked, builder=builder, feedback=self.feedback)
        self._show_badges()
        if self.builder and record.get("ran") == self.answer:
            with suppress(TeachkitError):
                self.board.show(self.desk.program)
                self.player.to(len(self.player.stops) - 1)
        self._listen()

    # -- the answer ----------------------------------------------------------------------------

    @property
    def answer(self) -> str:
        """The answer that would be handed in now."""
        if self.builder:
            return str(self.builder.text)
        text = str(self.form.answer)
        is_named = self._form.names_start and text.strip()
        return self._form.after(self._ran, f"{self.board.number}: {text}" if is_named else text)

    @property
    def prediction(self) -> str:
        """The learner's prediction of how the program ends, or "" if the exercise asks for none."""
        return str(self.form.answer) if self.exercise.file.predict else ""

    @property
    def handed(self) -> str:
        """The text that is graded: the answer, after the number of its board if that is needed."""
        if self._form.names_start:
            return f"{self.board.number}: {self.form.answer}"
        return self.answer

    def lay(self, answer: str) -> None:
        """Put `answer` into the builder; the learner can undo this."""
        self.desk.lay(answer)

    def _changed(self) -> None:
        """Store the changed answer, and mark feedback that no longer applies."""
        if isinstance(self.form, Prediction):
            self.form.show(())
        if self.exercise.file.predict:
            self.entry.note(prediction=self.prediction)
        if not self.exercise.file.predict or self.builder:
            self.entry.save(self.answer)
        self.verdict.show_stale()
        self._offer_astray()
        self.hunt.show()
        self.help.show()
        self._lock()

    # -- Run -----------------------------------------------------------------------------------

    def run(self) -> None:
        """Hand in the answer: grade it, store it, and show what happened."""
        with self.feedback.hold_sync():
            self.feedback.waits = False
            can_ask = self.builder and not self._refusal()
            if choice := can_ask and self.board.open_choice(self.desk.program):
                self._ask_for(*choice)
            else:
                self._hand_in()
                self.feedback.results += 1

    def _hand_in(self) -> None:
        if self.form.locked and self.verdict.is_current:  # it says what to do next
            return
        if refusal := self._refusal():
            self.verdict.say(refusal)
            return
        before = self.entry.record
        try:
            self._ran = str(before.get("ran") or "")
            graded = self.answers.hand_in(self.exercise, self.answer)
            self.grade = explain(self.exercise, self.answer, graded)
        except FolderError as error:
            self.verdict.say(error.says)
            return
        is_as_given = is_untouched(self.exercise, self.answer)
        if self.grade.unread and not is_as_given:  # nothing ran
            self.verdict.say(*self.grade.says[-1:])
            self.grade = None
            return
        self._ran = self.answer
        self._show_run(self.grade)
        self.form.locked = self._gives_away(self.grade)
        seen = self._compared()
        if isinstance(self.form, Prediction | TraceTable):
            self.form.show(self.grade.parts or seen.parts)
        is_calm = is_as_given or self.form.locked
        mood = "good" if self.grade.solved else "seen" if is_calm else "look"
        says = self.grade.says
        if self.form.locked:
            says = (self._said_and_seen() or says[0], *says[1:])
        if self.grade.solved:
            praised = praise(self.exercise, self.handed)
            says = (praised, *says[1:], *self.afterword(), self._medal(before))
        ghost = self._haunt() if mood == "look" else ""
        self.verdict.say(*says, ghost, seen.says, self._refusal(), mood=mood, about=self.handed)
        # Show the missing part first, and the place where it went wrong only if the learner asks.
        self._offer_astray()
        self.help.show()
        self._show_score()

    def _medal(self, before: Data) -> str:
        """Give a medal for fewer cards than in the record `before`, and return a sentence."""
        if not (self.builder and (self._form.is_program or self._form.has_lanes)):
            return ""
        cards, fewest = self.desk.program.cost, _fewest(self.exercise, before)
        if before.get("fewest") != (best := min(cards, fewest or cards)):
            self.entry.note(fewest=best, medals=before.get("medals", 0) + (cards < fewest))
        if cards >= fewest:
            return ""
        return say("You needed {before} cards before, and now {cards}.", before=fewest, cards=cards)

    def afterword(self) -> tuple[str, ...]:
        """Return what is said after the praise for a solved exercise."""
        return ()

    def _refusal(self) -> str:
        """Return the reason why the answer cannot be run yet, or ""."""
        if self.form.locked:
            return say('Press "Start again" to get a new board.')
        return self._unclear

    @property
    def _unclear(self) -> str:
        """The reason why the prediction cannot be understood, or ""."""
        is_asked = self.exercise.file.predict
        return unclear(self.exercise, self.board.start, self.prediction) if is_asked else ""

    def _lock(self) -> None:
        self.feedback.locked = bool(self._unclear)

    def _gives_away(self, grade: Grade) -> bool:
        """Return whether the run reveals the answer, so that the next attempt needs a new board."""
        tried = self._form.names_start and bool(self.form.answer.strip())
        return tried and len(self.exercise.starts) > 1 and not grade.solved

    def _show_run(self, grade: Grade) -> None:
        """Play the run on the first unsolved board, unless that would reveal an answer."""
        failed = grade.failed_start
        if failed is not None and failed < len(self.exercise.shown_starts):
            self._turn_to(failed + 1)
        # The run of a given program stays hidden while the learner is still asked about it.
        is_seen = self._form.names_start or grade.solved
        if self.builder or (is_seen and self.form.answer.strip()):
            with suppress(TeachkitError):
                self.board.show(self.desk.program)
                self.player.play()
                self.feedback.waits = len(self.player.stops) > 1

    def _haunt(self) -> str:
        """Show where the piece should have been, if that is known; return a sentence about it."""
        with suppress(TeachkitError):
            found = planned(self.exercise, self.answer) if self.builder else None
            if found and found.start + 1 == self.board.number:
                form = pointing(self.exercise.game, self.board.start.state, self.exercise.player)
                self.player.ghost = {"stop": found.stop, "place": found.place, "form": form}
                return found.says
        return ""

    def _compared(self) -> Compared:
        """Compare the prediction with the run; the result is empty if that is not possible."""
        with suppress(TeachkitError):
            tried = attempt(self.exercise, self.desk.program, self.board.start)
            return compared_with_run(tried, self.prediction) if self.prediction else Compared()
        return Compared()

    def _said_and_seen(self) -> str:
        """Return a sentence with the wrong prediction and the end of its run, or ""."""
        with suppress(TeachkitError):
            tried = asked_run(self.exercise, self.board.start)
            return said_and_seen(tried, str(self.form.answer))
        return ""

    def _ask_for(self, number: int, choice: OpenChoice) -> None:
        """Run the program on board `number` up to the open `choice`, and ask the learner to decide.

        The answer is inserted into the program after the card that leaves the choice open. It is
        therefore stored and graded as part of the program, and can be undone like a card.
        """
        program, stop = self.desk.program, len(choice.trace.stops())

        def judge(text: str) -> Response:
            if self.desk.program != program:
                raise AnswerError(say("Your cards have changed. Run them again."))
            return Response("", True, text)

        def go_on(said: str) -> None:
            self.lay(str(choice.made(program, said)))
            self.run()
            if self.board.number == number:
                self.player.to(stop - 1)
                self.player.play()

        if number != self.board.number:
            self.show_board(number)
        hold = Hold(stop, choice.asks, judge, choices=choice.options, then=go_on)
        self.board.ask(choice, program, hold)
        self.verdict.say()

    # -- boards --------------------------------------------------------------------------------

    def show_board(self, number: int) -> None:
        """Show board `number`, from 1, with the last run on this board if there is one."""
        self._turn_to(number)
        self.board.show(self.desk.program if self.grade and self.builder else None)

    def _turn_to(self, number: int) -> None:
        """Switch to board `number`; predictions are about this board from then on."""
        self.board.number = self.feedback.board = number
        self.desk.ask(self.board.start)

    # -- help ----------------------------------------------------------------------------------

    def hint(self) -> None:
        """Show the next hint; the solution is shown only if the learner asks for it twice."""
        new = self.help.ask()
        if new and new.rung == "before":
            self.board.play_all_but_the_end(self.exercise.given)

    def follow(self, hint: Hint) -> None:
        """Remove the card or strike out the option that `hint` says is not needed."""
        if hint.rung == "spare":
            self.desk.take_away(hint.spare, hint.says)
        elif hint.rung == "strike":
            self.desk.strike(hint.spare)

    def _offer_astray(self) -> None:
        """Offer to show where the last run went wrong, if the program has not changed since."""
        is_judged = self.builder and self.grade and self.verdict.is_current and not self.hunt.waits
        self.feedback.astray = bool(is_judged and fault_hint(self.exercise, self.answer))

    def show_astray(self) -> None:
        """Show the moment at which the program went wrong, with an explanation."""
        program = self.desk.program
        new, found = fault_hint(self.exercise, self.answer), faulty_step(self.exercise, program)
        if not new or not found:
            return
        if new.says not in (self.feedback.astray_says, *self.feedback.says):
            self.help.tell(new)
        if self.board.number != found.start + 1:
            self.show_board(found.start + 1)
        stop = stop_of(self.board.trace(program), found.number) if found.step else 0
        self.player.mark = stop
        self.player.to((stop or len(self.player.stops)) - 1)

    # -- beginning again, and answers from elsewhere -------------------------------------------

    def reset(self) -> None:
        self.lay("")
        self.form.answer, self.form.locked = "", False
        self.grade = None
        if self._form.names_start:
            self.board.number = self.board.number % len(self.exercise.starts) + 1
        self.desk.ask(self.board.start)
        self.entry.reset()
        self.board.show()
        self.feedback.astray = False
        self.verdict.say()
        self.help.show()
        self.hunt.show()
        self._show_score()

    def come_back(self) -> None:
        record = self.entry.record
        if record.get("answer"):
            self.lay(str(record["answer"]))
        self._ran = str(record.get("ran") or "")
        self.board.number, self.form.answer = kept_answer(self.exercise, record)
        self.form.locked = False
        self.hunt.read()
        if self._form.names_start:
            self.show_board(self.board.number)
        super().come_back()
        self._show_badges()

    # -- display and events --------------------------------------------------------------------

    def _show_score(self) -> None:
        self._show_badges()
        self.verdict.show_score()

    def _show_badges(self) -> None:
        solved = bool(self.grade and self.grade.solved)
        self.verdict.show_badges(badges(self.exercise, self.desk.program, solved))

    def _listen(self) -> None:
        self.feedback.waits_for(self)
        if self.builder:
            self.builder.observe(lambda change: self._changed(), "text")
        self.form.observe(lambda change: self._changed(), "answer")
        traitlets.dlink((self.form, "locked"), (self.feedback, "used_up"))
        if self._form.names_start:
            self.form.observe(lambda change: self.run(), "entered")
        self._lock()


def _fewest(exercise: Exercise, record: Data) -> int:
    """Return the smallest number of cards that solved the exercise so far, or 0."""
    if "fewest" in record or record.get("points", 0) < exercise.possible:
        return int(record.get("fewest", 0))
    with suppress(TeachkitError):  # a record from before there were medals
        return exercise.read(str(record.get("best", ""))).cost
    return 0


def _resets(exercise: Exercise) -> str:
    """Return what starting again brings back, as the feedback names it."""
    form = exercise.kind.form
    if form.names_start and len(exercise.starts) > 1:
        return "board"
    return "cards" if form.lays_cards and exercise.file.given else "answer"
