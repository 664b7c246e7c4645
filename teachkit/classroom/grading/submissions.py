"""What a class has handed in: folders and zips, read with suspicion, nothing ever unpacked.

Whatever a learner puts there costs that learner at most. No link is followed, nothing is read
beyond a limit, and a name is only ever a name, never a place to write to.
"""

from __future__ import annotations

import io
import os
import stat
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from teachkit.classroom.grading.names import (
    Owner,
    cleaned,
    is_answers,
    is_from_lms,
    owner_of,
    said_by_name,
)
from teachkit.errors import FolderError
from teachkit.words import say

MOST_BYTES = 5_000_000  # an answers file with every lesson solved has about fifty thousand
MOST_ZIPPED = 50_000_000
MOST_ENTRIES = 5_000  # in one zip
MOST_FILES = 20  # answers files of one learner
MOST_DEEP = 8


class File(NamedTuple):
    """One answers file: where it lay, and its text, or the trouble with it."""

    place: str
    text: str = ""
    trouble: str = ""


class Submission(NamedTuple):
    """All that one learner handed in, as plain data. `number` is what an LMS calls the learner."""

    learner: str
    number: str = ""
    files: tuple[File, ...] = ()


class _Found(NamedTuple):
    """Something that lies there, not yet read. `refused` says why it will not be."""

    parts: tuple[str, ...]
    read: Callable[[], bytes] | None = None
    refused: str = ""

    @property
    def name(self) -> str:
        return self.parts[-1]


def submissions_in(place: Path) -> tuple[Submission, ...]:
    """Everybody's submission, by name: from a folder, or from one zip.

    Raises `FolderError` when there is nothing of the kind.
    """
    if place.is_dir():
        found, within = list(_in_folder(place, ())), place.resolve().name
    else:
        found, within = _unwrapped(list(_in_zip(place, ()))), place.stem
    if any(each.parts == ("",) for each in found):
        raise FolderError(say('"{place}" is no folder and no zip that can be read.', place=place))
    by_owner: dict[Owner, list[_Found]] = {}
    for each in sorted(found, key=lambda each: each.parts):
        if len(each.parts) > 1 or each.refused or is_from_lms(each.name) or _is_json(each):
            by_owner.setdefault(owner_of(each.parts, within), []).append(each)
    submissions = _merged(_of_owner(owner, files) for owner, files in by_owner.items())
    return tuple(sorted(_told_apart(submissions)))


# -- finding -------------------------------------------------------------------------------------


def _in_folder(folder: Path, above: tuple[str, ...]) -> Iterator[_Found]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        yield _Found((*above, ""), refused=say("this folder cannot be opened"))
        return
    if not entries and above:
        yield _Found((*above, ""))
    for entry in entries:
        parts = (*above, entry.name)
        if _is_hidden(entry.name):
            continue
        if entry.is_symlink():
            yield _Found(parts, refused=say("it is a link, which is not followed"))
        elif entry.is_dir():
            yield from _in_folder(Path(entry.path), parts) if len(parts) <= MOST_DEEP else ()
        elif not entry.is_file():
            yield _Found(parts, refused=say("it is no ordinary file"))
        elif entry.name.lower().endswith(".zip"):
            yield from _in_zip(Path(entry.path), (*above, entry.name[:-4]))
        else:
            yield _Found(parts, lambda path=entry.path: _read_file(path))  # type: ignore[misc]


def _is_hidden(name: str) -> bool:
    return name.startswith((".", "__MACOSX", "__pycache__"))


def _read_file(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read(MOST_BYTES + 1)


def _in_zip(source: Path | io.BytesIO, above: tuple[str, ...]) -> Iterator[_Found]:
    """What a zip holds; a damaged or an enormous one is told as one thing that cannot be read."""
    try:
        if isinstance(source, Path) and above and source.stat().st_size > MOST_ZIPPED:
            yield _Found((*above, ""), refused=_too_large(MOST_ZIPPED))
            return
        with zipfile.ZipFile(source) as archive:
            entries = sorted(archive.infolist(), key=lambda entry: entry.filename)
    except Exception:  # whatever a made-up zip brings the reader to raise
        yield _Found((*above, ""), refused=say("this zip is damaged"))
        return
    if above and len(entries) > MOST_ENTRIES:
        yield _Found((*above, ""), refused=say("this zip holds too many files"))
        return
    if above and all(entry.is_dir() for entry in entries):
        yield _Found((*above, ""))
    for entry in entries:
        if not entry.is_dir():
            yield from _zipped(source, entry, above)


def _zipped(
    source: Path | io.BytesIO, entry: zipfile.ZipInfo, above: tuple[str, ...]
) -> Iterator[_Found]:
    path = PurePosixPath(entry.filename.replace("\\", "/"))
    inside = tuple(part for part in path.parts if part.strip("./"))
    parts = (*above, *inside)
    if not inside or any(map(_is_hidden, inside)):
        return
    if path.is_absolute() or ".." in path.parts or ":" in path.parts[0]:
        yield _Found(parts, refused=say("its name leads out of the zip"))
    elif stat.S_ISLNK(entry.external_attr >> 16):
        yield _Found(parts, refused=say("it is a link, which is not followed"))
    elif path.suffix.lower() == ".zip" and len(parts) <= MOST_DEEP:
        yield from _inner_zip(source, entry, (*parts[:-1], parts[-1][:-4]))
    else:
        yield _Found(parts, lambda: _read_zipped(source, entry, MOST_BYTES))


def _inner_zip(
    source: Path | io.BytesIO, entry: zipfile.ZipInfo, parts: tuple[str, ...]
) -> Iterator[_Found]:
    try:
        content = _read_zipped(source, entry, MOST_ZIPPED)
    except Exception:  # as above
        content = b""
    if len(content) > MOST_ZIPPED:
        yield _Found((*parts, ""), refused=_too_large(MOST_ZIPPED))
    else:
        yield from _in_zip(io.BytesIO(content), parts)


def _read_zipped(source: Path | io.BytesIO, entry: zipfile.ZipInfo, most: int) -> bytes:
    """At most one byte more than there may be, whatever size the zip says.

    The zip is opened anew each time: a class may bring more of them than can be open at once.
    """
    with zipfile.ZipFile(source) as archive, archive.open(entry) as file:
        return file.read(most + 1)


def _unwrapped(found: list[_Found]) -> list[_Found]:
    """Without the one folder around everybody's that some systems put into a zip."""
    firsts = {each.parts[0] for each in found}
    seconds = {each.parts[1] for each in found if len(each.parts) > 2}
    if len(firsts) == 1 and len(seconds) > 1 and all(len(each.parts) > 2 for each in found):
        return [each._replace(parts=each.parts[1:]) for each in found]
    return found


# -- reading -------------------------------------------------------------------------------------


def _of_owner(owner: Owner, found: list[_Found]) -> Iterator[Submission]:
    """The learner's submission; from a computer that several share, each one's."""
    wanted = [each for each in found if is_answers(each.name)]
    wanted = wanted or [each for each in found if _is_json(each)]
    refused = [each for each in found if each.refused and each not in wanted]
    names = {said_by_name(each.name) for each in wanted if len(each.parts) > 1} - {""}
    if len(names) > 1:
        for name in sorted(names):
            own = [each for each in wanted if said_by_name(each.name) == name]
            yield Submission(name, files=_files(own))
        wanted = [each for each in wanted if not said_by_name(each.name)]
        if not (wanted or refused):
            return
    yield Submission(*owner, _files([*wanted, *refused]))


def _is_json(found: _Found) -> bool:
    return found.name.lower().endswith(".json")


def _files(found: list[_Found]) -> tuple[File, ...]:
    if not found:
        return (File("", trouble=say("No answers file was handed in.")),)
    files = [_file(each) for each in found[:MOST_FILES]]
    if more := found[MOST_FILES:]:
        files.append(File(_place(more[0]), trouble=say("There are too many files to read.")))
    return tuple(files)


def _file(found: _Found) -> File:
    place = _place(found)
    text, trouble = "", found.refused
    if not trouble:
        try:
            content = found.read() if found.read else b""
            if len(content) > MOST_BYTES:
                trouble = _too_large(MOST_BYTES)
            else:
                text = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            trouble = say("it is not UTF-8 text")
        except Exception:  # a damaged zip, a password, a disk: it is this learner's file alone
            trouble = say("it cannot be read")
    return File(place, text, say("{file}: {trouble}.", file=place, trouble=trouble)
                if trouble else "")  # fmt: skip


def _place(found: _Found) -> str:
    return "/".join(cleaned(part) for part in found.parts if part)


def _too_large(most: int) -> str:
    return say("it is larger than {size} MB", size=most // 1_000_000)


# -- telling apart -------------------------------------------------------------------------------


def _merged(several: Iterable[Iterator[Submission]]) -> list[Submission]:
    """One submission for each learner, with all files, wherever they lay."""
    merged: dict[Owner, Submission] = {}
    for submission in (each for some in several for each in some):
        owner = Owner(submission.learner, submission.number)
        before = merged.get(owner, Submission(*owner))
        merged[owner] = before._replace(files=(*before.files, *submission.files))
    return list(merged.values())


def _told_apart(submissions: list[Submission]) -> Iterator[Submission]:
    """Two of one name whom an LMS gave two numbers are two learners; their number is said."""
    names = [each.learner for each in submissions]
    for each in submissions:
        if each.number and names.count(each.learner) > 1:
            yield each._replace(learner=f"{each.learner} ({each.number})")
        else:
            yield each
