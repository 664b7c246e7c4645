"""The commands for authors: `teachkit check` and `teachkit generate`."""

from __future__ import annotations

import json
import re
import shlex
import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from teachkit.cli.console import FOLDER, OUR_FILE, PATH, table
from teachkit.core.data import Table, numbers, write_whole, writing_in
from teachkit.core.strings import cut, one_line, readable
from teachkit.errors import DataError, FolderError
from teachkit.games import game as module_of
from teachkit.words import say, say_many, translate

if TYPE_CHECKING:
    from teachkit.exercises.authoring.minutes import LessonMinutes
    from teachkit.exercises.authoring.proof import Proof
    from teachkit.exercises.generator.contract import Contract
    from teachkit.exercises.generator.generate import Level

WIDEST = 100  # characters; the maximum width of the table that `check` prints


@click.command()
@click.argument("paths", nargs=-1, required=True, type=PATH)
@click.option("--strict", is_flag=True, help="Treat flagged exercises as failures.")
@click.option("--minutes", is_flag=True, help="Print only how long each lesson takes.")
@click.option("--json", "data", is_flag=True, help="Print the result as JSON.")
def check(paths: tuple[Path, ...], strict: bool, minutes: bool, data: bool) -> int:
    """Prove that the exercises in PATHS are correct.

    The command checks the solution, the mistakes, the starts, the par and the concepts of each
    exercise, and prints the right answers that the rules compute. An exercise is flagged if it can
    be solved without the concepts that it `teaches`, if it names something that does not exist, if
    a hint gives the answer away, or if no typical mistakes are described. No two files of a course
    may have the same id. Python code runs in the sandbox.

    PATHS may be files, folders and notebooks. For a notebook, the exercises that it names are
    checked. Notebooks, also those beside the exercises, may only name exercises that exist.

    The column `explained` counts the wrong answers from known misreadings that get more feedback
    than "not right". Boards on which a misreading happens to lead to the right answer are listed,
    but not flagged.

    For the difficulty, each step of the quickest program counts as 1, each turn in the solution
    as 2, and each concept that a full score requires as 3.

    With --minutes, nothing is proven. The command adds up, for each lesson, 2 minutes for a choice
    or a prediction, 3 for five lines of a table, 4 for a repair, 5 for a program, 6 for Python, and
    8 for a board. Exercises of the phase "stretch" are not required. The rest should take at most
    25 minutes for each period; the file `course.toml` says how many periods a lesson has.

    The exit status is 0 if all exercises are correct, 1 if one is not, or a lesson takes too long,
    and 2 if a file cannot be read.
    """
    from teachkit.classroom.notebooks import NOTEBOOK, exercises_in
    from teachkit.exercises.authoring.proof import exercise_paths

    named = (
        exercises_in(path) if path.suffix == NOTEBOOK else [path] for path in exercise_paths(paths)
    )
    files = [*dict.fromkeys(chain.from_iterable(named))]
    notebooks = _faulty_notebooks(paths)
    if not files and not notebooks:
        raise DataError(say("there is no exercise file here"), paths[0])
    if minutes:
        return _print_minutes(files, data)
    proofs = [*_proven(files), *notebooks]
    unreadable = [proof for proof in proofs if proof.status == 2]
    for proof in () if data else unreadable:
        click.echo(one_line(f"{proof.path}: {proof}"), err=True)
    if data or len(unreadable) < len(proofs):
        click.echo(json.dumps(as_json(proofs), indent=1) if data else readable(as_text(proofs)))
    flagged = strict and any(proof.flags for proof in proofs)
    return max(int(flagged), *(proof.status for proof in proofs))


def _print_minutes(files: Sequence[Path], data: bool) -> int:
    """Print the minutes of each lesson, and return 1 if a lesson takes too long, or else 0."""
    from teachkit.classroom.library import course
    from teachkit.exercises.authoring.files import load_exercise
    from teachkit.exercises.authoring.minutes import lesson_minutes
    from teachkit.exercises.authoring.proof import COURSE

    above = files[0].resolve().parents
    folder = next((each for each in above if (each / COURSE).is_file()), None)
    periods = {each.number: each.periods for each in course(folder).lessons} if folder else {}
    lessons = lesson_minutes(map(load_exercise, files), periods)
    as_data = [each._asdict() | {"most": each.most} for each in lessons]
    click.echo(json.dumps(as_data, indent=1) if data else readable(as_minutes(lessons)))
    return int(any(each.required > each.most for each in lessons))


def _proven(paths: Sequence[Path]) -> list[Proof]:
    """Prove each exercise file, and run its Python in the strongest sandbox that works here.

    Files may come from an untrusted author, so the weaknesses of the sandbox are printed, as in
    grading. Raise `FolderError` if the sandbox fails.
    """
    from teachkit.classroom.sandbox.process import SandboxError
    from teachkit.classroom.sandbox.sandbox import Sandbox
    from teachkit.exercises.authoring.proof import prove, shared_ids

    sandbox, shared = Sandbox(), shared_ids(paths)
    try:
        proofs = [prove(path, sandbox.execute) for path in paths]
    except SandboxError as error:
        raise FolderError(str(error)) from error
    if any(proof.exercise and proof.exercise.kind.form.runs_python for proof in proofs):
        for line in sandbox.shortcomings:
            click.echo(line, err=True)
    return [
        replace(proof, flaws=(shared[proof.path], *proof.flaws)) if proof.path in shared else proof
        for proof in proofs
    ]


def _faulty_notebooks(paths: Sequence[Path]) -> list[Proof]:
    from teachkit.classroom.notebooks import notebooks_beside, unknown_exercises
    from teachkit.exercises.authoring.proof import Proof

    beside = dict.fromkeys(notebook for path in paths for notebook in notebooks_beside(path))
    found = {notebook: tuple(unknown_exercises(notebook)) for notebook in beside}
    return [
        Proof(path, flaws=remarks, is_notebook=True) for path, remarks in found.items() if remarks
    ]


# -- output of `check` ------------------------------------------------------------------------


def as_text(proofs: Sequence[Proof]) -> str:
    """Return the text that `check` prints for `proofs`: a table, the remarks and a summary."""
    from teachkit.exercises.authoring.proof import answers_in_words

    loaded = [proof for proof in proofs if proof.status < 2]
    lines = [f"{proof.path}: {remark}" for proof in loaded for remark in proof.remarks]
    for proof in proofs:
        lines += [f"{proof.path.stem}: {par}." for par in proof.pars if not par.proven]
    for proof in proofs:
        lucky = proof.foreseen.says if proof.foreseen else ()
        lines += [f"{proof.path.stem}: {says}" for says in lucky]
        if proof.answers:
            says = f"{proof.path.stem}: {answers_in_words(proof.answers)}"
            lines += textwrap.wrap(says, WIDEST, subsequent_indent="    ")
    exercises = [proof for proof in proofs if not proof.is_notebook]
    counts = [_summary(exercises)] if exercises else []
    if faulty := len(proofs) - len(exercises):
        counts.append(
            say_many("{number} notebook is faulty.", "{number} notebooks are faulty.", faulty)
        )
    parts = [_table(exercises) if exercises else "", "\n".join(lines), "\n".join(counts)]
    return "\n\n".join(filter(None, parts))


def as_minutes(lessons: Iterable[LessonMinutes]) -> str:
    """Return the table that `check --minutes` prints."""
    counts = [say("required"), say("at most"), say("stretch")]
    rows = [(each.lesson, each.required, each.most, each.stretch) for each in lessons]
    return table([say("lesson"), *counts], rows, right=counts)


def as_json(proofs: Sequence[Proof]) -> list[Table]:
    """Return the proofs as plain data, for `check --json`."""
    return [
        {
            "file": str(proof.path),
            "kind": proof.exercise.kind.name if proof.exercise else None,
            "status": proof.status,
            "flaws": [remark._asdict() for remark in proof.flaws],
            "flags": [remark._asdict() for remark in proof.flags],
            "pars": [vars(par) | {"witness": str(par.witness)} for par in proof.pars],
            "difficulty": proof.difficulty
            and {"value": proof.difficulty.value, **proof.difficulty._asdict()},
            "answers": proof.answers,
            "foreseen": proof.foreseen and proof.foreseen._asdict(),
        }
        for proof in proofs
    ]


def _table(proofs: Sequence[Proof]) -> str:
    counts = [say("cards"), say("steps"), say("difficulty"), say("explained")]
    heads = [say("exercise"), say("kind"), say("verdict"), *counts, say("teaches")]
    lines = table(heads, list(map(_cells, proofs)), right=counts).splitlines()
    return "\n".join(cut(line, WIDEST) for line in lines)


def _cells(proof: Proof) -> tuple[object, ...]:
    """Return a proof's cells in the table.

    A par is followed by the number of programs that reach it, as in `6 ×2`; `≤6` is unproven.
    """
    exercise, foreseen = proof.exercise, proof.foreseen
    pars = {
        par.metric: f"{par.best} ×{par.programs}" if par.proven else f"≤{par.best}"
        for par in proof.pars
    }
    return (
        proof.path.stem,
        exercise.kind.name if exercise else "",
        proof.verdict,
        *(pars.get(metric, "") for metric in ("cards", "steps")),
        proof.difficulty.value if proof.difficulty else "",
        f"{foreseen.told}/{foreseen.wrong}" if foreseen else "",
        ", ".join(exercise.file.teaches) if exercise else "",
    )


def _summary(proofs: Sequence[Proof]) -> str:
    status = Counter(proof.status for proof in proofs)
    flagged = sum(bool(proof.flags) for proof in proofs)
    counted = (
        (say_many("{number} holds", "{number} hold", status[0]), True),
        (say("{number} flagged", number=flagged), flagged),
        (say("{number} faulty", number=status[1]), status[1]),
        (say("{number} unreadable", number=status[2]), status[2]),
    )
    words = ", ".join(text for text, number in counted if number)
    return say_many(
        "{number} exercise: {words}.", "{number} exercises: {words}.", len(proofs), words=words
    )


# -- generate ------------------------------------------------------------------------------


@click.command()
@click.argument("game")
@click.option(
    "--edition",
    default="",
    help="Edition of the game. By default, the first edition that has all the cards.",
)
@click.option(
    "--needs",
    multiple=True,
    metavar="CARD",
    help="Require CARD: no program without it is as cheap.",
)
@click.option("--avoid", multiple=True, metavar="CARD", help="Do not offer CARD.")
@click.option(
    "--hand",
    default="",
    metavar="CARDS",
    help='Offer exactly these cards, such as "forward 3, left, 2x 1".',
)
@click.option(
    "--par-cards",
    default="4..7",
    metavar="A..B",
    help="Smallest and largest number of cards that the shortest solution may have.",
)
@click.option(
    "--par-steps",
    default="",
    metavar="A..B",
    help="Smallest and largest number of steps that the quickest solution may take.",
)
@click.option("--turns", type=click.IntRange(0), help="Number of turns in the solution.")
@click.option("--unique", is_flag=True, help="Require that exactly one program is the cheapest.")
@click.option(
    "--tells",
    default="",
    metavar="IDEA",
    help="Require that IDEA leads to a wrong answer. Use ? to list all ideas.",
)
@click.option(
    "--samples",
    "--targets",
    "stops",
    default="1",
    metavar="A..B",
    help="Number of samples or targets.",
)
@click.option(
    "--size", default="", help="Size of the board, such as 6x6, or of the machine, such as 4."
)
@click.option(
    "-n", "number", type=click.IntRange(1, 999), default=10, help="Number of exercises to write."
)
@click.option("--seed", default="0", help="Use a different seed to get different exercises.")
@click.option("--name", default="", help="Name the files NAME-01.toml, NAME-02.toml and so on.")
@click.option(
    "-o", "--output", "folder", type=FOLDER, default="exercises", help="Folder for the exercises."
)
@click.option(
    "--per-pupil",
    "roster",
    type=OUR_FILE,
    metavar="FILE",
    help="Write a variant of equal difficulty for each pupil in FILE, such as class.csv.",
)
@click.pass_context
def generate(
    context: click.Context,
    /,
    game: str,
    number: int,
    seed: str,
    name: str,
    folder: Path,
    roster: Path | None,
    **wishes: Any,
) -> int:
    """Write exercises for a GAME and prove by exact search that they work.

    CARD is a card, a loop (2x), a concept (loops) or, for lovelace, a component or an operator.
    IDEA is a misreading, such as turns-also-drive. Learners who have this idea build a program that
    does not work, and the feedback explains why.

    The first file is the easiest. Each step of the quickest program counts as 1, each turn in the
    solution as 2, and each concept that a full score requires as 3. The same command always
    writes the same files. If too few exercises are found, nothing is written.

    FILE is a list of names, or a roster from Moodle or Canvas. With --per-pupil, the exercise is
    called by the beginning of --name, such as 51-01. It shows learners who started with their name
    their own variant, and the class has one column for it. The file variants.toml in the course's
    folder holds who has which variant, without any names.
    """
    from teachkit.classroom.grading.roster import read_roster
    from teachkit.classroom.variants import VARIANTS, name_hash, variants_in
    from teachkit.exercises.authoring.files import toml_text
    from teachkit.exercises.generator.contract import TooFewError
    from teachkit.exercises.generator.generate import generate

    if wishes["tells"] == "?":
        click.echo(_ideas(game))
        return 0
    name = name or f"gen-{game}-{seed}"
    if not re.fullmatch(r"\w[\w .-]*", name):  # it must not lead out of the folder
        says = say('A file cannot be called "{name}". Choose a different --name.', name=name)
        raise click.ClickException(says)
    contract = _contract(game, **wishes)
    home = _home_of_variants(name, folder) if roster else folder
    pupils = [pupil.name for pupil in read_roster(roster)] if roster else []
    try:
        levels = generate(contract, len(pupils) or number, seed, alike=bool(pupils))
    except TooFewError as error:
        click.echo(error.says, err=True)
        return 1
    if pupils:
        same = {"lesson": name[:2], "title": levels[0].data["title"]}
        levels = [level._replace(data=level.data | same) for level in levels]
    names = [f"{name}-{place:02}" for place in range(1, len(levels) + 1)]
    _write(levels, [folder / f"{each}.toml" for each in names], _as_typed(context))
    if pupils:
        whose = {name_hash(pupil): each for pupil, each in zip(pupils, names, strict=True)}
        write_whole(home / VARIANTS, toml_text(variants_in(home) | {name[:5]: whose}))
    click.echo(_listed(names, levels))
    return 0


def _home_of_variants(name: str, folder: Path) -> Path:
    """Return the folder of the course that gets variants called `name` in its `folder`.

    Raise `ClickException` if `name` is no id, or if `folder` is not in a course.
    """
    if not re.fullmatch(r"\d\d-\d\d-\w[\w-]*", name):
        raise click.ClickException(say("With --per-pupil, use a --name such as 51-01-crater."))
    places = (folder.resolve(), *folder.resolve().parents)
    home = next((each.parent for each in places if each.name == "exercises"), None)
    if not home:
        says = say("With --per-pupil, -o must be the folder called exercises in your course.")
        raise click.ClickException(says)
    return home


def _ideas(game: str) -> str:
    """Return a table of the ideas that `--tells` accepts, each with its correction."""
    from teachkit.exercises.misreadings.diagnosis import misreadings_of, shell_name

    known = misreadings_of(module_of(game))
    rows = [(shell_name(each), translate(each.says)) for each in known]
    return table([say("idea"), say("correction")], rows)


def _contract(
    game: str, par_cards: str, par_steps: str, stops: str, hand: str, **rest: Any
) -> Contract:
    from teachkit.exercises.generator.contract import Contract, hand_of

    ranges: dict[str, Any] = {"par_cards": numbers(par_cards), "stops": numbers(stops)}
    ranges |= {"par_steps": numbers(par_steps)} if par_steps else {}
    return Contract(module_of(game).name, hand=hand_of(hand), **ranges, **rest)


def _write(levels: Sequence[Level], files: Sequence[Path], command: str) -> None:
    """Write each level to its file.

    If any of `files` exists with different content, raise `FolderError` and write nothing.
    """
    texts = [level.text(command) for level in levels]
    with writing_in(files[0].parent):
        for file, text in zip(files, texts, strict=True):
            if file.exists() and file.read_text(encoding="utf-8") != text:
                says = say(
                    '"{path}" already exists and is a different exercise. Choose a '
                    "different --name.",
                    path=file,
                )
                raise FolderError(says)
        files[0].parent.mkdir(parents=True, exist_ok=True)
    for file, text in zip(files, texts, strict=True):
        write_whole(file, text)


def _as_typed(context: click.Context) -> str:
    """Return the command line that the user typed, without the output folder."""
    words = ["teachkit", "generate", context.params["game"]]
    for option in context.command.params:
        value = context.params.get(option.name or "")
        typed = context.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE
        if not typed or option.name in ("game", "folder"):
            continue
        for each in value if isinstance(value, tuple) else (value,):
            words += [option.opts[0]] if each is True else [option.opts[0], str(each)]
    return shlex.join(words)


def _listed(names: Sequence[str], levels: Sequence[Level]) -> str:
    counts = [say("difficulty"), say("par cards"), say("par steps"), say("turns")]
    rows = []
    for name, level in zip(names, levels, strict=True):
        worth, title = level.difficulty, level.data["title"]
        rows.append((name, worth.value, level.par_cards, worth.steps, worth.turns, title))
    return table([say("exercise"), *counts, say("title")], rows, right=counts)
