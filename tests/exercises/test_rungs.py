"""Test that each rung of help agrees with those before it, and that following them solves.

A learner follows the sentences literally, from several wrong answers to every packaged exercise:
the untouched start, the mistakes that the author foresaw, and some random programs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from teachkit.classroom.library import find_exercise
from teachkit.core.game.game import edits_in
from teachkit.core.language.instructions import If, Instruction, Node, Repeat, While
from teachkit.core.language.program import Place, Program, places, with_rows
from teachkit.exercises.explaining.explain import explanation
from teachkit.exercises.explaining.hints import Asked, Hint, fault_hint, text_of
from teachkit.exercises.explaining.repairs import head
from teachkit.exercises.judging.grade import judged
from teachkit.exercises.judging.programs import problems
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.puzzle import deck
from teachkit.play.search import names_in

from ..every_exercise import FILES, loaded
from ..thorough import THOROUGH
from .making import climb
from .test_make import of_making

RANDOM = 40 if THOROUGH else 3  # random programs for each exercise
ON_THE_WAY = 60  # limit of changes

# With a routine, a rung may name a spare card that a later one asks for: see test_pars_and_hints.
WITH_ROUTINES = [path for path in FILES if "define" in loaded(path).cards]
LAID = [path for path in FILES if loaded(path).kind.form.is_program and path not in WITH_ROUTINES]
OTHERS = [path for path in FILES if path not in (*LAID, *WITH_ROUTINES)]


# ------------------------------------------------------------------- what the sentences mean

KEPT = re.compile(r"Cards? (?:1 (?:to|and) )?(\d+) (?:is|are) fine|Good so far")


def kept_by(says: str, program: Program) -> int:
    """Return how many cards a sentence says can stay, from the first."""
    found = KEPT.search(says)
    if not found:
        return 0
    return int(found[1] or len(program.instructions))


def read(text: str) -> Node:
    """Return a card as a hint writes it; an empty bracket is `2x` or `while clear`."""
    is_empty = re.fullmatch(r"\d+x|(while|if) [^()]+", text)
    return Program.read(f"{text}()" if is_empty else text).body[0]


def card(program: Program, number: str) -> Place:
    """Return the place of the card with this number."""
    every = (each for each in places(program) if each.number == int(number))
    return next(each for each in every if isinstance(each.node, Instruction))


def piece(program: Program, text: str, after: str = "0") -> Place:
    """Return the place of the first card or bracket that is written like this."""
    every = (each for each in places(program) if each.number > int(after))
    return next(each for each in every if text_of(each.node) == text)


def end_inside(program: Program, name: str) -> Place:
    """Return the end of the last loop, of the last `if`, or of its `else`."""
    kinds = (Repeat, While) if name == "loop" else (If,)
    ends = [each for each in places(program) if each.node is None]
    return [each for each in ends if isinstance(each.around, kinds)][-2 if name == '"if"' else -1]


def turned(program: Program) -> Program:
    """Return the program with its left and right cards exchanged."""
    by_name = {each.name: str(each) for each in program.instructions}
    other = {"left": by_name.get("right", "right"), "right": by_name.get("left", "left")}
    row = (other.get(each.name, str(each)) for each in program.instructions)
    return Program.read(", ".join(row))


def with_times(program: Program, text: str, times: str) -> Program:
    loop = piece(program, text)
    assert isinstance(loop.node, Repeat)
    return loop.filled(Repeat(int(times), loop.node.body))


def appended(program: Program, new: str, text: str) -> Program:
    loop = piece(program, text)
    assert isinstance(loop.node, Repeat | While)
    return loop.filled(with_rows(loop.node, (*loop.node.body, read(new))))


MEANINGS: dict[str, Callable[..., Program]] = {
    r"Nothing is missing\. Run it\.": lambda program: program,
    r'(?:Start with|Good so far\. Add) "([^"]+)"(?: next)?\.': (
        lambda program, new: program + Program((read(new),))
    ),
    r'Good so far\. Add "([^"]+)" next, inside the (.+)\.': (
        lambda program, new, name: end_inside(program, name).filled(read(new))
    ),
    r"(?:.*\. )?Remove card (\d+)\.": lambda program, number: card(program, number).filled(),
    r'(?:You cannot do it this way\. )?Remove "([^"]+)"\.': (
        lambda program, text: piece(program, text).filled()
    ),
    r'Cards? (?:1 (?:to|and) )?(\d+) (?:is|are) fine\. Remove "([^"]+)"\.': (
        lambda program, after, text: piece(program, text, after).filled()
    ),
    r'Replace card (\d+) with "([^"]+)"\.': (
        lambda program, number, new: card(program, number).filled(read(new))
    ),
    r'Change the loop in "([^"]+)" to "(\d+)x"\.': with_times,
    r'Replace "([^"]+)" around card (\d+) with "([^"]+)"\.': (
        lambda program, text, number, new: piece(program, text, str(int(number) - 1)).filled(
            read(new)
        )
    ),
    r"Swap left and right on every card\.": turned,
    r'Add "([^"]+)" before card (\d+)\.': (
        lambda program, new, number: card(program, number).filled(
            read(new), program.instructions[int(number) - 1]
        )
    ),
    r'Add "([^"]+)" before "([^"]+)"\.': (
        lambda program, new, text: piece(program, text).filled(read(new), read(text))
    ),
    r'Add "([^"]+)" inside the loop "([^"]+)", at the end\.': appended,
}
"""What a learner does who takes a sentence literally; its facts are passed in order."""


def followed(program: Program, says: str) -> Program:
    """Return the program after doing what a sentence says, and nothing else."""
    for pattern, act in MEANINGS.items():
        if match := re.fullmatch(pattern, says):
            return act(program, *match.groups())
    raise AssertionError(says)


# ---------------------------------------------------------------------------------- programs


def wrong_answers(exercise: Exercise) -> Iterator[Program]:
    """Yield the start, the foreseen mistakes, and some random rows of cards that are allowed."""
    yield exercise.given
    for mistake in exercise.file.mistakes:
        yield exercise.read(mistake.answer)
    chance, laid = Random(exercise.id), deck(exercise)
    right = exercise.read(exercise.file.solution.answer)
    for _ in range(RANDOM):
        row: list[Node] = list((exercise.given or right).body)
        for _ in range(chance.choice((1, 2, 3))):
            new: Node = chance.choice(laid.cards)
            if laid.loops and chance.random() < 0.3:
                new = Repeat(chance.choice(laid.loops), (new,))
            at = chance.randrange(len(row) + 1)
            row[at : at + chance.randrange(3)] = [new] * chance.randrange(2)
        program = Program(tuple(row))
        if not problems(exercise, program) and program:
            yield program


def past_authors(exercise: Exercise) -> Asked:
    """Return the record of a learner who has read all the author's hints."""
    return Asked(hints=len(exercise.file.hints))


@pytest.mark.parametrize("path", LAID, ids=lambda path: path.stem)
def test_who_follows_each_rung_solves_it_and_nothing_is_taken_back(path: Path) -> None:
    exercise = loaded(path)
    for program in dict.fromkeys(wrong_answers(exercise)):
        follow(exercise, program)


@pytest.mark.parametrize(
    ("name", "laid"),
    [
        ("02-08", "forward, forward, forward"),
        ("10-09", "A3+, A3+, A3+"),
        ("00-05", "right, u-turn, all-forward"),
        ("00-05", "all-forward, right, all-forward, u-turn"),
        ("06-06", "3x(forward), 3x(jump)"),
        ("20-06", "forward, right, forward, left"),
    ],
)
def test_a_program_whose_rungs_once_disagreed(name: str, laid: str) -> None:
    """A slip showed only after some cards were laid, or more rows were needed than there are."""
    exercise = find_exercise(name)
    follow(exercise, exercise.read(laid))


def follow(exercise: Exercise, program: Program) -> None:
    """Follow the next changes to the end, and check every sentence on the way."""
    begun, kept, spare, needed = program, Program(), set[str](), list[list[str]]()
    for _ in range(ON_THE_WAY):
        said = {each.rung: each for each in climb(exercise, str(program), past_authors(exercise))}
        where = str(begun), str(program), {rung: each.says for rung, each in said.items()}
        following, solution = said["next"], said["solution"].program
        assert solution, where
        agree(exercise, program, following)
        # The rungs above are about one solution: the one to which the next changes lead.
        needed.append(sorted(pieces(solution)))
        assert needed[-1] == needed[0], where
        spare |= {said["spare"].spare} if "spare" in said else set()
        assert spare.isdisjoint(names_in(solution)), where
        if "cards" in said:
            assert sorted(said["cards"].says.splitlines()[1].split(", ")) == needed[0], where
        after = followed(program, following.says)
        assert str(after) == str(following.program), where
        assert begins(after, kept), where
        fault = fault_hint(exercise, str(program))
        for says, about in ((following.says, after), (fault.says if fault else "", program)):
            kept = kept_after(about, says, kept)
        if after == program:
            break
        program = after
    assert program == solution, where
    assert judged(exercise, str(program)).solved, where
    assert not problems(exercise, program), where


def pieces(program: Program) -> Iterator[str]:
    """Yield the cards and brackets of a program, as the rung with its cards writes them."""
    return (text_of(head(place.node)) for place in places(program) if place.node)


def begins(program: Program, kept: Program) -> bool:
    """Return whether the cards that were to be kept are still the first ones."""
    return program.instructions[: len(kept.instructions)] == kept.instructions


def kept_after(program: Program, says: str, kept: Program) -> Program:
    """Return the longest beginning that the sentences so far have said can stay."""
    cards = program.instructions[: kept_by(says, program)]
    return max(kept, Program(cards), key=lambda each: len(each.instructions))


BLAMES = r"[Cc]hange card|Look at|How many times|next loop|Could a loop|You cannot do it"
AGREE = {
    "one card too many": r".*Remove ",
    "goes the wrong way": r"Replace |Swap ",
    "are swapped": r"Swap |Replace ",
    "one more round|one round too many": r"Change the loop",
    "missing inside": r".*inside",
    r"What comes next\?|is missing at the end": r"Good|Start|Nothing",
}
"""What the next change must do after a sentence about a run."""


def agree(exercise: Exercise, program: Program, following: Hint) -> None:
    """Check the sentences after a run against the next change."""
    fault = fault_hint(exercise, str(program))
    stays = following.says.startswith(("Good", "Start", "Nothing"))
    number = changed_card(program, following)
    for says in (*explanation(exercise, str(program)), fault.says if fault else ""):
        where = str(program), says, following.says
        for said, wanted in AGREE.items():
            assert not re.search(said, says) or re.match(wanted, following.says), where
        assert not (stays and re.search(BLAMES, says)), where
        if KEPT.search(says) and number:
            assert kept_by(says, program) < number, where
        if (blamed := re.search(r"(?i)change card (\d+)", says)) and number:
            assert int(blamed[1]) <= number, where


def changed_card(program: Program, following: Hint) -> int:
    """Return the number of the first card that the next change removes or exchanges, or 0."""
    assert following.program is not None
    if said := re.search(r"before card (\d+)", following.says):
        return int(said[1])
    pairs = zip(program.instructions, following.program.instructions, strict=False)
    same = next((at for at, (one, two) in enumerate(pairs) if one != two), None)
    if same is not None:
        return same + 1
    fewer = len(following.program.instructions) < len(program.instructions)
    return len(following.program.instructions) + 1 if fewer else 0


# ------------------------------------------------------------------------- answers of other kinds


def last_words(says: str) -> str:
    """Return what a sentence of help gives away, behind its colon: `It ends like this: b3 east.`"""
    return says.partition(": ")[2].split(".")[0]


def of_choice(exercise: Exercise, tried: str) -> None:
    rungs = {each.rung: each for each in climb(exercise, tried, past_authors(exercise))}
    said = re.match(r"The answer is (\w)\.", rungs["solution"].says)
    assert said
    assert judged(exercise, said[1]).solved
    struck = rungs["strike"].spare if "strike" in rungs else ""
    assert struck != said[1]
    assert len(exercise.options) == 2 or re.match(
        rf"The answer is not {struck}\.", rungs["strike"].says
    )


def of_order(exercise: Exercise, tried: str) -> None:
    right: list[str] = []
    for _ in exercise.options:
        said = next(iter(climb(exercise, ", ".join(right), past_authors(exercise))))
        if said.rung == "solution":
            break
        found = re.fullmatch(r"(\w) happens (?:first|right after (\w))\.", said.says)
        assert found
        assert found[2] == (right[-1] if right else None)
        right.append(found[1])
    solution = next(each for each in climb(exercise, tried, past_authors(exercise))[::-1])
    letters = last_words(solution.says).split(", ")
    assert letters[: len(right)] == right
    assert judged(exercise, ", ".join(letters)).solved


def of_prediction(exercise: Exercise, tried: str) -> None:
    for board, _ in enumerate(exercise.starts, 1):
        *_, solution = climb(exercise, f"{board}: {tried}", past_authors(exercise))
        assert judged(exercise, f"{board}: {last_words(solution.says)}").solved


def of_table(exercise: Exercise, tried: str) -> None:
    rows = tried.splitlines()
    *_, solution = climb(exercise, tried, past_authors(exercise))
    table = solution.says.splitlines()[1:]
    for _ in range(len(table)):
        said = climb(exercise, "\n".join(rows), past_authors(exercise))[0]
        if said.rung != "row":
            break
        number = int(said.says.split()[1].strip(":"))
        rows += [""] * (number - len(rows))
        rows[number - 1] = last_words(said.says)
        assert rows[:number] == table[:number]
    assert judged(exercise, "\n".join(rows[: len(table)])).solved
    assert judged(exercise, "\n".join(table)).solved


def of_lanes(exercise: Exercise, tried: str) -> None:
    lanes, spare = dict.fromkeys(exercise.learners, ""), set[str]()
    for _ in exercise.learners:
        said = {each.rung: each for each in climb(exercise, text_of_lanes(lanes))}
        said |= {each.rung: each for each in
                 climb(exercise, text_of_lanes(lanes), past_authors(exercise))}  # fmt: skip
        spare |= {said["spare"].spare} if "spare" in said else set()
        if "lane" not in said:
            break
        name, program = re.split(r" can run this program:\n", said["lane"].says)
        lanes[name.lower()] = program
    answer = text_of_lanes(lanes)
    assert judged(exercise, answer).solved
    program = exercise.kind.program(exercise, answer)
    assert program
    assert spare.isdisjoint(names_in(program))


def text_of_lanes(lanes: dict[str, str]) -> str:
    return "\n".join(f"{name}: {program}" for name, program in lanes.items())


def of_source(exercise: Exercise, tried: str) -> None:
    """The code is that which `teachkit check` proves."""
    *_, solution = climb(exercise, tried, past_authors(exercise))
    assert solution.says.split("\n", 1)[1] == exercise.file.solution.answer.strip("\n")


def of_edits(exercise: Exercise, tried: str) -> None:
    """Each rung names the next edit, or one to remove, until the exercise is solved."""
    edits = [*edits_in(tried)]
    for _ in range(10):
        says = climb(exercise, "\n".join(edits), past_authors(exercise))[0].says
        if helps := re.fullmatch(r"This edit helps: (.+)\.", says):
            edits.append(helps[1])
        elif wrong := re.fullmatch(r'Remove the edit "(.+)"\.', says):
            edits.remove(wrong[1])
        else:
            break
    assert judged(exercise, "\n".join(edits)).solved
    *_, solution = climb(exercise, tried, past_authors(exercise))
    assert judged(exercise, solution.says.split("\n", 1)[1]).solved


FOLLOWED = {"choice": of_choice, "order": of_order, "predict": of_prediction, "trace": of_table,
            "lanes": of_lanes, "function": of_source, "drive": of_source,
            "make": of_making, "edit": of_edits}  # fmt: skip


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: path.stem)
def test_who_follows_the_rungs_of_another_kind_solves_it(path: Path) -> None:
    exercise = loaded(path)
    if exercise.kind.name == "strategy":
        return  # its rungs replay whole games, which `tests/exercises/test_strategy.py` does
    tried = [exercise.file.given, *(mistake.answer for mistake in exercise.file.mistakes)]
    form = exercise.kind.form
    begins_as_given = form.is_program or form.has_lanes or form.runs_python
    for answer in tried if begins_as_given else tried[1:] or [""]:
        FOLLOWED[exercise.kind.name](exercise, answer)
