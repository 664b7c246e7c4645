"""Test the command line: output, exit codes, and one sentence for each bad input."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from teachkit import __version__
from teachkit.classroom import notebooks
from teachkit.classroom.library import find_exercise, packaged_lessons
from teachkit.classroom.sandbox.isolation import is_root
from teachkit.cli import main
from teachkit.games import NAMES as GAMES
from teachkit.games.rulebook import rulebook
from tests.exercises.test_files import FILE

MISTAKE = """
[[mistakes]]
answer = "forward"
says   = "One step is missing."
"""


class Said(NamedTuple):
    """The exit status of a command, and its output."""

    status: int
    out: str
    err: str


Teachkit = Callable[..., Said]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of whoever runs the tests is seen or touched."""
    monkeypatch.chdir(tmp_path)
    for name in ("TEACHKIT_ANSWERS", "TEACHKIT_LEARNER", "TEACHKIT_LANGUAGE"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def teachkit(capsys: pytest.CaptureFixture[str]) -> Teachkit:
    """Type a command, argument by argument."""

    def typed(*arguments: object) -> Said:
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        told = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return Said(ended.value.code, told.out, told.err)

    return typed


@pytest.fixture
def two_steps(tmp_path: Path) -> Path:
    """An exercise file: drive two steps east, for two points."""
    path = tmp_path / "two-steps.toml"
    path.write_text(FILE + MISTAKE, encoding="utf-8")
    return path


def one_sentence(said: Said) -> str:
    """Return the text on stderr, which must be one complete line and the only output."""
    assert (said.status, said.out) == (2, "")
    assert said.err.count("\n") == 1
    assert said.err.endswith("\n")
    assert "Traceback" not in said.err
    return said.err.strip()


# run -------------------------------------------------------------------------------------------


STORY = """\
Card 1: forward.
The red rover drives to b1.
Card 2: forward.
The red rover drives to c1.
   a   b   c
 1 .   .   R>
   a   b   c
Red rover: on c1, faces east, carries 0.

stands_on: yes. (2/2)
It works: everything is as it should be.
2 of 2 points
"""


def test_run_tells_the_story_the_board_and_the_verdicts(
    teachkit: Teachkit, two_steps: Path
) -> None:
    assert teachkit("run", two_steps, "--program", "forward, forward") == Said(0, STORY, "")


def test_a_mistake_is_status_1_in_the_author_s_words(teachkit: Teachkit, two_steps: Path) -> None:
    said = teachkit("run", two_steps, "--program", "forward")
    assert (said.status, said.err) == (1, "")
    assert said.out.splitlines()[-3:] == [
        "stands_on: not yet. The rover is on b1, not on c1. (0/2)",
        "One step is missing.",
        "0 of 2 points",
    ]


def test_an_exercise_that_comes_with_teachkit_is_run_by_its_number(teachkit: Teachkit) -> None:
    solution = find_exercise("00-02").file.solution.answer
    said = teachkit("run", "00-02", "--program", solution)
    assert (said.status, said.err) == (0, "")


def test_every_start_has_its_own_story(teachkit: Teachkit, two_steps: Path) -> None:
    with two_steps.open("a", encoding="utf-8") as file:
        file.write('[[starts]]\nfloor = ". . ."\nrovers = { red = "b1 east" }\n')
    said = teachkit("run", two_steps, "--program", "all-forward")
    assert said.status == 0
    assert re.findall("^Board.*", said.out, re.MULTILINE) == ["Board 1", "Board 2"]


def test_a_written_answer_is_graded_too(teachkit: Teachkit, two_steps: Path) -> None:
    predict = FILE.replace('"program"', '"predict"\ngiven = "forward, left"')
    two_steps.write_text(predict.split("[solution]")[0], encoding="utf-8")
    assert teachkit("run", two_steps, "--answer", "b1 north").status == 0
    assert teachkit("run", two_steps, "--answer", "b1 south").status == 1


@pytest.mark.parametrize("option", ["--course", "--lessons"])
def test_an_exercise_of_an_own_course_is_run_from_anywhere(
    option: str, teachkit: Teachkit, two_steps: Path, tmp_path: Path
) -> None:
    (tmp_path / "mine" / "exercises").mkdir(parents=True)
    two_steps.rename(tmp_path / "mine" / "exercises" / "51-01-mine.toml")
    program = ("--answer", "forward, forward")
    assert teachkit("run", "51-01", option, "mine", *program).status == 0
    said = one_sentence(teachkit("run", "51-01", *program))
    says = "For one of your own, add --course FOLDER, or write the path of its file."
    assert said == f'There is no exercise "51-01". {says}'
    assert teachkit("run", "51-01", option, "nowhere", *program).status == 2


def test_run_as_data(teachkit: Teachkit, two_steps: Path) -> None:
    data = json.loads(teachkit("run", two_steps, "--program", "forward", "--json").out)
    started = {"name": "Started", "actor": "red", "card": 1, "instruction": "forward"}
    moved = {"name": "Moved", "rover": "red", "start": "a1", "end": "b1"}
    frames = [
        {"card": 1, "turn": [], "event": started, "says": "Card 1: forward.",
         "board": board("R>  .   .")},
        {"card": 1, "turn": [], "event": moved, "says": "The red rover drives to b1.",
         "board": board(".   R>  .")},
    ]  # fmt: skip
    says = "The rover is on b1, not on c1."
    verdicts = [{"check": "stands_on", "passed": False, "says": says, "points": 0}]
    assert data == {
        "exercise": "two-steps", "answer": "forward", "points": 0, "possible": 2,
        "verdicts": verdicts, "starts": [{"frames": frames, "outcome": "b1 east"}],
    }  # fmt: skip


def board(squares: str) -> str:
    """The text board of the exercise, with its rover where these squares show it."""
    letters, where = "   a   b   c", "abc"[squares.index("R") // 4]
    rover = f"Red rover: on {where}1, faces east, carries 0."
    return "\n".join([letters, f" 1 {squares}", letters, rover])


def test_turns_of_loops_and_an_endless_end_are_named(teachkit: Teachkit, two_steps: Path) -> None:
    text = two_steps.read_text().replace("kind ", 'edition = "sensors"\nkind ')
    two_steps.write_text(text, encoding="utf-8")
    command = ("run", two_steps, "--program", "2x(2x(left)), while clear(left, right)")
    said, endless = teachkit(*command), "Cards 2–3 repeat forever from step 5 on."
    assert (said.status, endless in said.out.splitlines()) == (1, True)
    (start,) = json.loads(teachkit(*command, "--json").out)["starts"]
    assert start["frames"][0]["turn"] == [[1, 2], [1, 2]]
    assert (start["frames"][-1]["event"]["name"], start["outcome"]) == ("Repeats", endless)


def test_the_last_board_is_drawn_to_a_file(teachkit: Teachkit, two_steps: Path) -> None:
    assert teachkit("run", two_steps, "--program", "forward", "--png", "board.png").status == 1
    assert Path("board.png").read_bytes().startswith(b"\x89PNG\r\n")


def test_the_run_is_written_as_a_page(teachkit: Teachkit, two_steps: Path) -> None:
    command = ("run", two_steps, "--program", "forward", "--html")
    assert teachkit(*command, "run.html").status == 1
    page = Path("run.html").read_text(encoding="utf-8")
    assert "<title>Two steps</title>" in page
    assert "<p>The rover is on b1, not on c1.</p>" in page
    assert one_sentence(teachkit("run", two_steps, "--program", "lft", "--html", "run.html"))
    assert Path("run.html").read_text(encoding="utf-8") == page
    Path("pages").mkdir()
    says = '"pages" cannot be written to. Choose a folder of your own.'
    assert one_sentence(teachkit(*command, "pages")) == says
    assert sorted(path.name for path in Path().iterdir()) == ["pages", "run.html", two_steps.name]
    says = "Nothing runs in this exercise, so there is no page to save."
    assert one_sentence(teachkit("run", "14-01", "--answer", "a", "--html", "run.html")) == says


# check -----------------------------------------------------------------------------------------


def test_check_tells_of_each_file_whether_it_holds(
    teachkit: Teachkit, two_steps: Path, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text(FILE.replace('"c1"', '"b1"'), encoding="utf-8")
    said = teachkit("check", tmp_path)
    assert (said.status, said.err) == (1, "")
    assert said.out.splitlines() == [
        "exercise   kind     verdict  cards  steps  difficulty  explained  teaches",
        "broken     program  faulty",
        "two-steps  program  holds     1 ×1   1 ×1           1",
        "",
        f"{broken}: solution: The solution earns 0 of 2: The rover is on c1, not on b1.",
        "",
        "2 exercises: 1 holds, 1 faulty.",
    ]


def test_check_says_when_there_is_nothing_to_check(teachkit: Teachkit) -> None:
    Path("empty").mkdir()
    assert teachkit("check", "empty") == Said(2, "", "empty: there is no exercise file here\n")


def test_a_file_that_cannot_be_read_does_not_hide_the_others(
    teachkit: Teachkit, two_steps: Path, tmp_path: Path
) -> None:
    unreadable = tmp_path / "unreadable.toml"
    unreadable.write_text(FILE.replace("hints", "hnts"), encoding="utf-8")
    said = teachkit("check", unreadable, two_steps)
    assert said.status == 2
    assert "two-steps   program  holds" in said.out
    assert said.out.endswith("2 exercises: 1 holds, 1 unreadable.\n")
    assert said.err == f'{unreadable}: There is no key "hnts". Did you mean "hints"?\n'


# rules -----------------------------------------------------------------------------------------


def test_rules_prints_every_rule_with_its_ruling(teachkit: Teachkit) -> None:
    said = teachkit("rules", "algoracing")
    assert (said.status, said.err) == (0, "")
    text = " ".join(said.out.split())
    for rule in rulebook("algoracing"):
        assert " ".join(str(rule).split()) in text
    assert "Our ruling:" in text
    assert max(map(len, said.out.splitlines())) <= 88


# lab -------------------------------------------------------------------------------------------


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The arguments with which JupyterLab would have been started."""
    calls: list[Any] = []

    def start(folder: Path, learner: str, options: tuple[str, ...] = ()) -> int:
        calls.append((folder, learner, options))
        return 0

    monkeypatch.setattr(notebooks, "start_jupyter", start)
    return calls


def test_lab_copies_the_lessons_and_starts(teachkit: Teachkit, started: list[Any]) -> None:
    said = teachkit("lab", "mine")
    folder = Path("mine").absolute()
    lessons = sorted(path.name for path in packaged_lessons().glob("*.ipynb"))
    assert said == Said(0, f"{len(lessons)} lessons copied to {folder}.\n", "")
    assert sorted(path.name for path in folder.glob("*")) == lessons
    assert started == [(folder, "", ())]
    assert teachkit("lab", "mine").out == f"Your lessons are in {folder}.\n"


def test_lab_is_told_a_name_and_remembers_it(
    teachkit: Teachkit, started: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    teachkit("lab", "mine", "--name", " Zoë ")
    teachkit("lab", "mine")
    monkeypatch.setenv("TEACHKIT_LEARNER", "somebody")
    teachkit("lab", "mine", "--name", "Ada")
    assert [learner for _, learner, _ in started] == ["Zoë", "Zoë", "Ada"]


@pytest.mark.parametrize("name", ["Ada", ""], ids=["a name", "just Enter"])
def test_lab_asks_for_the_name_once(
    name: str, teachkit: Teachkit, started: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = iter([name])
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("click.termui.visible_prompt_func", lambda prompt: next(typed))
    teachkit("lab", "mine")
    teachkit("lab", "mine")  # nothing is left to type: a second question would fail
    assert [learner for _, learner, _ in started] == [name, name]


def test_lab_hands_options_on_to_jupyterlab(teachkit: Teachkit, started: list[Any]) -> None:
    teachkit("lab", "mine", "--no-browser", "--", "--port=9999")
    teachkit("lab", "--", "--port=9999", "--ip=127.0.0.1")
    assert started[0][2] == ("--no-browser", "--port=9999")
    own = Path("my-lessons").absolute()  # where no folder is named
    assert started[1] == (own, "", ("--port=9999", "--ip=127.0.0.1"))


def test_lab_ends_as_jupyterlab_ends(teachkit: Teachkit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebooks, "start_jupyter", lambda *arguments: 7)
    assert teachkit("lab", "mine").status == 7


ROOT = "JupyterLab does not start as root. Add this to the command: -- --allow-root"


@pytest.mark.parametrize("command", [("lab",), ("play", "lovelace")])
@pytest.mark.parametrize(
    ("is_root", "option", "status", "told"),
    [(True, "", 1, f"{ROOT}\n"), (True, "", 0, ""), (True, "--allow-root", 1, ""),
     (False, "", 1, "")],
)  # fmt: skip
def test_root_is_told_what_to_add(
    command: tuple[str, ...], is_root: bool, option: str, status: int, told: str,
    teachkit: Teachkit, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr("teachkit.classroom.sandbox.isolation.is_root", lambda: is_root)
    monkeypatch.setattr(notebooks, "start_jupyter", lambda *arguments: status)
    said = teachkit(*command, *(["--", option] if option else []))
    assert (said.status, said.err) == (status, told)


@pytest.mark.slow
@pytest.mark.skipif(not is_root(), reason="starts JupyterLab as root")
def test_jupyterlab_itself_refuses_root(tmp_path: Path) -> None:
    """With a home of its own, in which no setting allows it."""
    command = [sys.executable, "-m", "teachkit", "lab", "mine", "--no-browser"]
    surroundings = os.environ | {"HOME": str(tmp_path), "JUPYTER_CONFIG_DIR": str(tmp_path)}
    ran = subprocess.run(command, capture_output=True, text=True, env=surroundings)
    assert ran.returncode == 1
    assert "--allow-root" in ran.stderr.replace(ROOT, "")
    assert ran.stderr.splitlines()[-1] == ROOT


def test_a_folder_that_cannot_be_written_is_one_sentence(
    teachkit: Teachkit, started: list[Any], tmp_path: Path
) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("mine", encoding="utf-8")
    for folder in (file, file / "lessons"):
        says = one_sentence(teachkit("lab", folder))
        assert says == f'"{folder}" cannot be written to. Choose a folder of your own.'
    assert file.read_text(encoding="utf-8") == "mine"
    assert started == []


IN_A_FILE = {
    "generate": ("generate", "algoracing", "--par-cards", "4", "-n", "1", "-o"),
    "handout": ("handout", "02-04", "-o"),
    "run": ("run", "00-02", "--program", "left", "--png"),
    "page": ("run", "00-02", "--program", "left", "--html"),
    "release": ("release", packaged_lessons(), "-o"),
    "grade": ("grade", "class", "-o"),
    "tournament": ("tournament", "--game", "lovelace", "--house", "random", "--house", "greedy",
                   "--rounds", "1", "-o"),
    "lab": ("lab",),
    "play": ("play", "lovelace", "--folder"),
}  # fmt: skip


@pytest.mark.parametrize("command", IN_A_FILE.values(), ids=IN_A_FILE)
@pytest.mark.parametrize("inside", ["x", "x/y"])
def test_nothing_can_be_written_in_a_file(
    command: tuple[str, ...], inside: str, teachkit: Teachkit, started: list[Any], tmp_path: Path
) -> None:
    (tmp_path / "afile").write_text("mine", encoding="utf-8")
    (tmp_path / "class" / "Ada").mkdir(parents=True)
    (tmp_path / "class" / "Ada" / "answers.json").write_text("{}", encoding="utf-8")
    says = one_sentence(teachkit(*command, f"afile/{inside}"))
    assert "cannot be written" in says
    assert says.endswith("hoose a folder of your own.")
    assert (tmp_path / "afile").read_text(encoding="utf-8") == "mine"
    assert started == []


# Bad input -------------------------------------------------------------------------------------


PROGRAMS = {
    "forwrd": 'There is no card "forwrd". Did you mean "forward"?',
    "forward\n2x(lft)": 'There is no card "lft". Did you mean "left"?',
    "2x()": "A loop needs at least one card inside.",
    "2x(left": "This bracket is never closed.",
    "jump": 'There is no "jump" card in your hand.',
    "left, left": 'Your hand has only 1 "left" card.',
    "teleport": 'There is no card "teleport" in this deck.',
}


@pytest.mark.parametrize(("program", "sentence"), PROGRAMS.items(), ids=PROGRAMS)
@pytest.mark.parametrize("options", [[], ["--json"]], ids=["text", "data"])
def test_a_program_that_cannot_be_run_is_one_sentence(
    options: list[str], program: str, sentence: str, teachkit: Teachkit, two_steps: Path
) -> None:
    cards = 'edition = "loops"\ncards = ["forward", "left 1", "2x"]\nkind '
    two_steps.write_text(two_steps.read_text().replace("kind ", cards), encoding="utf-8")
    assert one_sentence(teachkit("run", two_steps, "--program", program, *options)) == sentence


FLOOR = 'floor  = ". . ."'


CHANGES = [  # a text of the file, what stands in its place, and what is said of it
    ("hints", "hnts", 'There is no key "hnts". Did you mean "hints"?'),
    ("rovers", "rovrs", 'There is no key "rovrs" in "start 1". Did you mean "rovers"?'),
    ('"a1 east"', '"a1 east", green = "a1 west"',
     "start 1: There are two rovers on a1. Put each one on its own square."),
    (FLOOR, FLOOR + '\nwalls = ["c1 east"]',
     'start 1: The wall "c1 east" must be between two squares.'),
    (FLOOR, FLOOR + '\nboard = "two-hils"',
     "start 1: A start needs the name of a board or a floor, but not both."),
    (FLOOR, 'board = "two-hils"',
     'start 1: There is no board "two-hils". Did you mean "two-hills"?'),
    ('"stands_on"', '"stand_on"', 'There is no check "stand_on". Did you mean "stands_on"?'),
    ('"algoracing"', '"chess"', f'game = "chess" is not known. Choose one of: {", ".join(GAMES)}.'),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "sentence"), CHANGES)
@pytest.mark.parametrize("command", ["run", "check"])
def test_a_file_that_says_what_cannot_be_is_one_sentence(
    command: str, old: str, new: str, sentence: str, teachkit: Teachkit, two_steps: Path
) -> None:
    assert old in FILE
    two_steps.write_text(FILE.replace(old, new), encoding="utf-8")
    options = ["--program", "forward"] if command == "run" else []
    assert one_sentence(teachkit(command, two_steps, *options)) == f"{two_steps}: {sentence}"


UNREADABLE = {
    b'title = "half': "this is not a TOML file: ",
    "title = 'Zoë'".encode("latin-1"): "this file is not UTF-8 text; save it as UTF-8",
    None: "this file cannot be opened",
}


@pytest.mark.parametrize(("content", "sentence"), UNREADABLE.items())
@pytest.mark.parametrize("command", ["run", "check"])
def test_a_file_that_cannot_be_read_is_one_sentence(
    command: str, content: bytes | None, sentence: str, teachkit: Teachkit, tmp_path: Path
) -> None:
    path = tmp_path / "broken.toml"
    if content is not None:
        path.write_bytes(content)
    options = ["--program", "forward"] if command == "run" else []
    says = one_sentence(teachkit(command, path, *options))
    assert says.startswith(f"{path}: {sentence}")


COMMANDS = {
    "fly": "fly",
    "run 00-02": "--program",
    "run 00-02 --program": "--program",
    "run --program left": "EXERCISE",
    "run 00-02 --program left --speed 9": "--speed",
    "run 02-04-round-the-wal --program left": 'Did you mean "02-04-round-the-wall"?',
    "run 00-02 --program left --png nowhere/x.png": '"nowhere/x.png" cannot be written to. Choose',
    "check": "PATHS",
    "rules": "GAME",
    "rules algoracing lovelace": "lovelace",
    "rules algorasing": 'There is no game "algorasing". Did you mean "algoracing"?',
}


@pytest.mark.parametrize(("command", "says"), COMMANDS.items(), ids=COMMANDS)
def test_a_wrong_command_is_one_sentence(command: str, says: str, teachkit: Teachkit) -> None:
    assert says in one_sentence(teachkit(*command.split()))


def test_control_c_is_no_error_message(teachkit: Teachkit, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("teachkit.classroom.library.find_exercise", interrupted)
    said = teachkit("run", "00-02", "--program", "left")
    assert (said.status, said.err.strip()) == (2, "Stopped.")


# The command itself ----------------------------------------------------------------------------


def test_without_a_word_the_help_is_shown(teachkit: Teachkit) -> None:
    said = teachkit()
    assert said.status == 2
    assert all(word in said.out + said.err for word in ("lab", "run", "check", "rules"))
    assert teachkit("--help").status == 0


@pytest.mark.parametrize(
    ("program", "status", "lines"), [("forward, forward", 0, 0), ("left", 1, 0), ("lft", 2, 1)]
)
def test_a_shell_sees_the_same(program: str, status: int, lines: int, two_steps: Path) -> None:
    command = [sys.executable, "-m", "teachkit", "run", str(two_steps), "--program", program]
    ran = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    assert (ran.returncode, ran.stderr.count("\n")) == (status, lines)


def test_the_version_is_told(teachkit: Teachkit) -> None:
    said = teachkit("--version")
    assert (said.status, said.err, __version__ in said.out) == (0, "", True)
