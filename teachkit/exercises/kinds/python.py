"""Kinds `function`, `drive` and `strategy`, whose answers are Python in a separate cell.

A function is called on cases. In a drive, the source calls the game's instructions, and each call
applies the rules immediately. A strategy, `play(view, decision)`, plays a series of games against
each opponent in the match.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from teachkit.core.data import check_keys
from teachkit.core.game.game import Game
from teachkit.core.language.program import Program
from teachkit.errors import DataError
from teachkit.exercises.explaining.hints import answer_hint
from teachkit.exercises.judging import sources
from teachkit.exercises.kinds.cards import PROGRAM
from teachkit.exercises.model.exercise import Exercise, Hint, Kind, Rung
from teachkit.exercises.model.file import File
from teachkit.exercises.model.forms import SOURCE
from teachkit.exercises.model.verdict import Remark
from teachkit.exercises.running.execution import results_of
from teachkit.exercises.running.results import shown
from teachkit.exercises.running.strategy_games import lost_game
from teachkit.exercises.running.troubles import OPERATORS
from teachkit.play.strategies import house
from teachkit.words import say, translate


def _written(file: File) -> Program:
    """Return an empty program. Raise `DataError` for an invalid word in `uses` or `avoids`."""
    for key, words in (("uses", file.uses), ("avoids", file.avoids)):
        signs = [word for word in words if not word.isidentifier()]
        check_keys(signs, OPERATORS.values(), key)
    return Program()


def _source(exercise: Exercise, about: str) -> Hint | None:
    source = exercise.file.solution.answer.strip("\n")
    return answer_hint(exercise, about, say("A solution:"), source) if source else None


SOLUTION = Rung("solution", _source, stays=True)

# -- function ------------------------------------------------------------------------------------


def _given_function(file: File, game: Game) -> Program:
    """Return an empty program. Raise `DataError` if the function has no valid name or no cases."""
    if not file.function.isidentifier() or not file.cases:
        raise DataError(say('This kind needs [[cases]] and a name: function = "swap".'))
    return _written(file)


def _flaws_of_function(exercise: Exercise) -> Iterator[Remark]:
    """Yield a remark if there are checks, since a function is checked on cases."""
    if exercise.checks:
        says = say("A function is checked on [[cases]]. Remove the [[checks]].")
        yield Remark("checks", says)


@lru_cache(maxsize=64)
def _failing_case(exercise: Exercise, answer: str) -> str | None:
    """Return the number of the first shown case that fails, as text, or `None` if all pass."""
    results = results_of(answer, exercise.file.function, [case.call for case in exercise.cases])
    for number, (case, result) in enumerate(zip(exercise.cases, results, strict=True), 1):
        if not case.hidden and not sources.is_right(case, result):
            return str(number)
    return None


def _case(exercise: Exercise, about: str) -> Hint:
    case = exercise.cases[int(about) - 1]
    facts = {"call": case.of(exercise.file.function), "wanted": shown(case.returns)}
    says = say("Try {call}. It should return {wanted}.", **facts)
    return Hint("case", " ".join(filter(None, (says, translate(case.says)))), about)


FUNCTION = Kind(
    "function",
    form=SOURCE,
    judge=sources.judge_function,
    flaws=(_flaws_of_function,),
    ladder=(Rung("case", _case, _failing_case), SOLUTION),
    given=_given_function,
    needs_start=False,
    keys=("function", "cases", "uses", "avoids"),
    minutes=6,
)

# -- drive ---------------------------------------------------------------------------------------


def _given_drive(file: File, game: Game) -> Program:
    """Return an empty program. Raise `DataError` for an unknown sensor or card.

    The file's `cards` names the instructions that may be called, with limits for each start. Its
    `sensors` names the sensors and readings that may be called.
    """
    check_keys(file.sensors, [*game.sensors.conditions, *game.sensors.readings], "sensors")
    for name in file.cards:
        if name.partition(" ")[0] not in game.instructions:
            says = say(
                'cards: remove "{name}", because Python has its own way to write that.', name=name
            )
            raise DataError(says)
    return _written(file)


def _flaws_of_drive(exercise: Exercise) -> Iterator[Remark]:
    """Yield a remark if other pieces have programs, since these programs would not run."""
    if exercise.others_act:
        says = say("The other pieces do not move while Python drives. Remove their programs.")
        yield Remark("starts", says)


DRIVE = Kind(
    "drive",
    form=SOURCE,
    judge=sources.judge_drive,
    flaws=(*PROGRAM.flaws, _flaws_of_drive),
    ladder=(SOLUTION,),
    given=_given_drive,
    keys=("sensors", "uses", "avoids"),
    minutes=6,
)

# -- strategy ------------------------------------------------------------------------------------


def _given_strategy(file: File, game: Game) -> Program:
    """Return an empty program. Raise `DataError` if the `[match]` is missing or invalid."""
    if not file.match.opponents:
        raise DataError(say('This kind needs a [match] with opponents, such as house = "random".'))
    for opponent in file.match.opponents:
        house(game, opponent.house)
        if not 0 <= opponent.at_least < 1:
            says = say(
                "match: at_least = {share} is not a share of the games. Write 0.5 for half.",
                share=opponent.at_least,
            )
            raise DataError(says)
    if file.match.games < 1 or file.match.frames < 1:
        raise DataError(say("match: write at least 1 game and 1 frame."))
    game.opening.match(file.match.seats, file.edition, file.match.board)
    return _written(file)


def _flaws_of_strategy(exercise: Exercise) -> Iterator[Remark]:
    """Yield remarks on starts or checks, which are not used, and on series with too few games.

    A series has too few games if even winning all of them would not prove the wanted share.
    """
    if exercise.checks or exercise.starts:
        says = say("A strategy plays a [match]. Remove [[starts]] and [[checks]].")
        yield Remark("checks", says)
    for series in sources.series_of(exercise):
        if series.wanted > series.games:
            yield Remark("match", say("There are too few games to prove that. Play more."))


def _about(exercise: Exercise, answer: str) -> str | None:
    return answer if answer.strip() and lost_game(answer, sources.series_of(exercise)) else None


def _story(exercise: Exercise, answer: str) -> Hint | None:
    """Return a hint about a lost game, with its turning point and the learner's answer there."""
    lost = lost_game(answer, sources.series_of(exercise))
    if not lost or not lost.turns:
        return None
    at = lost.turning_point
    turn = lost.turns[at]
    which = {"number": lost.number + 1, "house": lost.series.house, "piece": lost.me}
    end = {"number": at + 1, "all": len(lost.turns)}
    asked = {"question": turn.question, "answer": shown(turn.answer)}
    call = f'tk.replay("{lost.saved_as}")'
    says = (
        say("In game {number} against {house}, you were {piece} and did not win.", **which),
        say("Up to your answer {number} of {all}, nobody was ahead of you.", **end),
        say(
            'The question was "{question}". You answered {answer}. Would you do the same again?',
            **asked,
        ),
        say("To see the whole game, run {call}.", call=call),
    )
    return Hint("lost", f"{' '.join(says)}\n{turn.board}", answer)


STRATEGY = Kind(
    "strategy",
    form=SOURCE,
    judge=sources.judge_strategy,
    flaws=(_flaws_of_strategy,),
    ladder=(Rung("lost", _story, _about), SOLUTION),
    given=_given_strategy,
    needs_start=False,
    keys=("match", "uses", "avoids"),
    minutes=6,
)
