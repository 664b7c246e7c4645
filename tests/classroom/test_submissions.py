"""Submissions are found, with the right learner, whatever other files there are."""

from __future__ import annotations

import io
import os
import zipfile
from pathlib import Path
from unittest.mock import Mock

import pytest

from teachkit.classroom.grading import archives as budget
from teachkit.classroom.grading.grade import journal_of
from teachkit.classroom.grading.submissions import File, Submission, submissions_in
from teachkit.errors import FolderError
from tests.classroom.handedin import hand_in
from tests.classroom.madeup import zipped

TEXT = '{"teachkit": 1, "learner": "Bo", "answers": {}}'  # whose name counts for nothing
ZIP = zipped({"answers.json": TEXT.encode()})
MOODLE = "Ada Lovelace_123456_assignsubmission_file_"


def found(folder: Path) -> dict[str, list[str]]:
    """Return the places of each learner's files."""
    return {each.learner: [file.place for file in each.files] for each in submissions_in(folder)}


def each_hand_in(folder: Path, *paths: str) -> None:
    """Write a file with right answers at each path."""
    for path in paths:
        hand_in(folder, *path.split("/"))


def troubles(folder: Path) -> dict[str, list[str]]:
    return {
        each.learner: [file.trouble for file in each.files if file.trouble]
        for each in submissions_in(folder)
    }


# Names -----------------------------------------------------------------------------------------


PATHS = [  # a path, the learner it names, and the learner's number in an LMS
    ("Ada/answers.json", "Ada", ""),
    ("Ada/answers-Ada.json", "Ada", ""),
    ("Ada/somebody said/my-lessons/answers.json", "Ada", ""),
    ("Ada/answers (1).json", "Ada", ""),
    ("Ada/answers-1.json", "Ada", ""),
    ("Ada/lesson 1.json", "Ada", ""),
    ("Ada.json", "Ada", ""),
    ("answers-Ada.json", "Ada", ""),
    ("answers-Ada (2).json", "Ada", ""),
    ("answers.json", "class", ""),
    (f"{MOODLE}/answers.json", "Ada Lovelace", "123456"),
    (f"{MOODLE}answers.json", "Ada Lovelace", "123456"),
    ("Ada_Lovelace_123456_assignsubmission_file_/answers.json", "Ada_Lovelace", "123456"),
    ("lovelaceada_12345_678910_answers.json", "lovelaceada", "12345"),
    ("lovelaceada_LATE_12345_678910_answers.json", "lovelaceada", "12345"),
    ("lovelaceada_12345_678910_answers-1.json", "lovelaceada", "12345"),
    ("eve_1_2_Ada_7_assignsubmission_file_answers.json", "eve", "1"),  # Canvas's name comes first
    ("Zoe\u0308/answers.json", "Zoë", ""),
    ("a\u202eb\nc/answers.json", "ab c", ""),
]


@pytest.mark.parametrize(("path", "learner", "number"), PATHS)
def test_a_path_names_the_learner(path: str, learner: str, number: str, tmp_path: Path) -> None:
    hand_in(tmp_path, "class", *path.split("/"), content=TEXT)
    (only,) = submissions_in(tmp_path / "class")
    assert (only.learner, only.number) == (learner, number)
    assert [file.text for file in only.files] == [TEXT]


def test_two_of_one_name_with_two_numbers_are_two(tmp_path: Path) -> None:
    each_hand_in(tmp_path, f"{MOODLE}/answers.json", f"{MOODLE.replace('6', '7')}/answers.json")
    assert list(found(tmp_path)) == ["Ada Lovelace (123456)", "Ada Lovelace (123457)"]


APART = "This name looks like another learner's. They are graded separately."


def test_a_folder_and_a_zip_of_one_name_are_kept_apart(tmp_path: Path) -> None:
    """Nobody knows who put the zip there."""
    each_hand_in(tmp_path, "Ada/answers.json", "answers-Ada.json")
    hand_in(tmp_path, "Ada.zip", content=ZIP)
    assert troubles(tmp_path) == {
        "Ada": [], "Ada (Ada.zip)": [APART], "Ada (answers-Ada.json)": [APART],
    }  # fmt: skip


ALIKE = [  # a name, a lookalike of it, and its spelled-out form
    ("Zoë", "Zoe\u0308", "Zoë (ZoeU+0308)"),
    ("Ada", "A\u200bda", "Ada (AU+200Bda)"),
    ("Ada", "\uff21da", "Ada (U+FF21da)"),
    ("Ada", "Ada\u3164", "Ada (AdaU+3164)"),
    ("Ada", "Ada\ufe0f", "Ada (AdaU+FE0F)"),
    ("Ada", "Ada\U000e0101", "Ada (AdaU+E0101)"),
    ("Ada\ufffd", os.fsdecode(b"Ada\xff"), "Ada\ufffd (AdaU+DCFF)"),
]


@pytest.mark.parametrize(("plain", "other", "named"), ALIKE)
def test_names_alike_are_spelled_out(plain: str, other: str, named: str, tmp_path: Path) -> None:
    each_hand_in(tmp_path, f"{plain}/answers.json", f"{other}/answers.json")
    said = troubles(tmp_path)
    assert said[plain] == []
    assert [trouble for name, trouble in said.items() if name != plain] == [[APART]]
    assert max(said) in (named, named.replace("Ada (", "\uff21da ("))


def test_names_that_differ_behind_the_eightieth_letter_are_two(tmp_path: Path) -> None:
    each_hand_in(tmp_path, *("x" * 80 + last + "/answers.json" for last in ("", "a", "b")))
    assert len(found(tmp_path)) == 3
    assert found(tmp_path)["x" * 80] == ["x" * 80 + "/answers.json"]


def test_a_name_of_letters_that_nobody_sees_is_a_learner_too(tmp_path: Path) -> None:
    each_hand_in(tmp_path, "\u200b/answers.json", "\u200b\u200b/answers.json")
    assert [name[:3] for name in found(tmp_path)] == ["? (", "? ("]


def test_a_name_with_moodle_s_mark_in_it_is_nobody_else_s(tmp_path: Path) -> None:
    """People who choose their own name in Moodle could use such a name."""
    mark = "_assignsubmission_file_"
    each_hand_in(tmp_path, f"Grace_7{mark}/answers.json", f"Grace_7{mark}x_9{mark}/answers.json")
    numbers = {each.learner: each.number for each in submissions_in(tmp_path)}
    assert numbers == {"Grace": "7", f"Grace_7{mark}x_9{mark}": ""}


def test_a_computer_that_several_share_hands_in_for_each(tmp_path: Path) -> None:
    each_hand_in(tmp_path, "seat 7/answers-Ada.json", "seat 7/answers-Bo.json")
    only_said = 'This name appears only in a file in "seat 7".'
    assert troubles(tmp_path) == {
        "Ada (seat 7)": [only_said],
        "Bo (seat 7)": [only_said],
        "seat 7": [
            "Some of these answers files belong to others, who have their own rows: Ada, Bo."
        ],
    }


def test_whoever_puts_others_names_into_a_folder_touches_none_of_them(tmp_path: Path) -> None:
    hand_in(tmp_path, "Ada", "answers.json")
    before = submissions_in(tmp_path)
    each_hand_in(tmp_path, "Eve/answers-Ada.json", "Eve/answers-Eve.json")
    after = submissions_in(tmp_path)
    assert [each for each in after if each.learner == "Ada"] == list(before)
    assert [each.learner for each in after] == ["Ada", "Ada (Eve)", "Eve"]
    assert after[2].files[0].place == "Eve/answers-Eve.json"


@pytest.mark.parametrize("how", ["zip", "lms"])
def test_in_a_zip_or_an_lms_s_folder_no_file_names_anybody(how: str, tmp_path: Path) -> None:
    names = [f"answers-{number}x.json" for number in range(9)]
    if how == "zip":
        hand_in(tmp_path, "Eve.zip", content=zipped(dict.fromkeys(names, TEXT.encode())))
    else:
        each_hand_in(tmp_path, *(f"Eve_7_assignsubmission_file_/{name}" for name in names))
    assert list(found(tmp_path)) == ["Eve"]


def test_one_s_own_file_beside_a_nameless_one_is_nobody_else_s(tmp_path: Path) -> None:
    each_hand_in(tmp_path, "Ada/answers-Ada.json", "Ada/answers.json")
    assert found(tmp_path) == {"Ada": ["Ada/answers-Ada.json", "Ada/answers.json"]}


# What counts -----------------------------------------------------------------------------------


def test_only_answers_are_read_where_there_are_any(tmp_path: Path) -> None:
    others = ("package.json", "notes.txt", "answers.damaged-1.json", ".answers.json.lock")
    for name in ("answers.json", *others, ".ipynb_checkpoints/answers.json"):
        each_hand_in(tmp_path, f"Ada/{name}")
    assert found(tmp_path) == {"Ada": ["Ada/answers.json"]}


def test_every_entry_is_somebody_s(tmp_path: Path) -> None:
    each_hand_in(tmp_path, "README.txt", ".hidden", "Bo/.hidden", "a/b/c/d/e/f/g/h/i/answers.json")
    nothing = "No answers file was handed in."
    assert troubles(tmp_path) == {
        "README": [nothing], "Bo": [nothing],
        "a": ["a/b/c/d/e/f/g/h/…: it is more than 8 folders deep."],
    }  # fmt: skip


def test_what_systems_and_this_very_grading_put_there_is_nobody_s(tmp_path: Path) -> None:
    each_hand_in(tmp_path, "grades.csv", "grades.csv.journal", ".grades.csv.abcd_123")
    each_hand_in(tmp_path, ".DS_Store", "__MACOSX/x", "Ada/answers.json", ".gitignore",
                 ".cache/x.json", ".jupyter/x.json", ".~lock.grades.csv#", "Thumbs.db")  # fmt: skip
    table = tmp_path / "grades.csv"
    handed_in = submissions_in(tmp_path, but=[table, journal_of(table)])
    assert [each.learner for each in handed_in] == ["Ada"]


def test_what_teachkit_itself_put_there_is_nobody_s(tmp_path: Path) -> None:
    """A computer that several share, with its folder handed in as it is; in a zip, too."""
    names = ("answers-Ada.json", "answers-Bo.json", ".learner", ".answers-Ada.json.lock",
             ".answers.json.lock", ".answers-Bo.json.abcd_123", ".teachkit-release")  # fmt: skip
    each_hand_in(tmp_path / "class", *names)
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as archive:
        for name in names:
            archive.writestr(name, "{}")
    for place in (tmp_path / "class", tmp_path / "class.zip"):
        assert [each.learner for each in submissions_in(place)] == ["Ada", "Bo"]


def test_who_handed_in_something_else_is_named(tmp_path: Path) -> None:
    (tmp_path / "Ada" / "my-lessons").mkdir(parents=True)
    each_hand_in(tmp_path, "Bo/notes.txt", "Grace_7_assignsubmission_file_essay.pdf")
    nothing = ["No answers file was handed in."]
    assert troubles(tmp_path) == dict.fromkeys(["Ada", "Bo", "Grace"], nothing)


def test_an_empty_folder_has_nobody(tmp_path: Path) -> None:
    assert submissions_in(tmp_path) == ()


@pytest.mark.parametrize("content", [None, b"PK\x03\x04 no more", b"some text"])
def test_what_is_no_folder_and_no_zip_is_said(content: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "class.zip"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(FolderError, match="is not a folder or zip that can be read"):
        submissions_in(path)


# Zips ------------------------------------------------------------------------------------------


def class_zip(folder: Path, *names: str) -> Path:
    path = folder / "class.zip"
    path.write_bytes(zipped({name: TEXT.encode() for name in names}))
    return path


ZIPS = {  # names in a zip, and the learners found in it
    "a zip is read like a folder": (
        ["Ada/answers.json", "answers-Bo.json", f"{MOODLE}/answers.json"],
        ["Ada", "Ada Lovelace", "Bo"],
    ),
    "one learner alone keeps the name": (["Ada/lessons/answers.json"], ["Ada"]),
    "a folder around all": (["class/Ada/answers.json", "class/Bo/answers.json"], ["Ada", "Bo"]),
    "a folder around all zips": (["class/Ada.zip", "class/Bo.zip"], ["Ada", "Bo"]),
    "around all files": (["class/answers-Ada.json", "class/answers-Bo.json"], ["Ada", "Bo"]),
    "around all of an LMS": (
        [f"class/{name}_1_assignsubmission_file_x.json" for name in ("Ada", "Bo")],
        ["Ada", "Bo"],
    ),
    "an LMS's folder is around one learner's": (
        [f"{MOODLE}/1/answers.json", f"{MOODLE}/2/answers.json"],
        ["Ada Lovelace"],
    ),
}


@pytest.mark.parametrize(("names", "learners"), ZIPS.values(), ids=ZIPS)
def test_a_zip_has_these_learners(names: list[str], learners: list[str], tmp_path: Path) -> None:
    assert list(found(class_zip(tmp_path, *names))) == learners


def test_a_zip_in_what_an_lms_packed_is_read_too(tmp_path: Path) -> None:
    inner = zipped({"my-lessons/answers.json": TEXT.encode()})
    path = tmp_path / "class.zip"
    path.write_bytes(zipped({f"{MOODLE}/my-lessons.zip": inner}))
    (only,) = submissions_in(path)
    place = f"{MOODLE}/my-lessons/my-lessons/answers.json"
    assert only == Submission("Ada Lovelace", "123456", (File(place, TEXT),))


def test_names_from_another_system_and_its_rubbish_do_not_disturb(tmp_path: Path) -> None:
    name = zipfile.ZipInfo("Ada\\answers.json")
    name.create_system = 0  # Windows; on other systems it would be a file of that name
    path = tmp_path / "class.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(name, TEXT)
        archive.writestr("__MACOSX/Ada/._answers.json", TEXT)
    assert found(path) == {"Ada": ["Ada/answers.json"]}


BESIDE = [
    "Eve.json",
    "Eve/",
    "Eve.zip",
    ".DS_Store",
    "notes.txt",
    "Ada\\answers.json",
    "answers.json",
]


@pytest.mark.parametrize("name", BESIDE)
def test_nobody_in_a_zip_takes_the_others_names_away(name: str, tmp_path: Path) -> None:
    """A folder contains all submissions, even if one learner puts something beside it."""
    names = ("class/Ada/answers.json", "class/Bo/answers.json")
    alone = submissions_in(class_zip(tmp_path, *names))
    beside = submissions_in(class_zip(tmp_path, *names, f"class/{name}"))
    assert [each.learner for each in alone] == ["Ada", "Bo"]
    assert [each for each in beside if each.learner in ("Ada", "Bo")] == [*alone]


def test_a_zip_s_contents_are_listed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = class_zip(tmp_path, *(f"{number}/answers.json" for number in range(9)))
    reader = Mock(side_effect=zipfile.ZipFile)
    monkeypatch.setattr(zipfile, "ZipFile", reader)
    assert len(submissions_in(path)) == 9
    assert reader.call_count == 1


# Suspicion -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["../answers.json", "/etc/answers.json", "C:/x/answers.json"])
def test_a_name_that_leads_out_is_refused_and_nothing_unpacked(name: str, tmp_path: Path) -> None:
    hand_in(tmp_path, "class", "Eve.zip", content=zipped({name: TEXT.encode()}))
    (said,) = troubles(tmp_path / "class")["Eve"]
    assert said.endswith("answers.json: its name points outside the zip.")
    assert [path.name for path in tmp_path.rglob("*")] == ["class", "Eve.zip"]


def test_no_link_is_followed(tmp_path: Path) -> None:
    secret = hand_in(tmp_path, "elsewhere", "answers.json")
    eve = tmp_path / "class" / "Eve"
    eve.mkdir(parents=True)
    (eve / "answers.json").symlink_to(secret)
    eve.with_name("Mal").symlink_to(secret.parent)
    link = zipfile.ZipInfo("answers.json")
    link.external_attr = 0o120777 << 16
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(link, str(secret))
    hand_in(tmp_path, "class", "Zed.zip", content=packed.getvalue())
    places = {"Eve": "Eve/answers.json", "Mal": "Mal", "Zed": "Zed/answers.json"}
    assert troubles(tmp_path / "class") == {
        name: [f"{place}: it is a link, and links are not followed."]
        for name, place in places.items()
    }


def test_what_is_no_ordinary_file_is_not_opened(tmp_path: Path) -> None:
    (tmp_path / "Eve").mkdir()
    os.mkfifo(tmp_path / "Eve" / "answers.json")
    assert troubles(tmp_path) == {"Eve": ["Eve/answers.json: it is not an ordinary file."]}


def test_a_limit_holds_to_the_byte(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MOST_BYTES", len(TEXT))
    hand_in(tmp_path, "Ada", "answers.json", content=TEXT)
    hand_in(tmp_path, "Bo", "answers.json", content=TEXT + " ")
    hand_in(tmp_path, "Cem.zip", content=ZIP)
    hand_in(tmp_path, "Dee.zip", content=zipped({"answers.json": TEXT.encode() + b" "}))
    assert [name for name, said in troubles(tmp_path).items() if said] == ["Bo", "Dee"]


def test_a_zip_that_lies_about_its_size_is_read_no_further(tmp_path: Path) -> None:
    packed, size = zipped({"answers.json": b" " * 6_000_000}), (6_000_000).to_bytes(4, "little")
    assert packed.count(size) == 2
    hand_in(tmp_path, "Eve.zip", content=packed.replace(size, (10).to_bytes(4, "little")))
    (said,) = troubles(tmp_path)["Eve"]
    assert said.removeprefix("Eve/answers.json: it ") in ("cannot be read.", "is larger than 1 MB.")


def test_large_zips_are_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MOST_ENTRIES", 2)
    many = {f"{number}/answers.json": b"{}" for number in range(3)}
    hand_in(tmp_path, "Many.zip", content=zipped(many))
    monkeypatch.setattr(budget, "MOST_ZIPPED", 2_000)
    large = zipped({"answers.json": os.urandom(3_000)})
    hand_in(tmp_path, "Large.zip", content=large)
    hand_in(tmp_path, "Inner.zip", content=zipped({"answers.zip": large}))
    said = troubles(tmp_path)
    assert said["Many"] == ["Many: this zip contains too many files."]
    assert said["Large"] == ["Large: it is larger than 0 MB."]
    assert said["Inner"]


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", os.urandom(500)])
def test_a_damaged_zip_costs_its_learner_alone(content: bytes, tmp_path: Path) -> None:
    hand_in(tmp_path, "Ada", "answers.json")
    hand_in(tmp_path, "Eve.zip", content=content)
    assert troubles(tmp_path) == {"Ada": [], "Eve": ["Eve: this zip is damaged."]}


def test_a_zip_with_a_password_is_told(tmp_path: Path) -> None:
    packed = bytearray(zipped({"answers.json": b"{}"}))
    for header, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        packed[packed.index(header) + flags] |= 1
    hand_in(tmp_path, "Eve.zip", content=bytes(packed))
    assert troubles(tmp_path) == {"Eve": ["Eve/answers.json: it cannot be read."]}


def test_many_files_of_one_learner_are_cut_short(tmp_path: Path) -> None:
    each_hand_in(tmp_path, *(f"Eve/answers-{number}.json" for number in range(30)))
    (only,) = submissions_in(tmp_path)
    assert len(only.files) == budget.MOST_FILES + 1
    assert only.files[-1].trouble == "There are too many files to read."


def test_more_zips_than_files_can_be_open_at_once(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for number in range(80):
        hand_in(tmp_path, f"{number}.zip", content=ZIP)
    resource.setrlimit(resource.RLIMIT_NOFILE, (60, hard))
    try:
        assert troubles(tmp_path) == {str(number): [] for number in range(80)}
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
