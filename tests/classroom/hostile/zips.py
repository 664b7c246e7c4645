"""Zips that are too large, too deep, or malformed."""

from __future__ import annotations

import io
import os
import tarfile
import warnings
import zipfile
from pathlib import Path

from tests.classroom.handedin import answers, hand_in
from tests.classroom.madeup import zipped

from . import Eve, Generator, Says

JSON, ZIP = "answers.json", ("Eve.zip",)
LEADS_OUT = "its name points outside the zip"
TOO_LARGE = "Together, the answers files are larger than 2 MB"


def _packed(method: int, member: str | zipfile.ZipInfo, content: str | bytes, **lies: int) -> bytes:
    """Return a zip with one member, whose entry in the table of contents is changed to `lies`."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        archive.writestr(member, content)
        for fact, lie in lies.items():
            setattr(archive.infolist()[0], fact, lie)
    return file.getvalue()


def _stored(member: str, **lies: int) -> bytes:
    return _packed(zipfile.ZIP_STORED, member, answers(), **lies)


def _link() -> bytes:
    link = zipfile.ZipInfo(JSON)
    link.external_attr = 0o120777 << 16
    return _packed(zipfile.ZIP_STORED, link, "../elsewhere/canary.json")


def _nested() -> bytes:
    inside = zipped({JSON: answers().encode()})
    for _ in range(3):
        inside = zipped({f"{number}.zip": inside for number in range(8)})
    return inside


def _large_inner() -> bytes:
    inner = _packed(zipfile.ZIP_STORED, "blank.txt", b" " * 5_000_000)
    first = zipped({"blank.txt": b" " * 5_000_000})
    return zipped({"0.zip": first, **{f"{n}.zip": inner for n in range(1, 6)}})


def _smaller_than_it_is() -> bytes:
    said, is_so = ((size).to_bytes(4, "little") for size in (10, 6_000_000))
    return zipped({JSON: b" " * 6_000_000}).replace(is_so, said)


def _table_of_contents_too_long() -> bytes:
    packed = zipped({JSON: answers().encode()})
    return packed[:-10] + (2**31).to_bytes(4, "little") + packed[-6:]


def a_password(folder: Path) -> Says:
    packed = bytearray(zipped({JSON: b"{}"}))
    for header, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        packed[packed.index(header) + flags] |= 1
    hand_in(folder, "Eve.zip", content=bytes(packed))
    return {"Eve": "it cannot be read"}


def one_name_a_hundred_times(folder: Path) -> Says:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(100):
            archive.writestr(JSON, answers())
    hand_in(folder, "Eve.zip", content=file.getvalue())
    return {"Eve": "too many files to read"}


def many_names_for_one_content(folder: Path) -> Says:
    """All members point to the content of the first, so that a small zip unpacks to a large one."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(1_000):
            archive.writestr(f"{number}/{JSON}", b" " * (900_000 if number == 0 else 0))
        first, *others = archive.infolist()
        for member in others:
            for fact in ("header_offset", "CRC", "compress_size", "file_size", "compress_type"):
                setattr(member, fact, getattr(first, fact))
    hand_in(folder, "Eve.zip", content=file.getvalue())
    return {"Eve": TOO_LARGE}


def a_tar(folder: Path) -> Says:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz") as archive:
        link = tarfile.TarInfo(JSON)
        link.type, link.linkname = tarfile.SYMTYPE, "../elsewhere/canary.json"
        archive.addfile(link)
    hand_in(folder, "Eve.tar.gz", content=file.getvalue())
    return {"Eve.tar": "No answers file"}


HAND_INS: dict[str, Generator] = {
    # packed in other ways
    "packed by bz2": Eve("use an ordinary zip",
                         lambda: _packed(zipfile.ZIP_BZIP2, JSON, b" " * 40_000_000), ZIP),
    "packed by lzma": Eve("use an ordinary zip",
                          lambda: _packed(zipfile.ZIP_LZMA, JSON, b" " * 40_000_000), ZIP),
    "an inner zip packed by bz2": Eve(
        "damaged", lambda: _packed(zipfile.ZIP_BZIP2, "more.zip", b" " * 40_000_000), ZIP),
    "zips in zips in zips": Eve("a zip inside two other zips", _nested, ZIP),
    "many large inner zips": Eve("the zips inside other zips are larger "
                                 "than 16 MB", _large_inner, ZIP),
    "a link in a zip": Eve("it is a link", _link, ZIP),
    "no zip at all": Eve("damaged", lambda: os.urandom(3_000), ZIP),
    "a zip behind a program": Eve("2 3 ", lambda: b"#!/bin/sh\nexit\n" + _stored(JSON), ZIP),
    # lies
    "a lie about its size": Eve("Eve/answers.json: it ", _smaller_than_it_is, ZIP),
    "a table of contents that lies": Eve("damaged", _table_of_contents_too_long, ZIP),
    "a name that leads out of Windows": Eve(
        LEADS_OUT, lambda: _stored(r"..\..\elsewhere\canary.json", create_system=0), ZIP),
    "a drive's name": Eve(LEADS_OUT, lambda: _stored("C:/elsewhere/answers.json"), ZIP),
    "a place behind all disks": Eve("it cannot be read",
                                    lambda: _stored(JSON, header_offset=2**62), ZIP),
    "a size beyond all disks": Eve(
        "it cannot be read", lambda: _stored(JSON, file_size=2**62, compress_size=2**62), ZIP),
    "an unknown way of packing": Eve("use an ordinary zip",
                                     lambda: _stored(JSON, compress_type=99), ZIP),
}  # fmt: skip

HAND_INS |= {
    name: Eve(says, lambda members=members: zipped(members()), ZIP)
    for name, says, members in [
        ("one file of many blanks", "larger than 1 MB", lambda: {JSON: b" " * 100_000_000}),
        ("five hundred answers files", TOO_LARGE,
         lambda: {f"{n:03}/{JSON}": b" " * 200_000 for n in range(500)}),
        ("more files than anybody has", "too many files",
         lambda: {f"{n}.txt": b"" for n in range(6_000)}),
        ("long names in great number", "too many files",
         lambda: {f"{n:04}" + "x" * 900: b"" for n in range(2_000)}),
        ("thousands of inner zips", "More than 5000 files and folders",
         lambda: dict.fromkeys((f"{n}.zip" for n in range(2_500)),
                               zipped({"1.txt": b"", "2.txt": b""}))),
        ("a name that leads out", LEADS_OUT, lambda: {"../../elsewhere/canary.json": b"{}"}),
        ("an absolute name", LEADS_OUT, lambda: {"/elsewhere/answers.json": b"{}"}),
        ("an empty zip", "No answers file", dict),
        ("hidden files only in a zip", "No answers file", lambda: {f".hidden/{JSON}": b"{}"}),
        ("as deep as a name goes", ("more than 8 "
                                   "folders deep"), lambda: {"a/" * 5_000 + JSON: b"{}"}),
        ("a thousand ghosts", "too many files to read",
         lambda: {f"answers-Ghost{n}x.json": b"{}" for n in range(1_500)}),
        ("others' names in a zip", "this is not an answers file",
         lambda: {f"answers-{name}.json": b"{}" for name in ("Ada", "Bo", "Eve")}),
    ]
}  # fmt: skip
