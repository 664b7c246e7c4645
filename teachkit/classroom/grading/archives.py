"""Functions that read submitted folders and zips within a budget, and unpack nothing to disk.

Links are not followed, and no name from a submission is used as a path to write to. Each learner
has one budget of entries, bytes and seconds for the whole submission. If the budget is exceeded, a
note informs the teacher, and other learners are not affected.
"""

from __future__ import annotations

import io
import os
import stat
import struct
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from teachkit.errors import TeachkitError
from teachkit.words import say

MOST_BYTES = 1_000_000  # bytes; an answers file with every lesson solved has about fifty thousand
MOST_TEXT = 2_000_000  # bytes of all answers files of a learner together
MOST_UNPACKED = 16_000_000  # bytes unpacked from zips within a zip
MOST_ZIPPED = 50_000_000  # bytes of one zip
MOST_DIRECTORY = 1_000_000  # bytes in the table of contents of one zip
MOST_CLASS = 16_000_000  # bytes in the table of contents of the zip of a whole class
MOST_ENTRIES = 5_000  # files and folders, including those in zips
MOST_FILES = 20  # answers files that are read
MOST_DEEP = 8
MOST_SECONDS = 30.0  # CPU seconds, which do not count waiting for a disk or other programs
PIECE = 65_536  # bytes


class TooMuchError(TeachkitError):
    """Raised when a submission exceeds its budget; `says` is the message for the teacher."""


@dataclass
class Budget:
    """The resources that one learner's submission has used so far.

    Every method raises `TooMuchError` if the budget is exceeded.
    """

    entries: int = 0
    unpacked: int = 0
    text: int = 0
    began: float = field(default_factory=time.thread_time)

    def entry(self, number: int = 1) -> None:
        """Add `number` to the count of files and folders."""
        self.entries += number
        if self.entries > MOST_ENTRIES:
            says = say("More than {most} files and folders were handed in.", most=MOST_ENTRIES)
            raise TooMuchError(says)
        self._in_time()

    def unpack(self, source: io.BufferedIOBase) -> bytes:
        """Read and return the content of `source`, which is a zip inside another zip."""
        content = self._read(source, MOST_UNPACKED - self.unpacked)
        self.unpacked += len(content)
        if self.unpacked > MOST_UNPACKED:
            size = MOST_UNPACKED // 1_000_000
            says = say("Unpacked, the zips inside other zips are larger than {size} MB.", size=size)
            raise TooMuchError(says)
        return content

    def read(self, source: io.BufferedIOBase) -> bytes:
        """Read and return the content of an answers file, but at most `MOST_BYTES + 1` bytes."""
        content = self._read(source, MOST_BYTES)
        self.text += len(content)
        if self.text > MOST_TEXT:
            size = MOST_TEXT // 1_000_000
            says = say("Together, the answers files are larger than {size} MB.", size=size)
            raise TooMuchError(says)
        return content

    def _read(self, source: io.BufferedIOBase, most: int) -> bytes:
        """Read and return at most `most + 1` bytes of `source`, in pieces."""
        content = bytearray()
        while piece := source.read(min(PIECE, most + 1 - len(content))):
            self._in_time()
            content += piece
        return bytes(content)

    def _in_time(self) -> None:
        if time.thread_time() - self.began > MOST_SECONDS:
            most = int(MOST_SECONDS)
            says = say("Reading all the files takes longer than {most} seconds.", most=most)
            raise TooMuchError(says)


WINDOWS = 0  # the code of a member that was zipped on Windows
ENCRYPTED = 1  # the flag of an encrypted member
# A member's header: signature, length of the name, length of the extra field.
HEADER = struct.Struct("<4s22xHH")
# With these compression methods, a read never unpacks more than the requested size.
PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class Found(NamedTuple):
    """A file that was found in a submission and has not been read yet.

    `parts` are the names on its path. `opened` opens it. `refused` is the reason why the file may
    not be opened, or "". `is_packed` is true if the file is inside a zip made by the learner, who
    also chose the names in the zip.
    """

    parts: tuple[str, ...]
    opened: Callable[[], AbstractContextManager[io.BufferedIOBase]] | None = None
    refused: str = ""
    is_packed: bool = False

    @property
    def name(self) -> str:
        return self.parts[-1]


# -- folders -------------------------------------------------------------------------------------


def filetype(path: Path) -> int:
    """Return the file type of `path`, in the form of `stat.S_IFMT`, or 0 if it is unknown.

    Links are not followed.
    """
    try:
        return stat.S_IFMT(path.lstat().st_mode)
    except OSError:
        return 0


def in_entry(path: Path, budget: Budget, above: tuple[str, ...] = ()) -> Iterator[Found]:
    """Yield the file `path`, or each file in it if `path` is a folder or a zip."""
    parts, kind = (*above, path.name), filetype(path)
    if not kind:
        yield Found(parts, refused=say("it cannot be read"))
    elif kind == stat.S_IFLNK:
        yield Found(parts, refused=say("it is a link, and links are not followed"))
    elif kind == stat.S_IFDIR:
        yield from _in_folder(path, budget, parts)
    elif kind != stat.S_IFREG:
        yield Found(parts, refused=say("it is not an ordinary file"))
    elif is_zip(path.name):
        yield from _in_zip(path, budget, (*above, path.name[:-4]))
    else:
        yield Found(parts, lambda: path.open("rb"))


def _in_folder(folder: Path, budget: Budget, parts: tuple[str, ...]) -> Iterator[Found]:
    if len(parts) > MOST_DEEP:
        yield _too_deep(parts)
        return
    try:
        with os.scandir(folder) as scanned:
            names = [each.name for each in islice(scanned, MOST_ENTRIES + 1)]
    except OSError:
        yield Found((*parts, ""), refused=say("this folder cannot be opened"))
        return
    budget.entry(len(names))
    seen = [folder / name for name in names if not is_hidden(name)]
    for path in sorted(seen, key=_files_first):
        yield from in_entry(path, budget, parts)


def _files_first(path: Path) -> tuple[bool, str]:
    """Return a sort key that puts plain files before folders and zips, which may take long."""
    return is_zip(path.name) or filetype(path) == stat.S_IFDIR, path.name


def is_hidden(name: str) -> bool:
    """Return whether `name` is the name of a hidden entry, or of one made by macOS or Python."""
    return name.startswith((".", "__MACOSX", "__pycache__"))


def is_zip(name: str) -> bool:
    return name.lower().endswith(".zip")


def _too_deep(parts: tuple[str, ...], is_packed: bool = False) -> Found:
    refused = say("it is more than {most} folders deep", most=MOST_DEEP)
    return Found((*parts[:MOST_DEEP], "…"), refused=refused, is_packed=is_packed)


# -- zips ----------------------------------------------------------------------------------------


class _Narrow(io.BufferedReader):
    """A reader of an untrusted zip; a read of more than `most` bytes raises `TooMuchError`."""

    def __init__(self, file: Any, most: int) -> None:
        super().__init__(file)
        self._most = most

    def read(self, size: int | None = -1) -> bytes:
        here = self.tell()
        # Do not allocate more than the file holds.
        left = max(0, self.seek(0, io.SEEK_END) - here)
        self.seek(here)
        wanted = left if size is None or size < 0 else min(size, left)
        content = super().read(min(wanted, self._most + 1))
        if len(content) > self._most:
            raise TooMuchError(say("this zip contains too many files"))
        return content


Source = Path | bytes


def _opened(source: Source) -> io.BufferedIOBase:
    """Open the zip `source`, which is given as a path or as its content.

    A zip is opened again for each use, because there may be too many zips to keep them all open.
    """
    return io.BytesIO(source) if isinstance(source, bytes) else source.open("rb")


def contents(source: Source, most: int) -> list[zipfile.ZipInfo]:
    """Return the entries in a zip's table of contents.

    Raise `TooMuchError` if the table is larger than `most` bytes.
    """
    with _opened(source) as file, zipfile.ZipFile(_Narrow(file, most)) as archive:
        return archive.infolist()


def _in_zip(
    source: Source, budget: Budget, parts: tuple[str, ...], is_inner: bool = False
) -> Iterator[Found]:
    """Yield the files in a zip; with `is_inner`, zips inside this zip are not opened.

    A zip that is damaged or too large is yielded as a single unreadable file.
    """
    whole = Found((*parts, ""), is_packed=True)
    if isinstance(source, Path) and source.stat().st_size > MOST_ZIPPED:
        yield whole._replace(refused=too_large(MOST_ZIPPED))
        return
    try:
        entries = contents(source, MOST_DIRECTORY)
    except TooMuchError as error:
        yield whole._replace(refused=error.says)
        return
    except Exception:  # a crafted zip may make the reader raise anything
        yield whole._replace(refused=say("this zip is damaged"))
        return
    if len(entries) > MOST_ENTRIES:
        yield whole._replace(refused=say("this zip contains too many files"))
        return
    budget.entry(len(entries))
    for entry in zips_last(entry for entry in entries if not entry.is_dir()):
        yield from in_member(source, entry, budget, parts, is_inner, is_packed=True)


def zips_last(entries: Iterable[zipfile.ZipInfo]) -> list[zipfile.ZipInfo]:
    return sorted(entries, key=lambda entry: (is_zip(entry.filename), entry.filename))


def _path(entry: zipfile.ZipInfo) -> PurePosixPath:
    """Return the path of a zip member.

    Backslashes are separators only in zips that were made on Windows.
    """
    is_windows = entry.create_system == WINDOWS
    return PurePosixPath(entry.filename.replace("\\", "/") if is_windows else entry.filename)


def inside(entry: zipfile.ZipInfo) -> tuple[str, ...]:
    """Return the parts of a zip member's path: the names of its folders and its own name."""
    return tuple(part for part in _path(entry).parts if part.strip("./"))


def in_member(
    source: Source,
    entry: zipfile.ZipInfo,
    budget: Budget,
    above: tuple[str, ...] = (),
    is_inner: bool = False,
    is_packed: bool = False,
) -> Iterator[Found]:
    """Yield the zip member `entry`, or each file in it if it is itself a zip.

    With `is_inner`, further zips are not opened. Hidden members are skipped.
    """
    path, parts = _path(entry), (*above, *inside(entry))
    found = Found(parts, is_packed=is_packed)
    if len(parts) == len(above) or any(map(is_hidden, parts[len(above) :])):
        return
    if path.is_absolute() or ".." in path.parts or ":" in path.parts[0]:
        yield found._replace(refused=say("its name points outside the zip"))
    elif stat.S_ISLNK(entry.external_attr >> 16):
        yield found._replace(refused=say("it is a link, and links are not followed"))
    elif len(parts) > MOST_DEEP + 1:
        yield _too_deep(parts, is_packed)
    elif not is_zip(path.name):
        yield found._replace(opened=partial(_member, source, entry))
    elif is_inner:
        yield found._replace(refused=say("it is a zip inside two other zips, so it is not opened"))
    else:
        yield from _inner_zip(source, entry, budget, (*parts[:-1], parts[-1][:-4]), is_packed)


def _inner_zip(
    source: Source, entry: zipfile.ZipInfo, budget: Budget, parts: tuple[str, ...], is_packed: bool
) -> Iterator[Found]:
    try:
        with _member(source, entry) as file:
            content = budget.unpack(file)
    except TooMuchError:
        raise
    except Exception:  # a crafted zip may make the reader raise anything
        content = b""
    yield from _in_zip(content, budget, parts, is_inner=is_packed)


@contextmanager
def _member(source: Source, entry: zipfile.ZipInfo) -> Iterator[zipfile.ZipExtFile]:
    """Open a zip member at the offset in `entry`, without reading the table of contents again."""
    if entry.compress_type not in PACKED:
        raise OddlyPackedError
    with _opened(source) as file:
        file.seek(entry.header_offset)
        mark, name, extra = HEADER.unpack(file.read(HEADER.size))
        if mark != b"PK\3\4" or entry.flag_bits & ENCRYPTED:
            raise zipfile.BadZipFile
        file.seek(name + extra, io.SEEK_CUR)
        with zipfile.ZipExtFile(file, "r", entry) as member:
            yield member


class OddlyPackedError(Exception):
    """Raised if one read of a zip member might unpack more than the requested size."""


def too_large(most: int) -> str:
    return say("it is larger than {size} MB", size=most // 1_000_000)
