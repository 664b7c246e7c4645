"""The submissions of a class, read from the entries of a folder or zip.

A bad file affects only its own learner. Each learner has a separate budget, and the learner's name
comes from the LMS or from the names of folders and files, never from the content of a file.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipInfo

from teachkit.classroom.grading import archives, learners
from teachkit.classroom.grading.archives import Budget, Found, TooMuchError, inside, is_hidden
from teachkit.classroom.grading.learners import Claim, Owner, is_from_lms, said_by_name
from teachkit.classroom.names import cleaned
from teachkit.errors import FolderError
from teachkit.words import say

# Entries made by an operating system that are not hidden.
OF_SYSTEMS = ("Thumbs.db", "desktop.ini")


class File(NamedTuple):
    """An answers file: its path in the submission, and its text or the reason it was not read."""

    place: str
    text: str = ""
    trouble: str = ""


class Submission(NamedTuple):
    """Everything that one learner handed in, as plain data.

    `number` is the learner's number in an LMS, or "". `is_late` is true if the LMS has marked the
    submission as late.
    """

    learner: str
    number: str = ""
    files: tuple[File, ...] = ()
    is_late: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether nothing in the submission can be an answers file."""
        return self.files == (_nothing(),)


def _nothing() -> File:
    return File("", trouble=say("No answers file was handed in."))


class _Entry(NamedTuple):
    """An unopened entry of the class's folder or zip; `walk` yields the files in it."""

    name: str
    is_folder: bool
    walk: Callable[[Budget], Iterator[Found]]

    def owner(self, within: str) -> Owner:
        if not self.is_folder and archives.is_zip(self.name) and not is_from_lms(self.name):
            return learners.owner_of(self.name[:-4], True, within)
        return learners.owner_of(self.name, self.is_folder, within)


def submissions_in(place: Path, but: Collection[Path] = ()) -> tuple[Submission, ...]:
    """Return the submissions in the folder or zip `place`, sorted by the learners' names.

    In a folder, the files in `but` are ignored.
    Raise `FolderError` if `place` is neither a folder nor a zip, or cannot be read.
    """
    try:
        if place.is_dir():
            entries, within = _of_folder(place, but), place.resolve().name
        else:
            entries, within = _of_zip(place), place.stem
    except Exception:  # a crafted zip may make the reader raise anything
        unread = say('"{place}" is not a folder or zip that can be read.', place=place)
        raise FolderError(unread) from None
    by_owner: dict[Owner, list[_Entry]] = {}
    for entry in entries:
        owner = entry.owner(within)
        # An LMS's number identifies a learner; without a number, each entry is a separate learner.
        key = owner if owner.number else Owner(entry.name)
        by_owner.setdefault(key, []).append(entry)
    owned = by_owner.values()
    claims = [claim for own in owned for claim in _claims(own[0].owner(within), own)]
    found = []
    for name, note, claim in learners.with_unique_names(claims):
        noted = (File("", trouble=note),) if note else ()
        is_late = learners.is_late(claim.entry)
        found.append(Submission(name, claim.number, (*claim.what, *noted), is_late))
    return tuple(sorted(found))


# -- entries -------------------------------------------------------------------------------------


def _of_folder(place: Path, but: Collection[Path]) -> list[_Entry]:
    ours = {path.name for path in but if path.resolve().parent == place.resolve()}
    names = sorted({entry.name for entry in os.scandir(place)} - ours)
    paths = [place / name for name in names if _is_somebody_s_entry(name)]
    return [
        _Entry(each.name, archives.filetype(each) == stat.S_IFDIR, partial(archives.in_entry, each))
        for each in paths
    ]


def _is_somebody_s_entry(name: str) -> bool:
    return name not in OF_SYSTEMS and not is_hidden(name)


def _of_zip(place: Path) -> list[_Entry]:
    members = archives.zips_last(archives.contents(place, archives.MOST_CLASS))
    where = [parts for parts in map(inside, members) if parts and _is_somebody_s_entry(parts[0])]
    wrapped = _is_wrapped(where)
    of_entry: dict[str, list[int]] = {}
    for number, member in enumerate(members):
        if (parts := inside(member)[wrapped:]) and _is_somebody_s_entry(parts[0]):
            of_entry.setdefault(parts[0], []).append(number)

    def is_below(member: ZipInfo) -> bool:
        return member.is_dir() or len(inside(member)) > wrapped + 1

    def walk(numbers: Sequence[int], budget: Budget) -> Iterator[Found]:
        budget.entry(len(numbers))
        for number in numbers:
            if not members[number].is_dir():
                for found in archives.in_member(place, members[number], budget):
                    yield found._replace(parts=found.parts[wrapped:])

    return [
        _Entry(name, any(is_below(members[number]) for number in numbers), partial(walk, numbers))
        for name, numbers in of_entry.items()
    ]


def _is_wrapped(where: Sequence[tuple[str, ...]]) -> bool:
    """Return whether all submissions in a zip are inside one folder, as some systems pack them.

    The folder must contain several submissions; there may be other files beside the submissions.
    """
    firsts = {parts[0] for parts in where}
    inner = [parts for parts in where if len(parts) > 2 or _is_somebody_s(parts[-1])]
    seconds = {parts[1] for parts in inner if len(parts) > 1 and not is_hidden(parts[1])}
    several = len(seconds) > 1
    return several and len(firsts) == 1 and not any(map(is_from_lms, firsts))


def _is_somebody_s(file: str) -> bool:
    return is_from_lms(file) or archives.is_zip(file) or bool(said_by_name(file))


# -- reading -------------------------------------------------------------------------------------


def _claims(owner: Owner, entries: Sequence[_Entry]) -> Iterator[Claim[tuple[File, ...]]]:
    """Yield a claim for `owner`, then one for each other learner with files in `entries`."""
    budget, over = Budget(), ""
    found: list[Found] = []
    try:
        for entry in entries:
            found += _kept(entry, budget)
    except TooMuchError as error:
        over = error.says
    entry = entries[0]
    found.sort(key=lambda each: each.parts)
    wanted = [each for each in found if learners.is_answers(each.name)]
    wanted = wanted or [each for each in found if each.name.lower().endswith(".json")]
    refused = [each for each in found if each.refused and each not in wanted]
    names = set() if owner.number else _several(wanted)
    mine = [each for each in wanted if not names or said_by_name(each.name) in ("", owner.name)]
    files = list(_files([*mine, *refused], budget)) if mine or refused or not names else []
    files += [File("", trouble=over)] if over else []
    others = sorted(names - {owner.name})[: archives.MOST_FILES]
    if others:
        of_others = say(
            "Some of these answers files belong to others, who have their own rows: {names}.",
            names=", ".join(others[:5]),
        )
        files.append(File("", trouble=of_others))
    yield Claim(owner.name, owner.number, entry.name, entry.is_folder, tuple(files))
    for name in others:
        own = [each for each in wanted if said_by_name(each.name) == name]
        said = say('This name appears only in a file in "{folder}".', folder=owner.name)
        what = (*_files(own, budget), File("", trouble=said))
        yield Claim(f"{name} ({owner.name})", "", entry.name, False, what, is_inner=True)


def _kept(entry: _Entry, budget: Budget) -> Iterator[Found]:
    """Yield the files in `entry` that are JSON or cannot be read; skip others to save memory."""
    for each in entry.walk(budget):
        if each.refused or each.name.lower().endswith(".json"):
            yield each


def _several(wanted: Sequence[Found]) -> set[str]:
    """Return the learners whose names are in the names of files in a plain folder.

    If there are fewer than two, return an empty set. Files in zips are ignored.
    """
    plain = [each.name for each in wanted if len(each.parts) > 1 and not each.is_packed]
    names = {said_by_name(name) for name in plain} - {""}
    return names if len(names) > 1 else set()


def _files(found: list[Found], budget: Budget) -> Iterator[File]:
    if not found:
        yield _nothing()
    for each in found[: archives.MOST_FILES]:
        try:
            yield _file(each, budget)
        except TooMuchError as error:
            yield File(_place(each), trouble=error.says)
            return
    if more := found[archives.MOST_FILES :]:
        yield File(_place(more[0]), trouble=say("There are too many files to read."))


def _file(found: Found, budget: Budget) -> File:
    place = _place(found)
    text, trouble = "", found.refused
    if not trouble:
        try:
            assert found.opened
            with found.opened() as file:
                content = budget.read(file)
            if len(content) > archives.MOST_BYTES:
                trouble = archives.too_large(archives.MOST_BYTES)
            else:
                text = content.decode("utf-8-sig")
        except TooMuchError:
            raise
        except UnicodeDecodeError:
            trouble = say("it is not UTF-8 text")
        except archives.OddlyPackedError:
            trouble = say("it is compressed in an unusual way; use an ordinary zip")
        except Exception:
            # A damaged zip, a password or a disk error affects this learner's file alone.
            trouble = say("it cannot be read")
    says = say("{file}: {trouble}.", file=place, trouble=trouble) if trouble else ""
    return File(place, text, says)


def _place(found: Found) -> str:
    return "/".join(cleaned(part) for part in found.parts if part)
