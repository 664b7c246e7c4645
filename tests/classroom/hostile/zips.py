"""Zips that hold too much, too deep, or what no zip should."""

from __future__ import annotations

import io
import os
import zipfile
from pathlib import Path

from tests.classroom.handedin import answers, hand_in
from tests.classroom.madeup import zipped

from . import Says

JSON = "answers.json"


def _eve(folder: Path, content: dict[str, bytes]) -> Path:
    return hand_in(folder, "Eve.zip", content=zipped(content))


def _packed(method: int, content: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        archive.writestr(JSON, content)
    return file.getvalue()


def one_file_of_many_blanks(folder: Path) -> Says:
    _eve(folder, {JSON: b" " * 100_000_000})
    return {"Eve": "larger than 1 MB"}


def packed_by_bz2(folder: Path) -> Says:
    hand_in(folder, "Eve.zip", content=_packed(zipfile.ZIP_BZIP2, b" " * 40_000_000))
    return {"Eve": "pack it as an ordinary zip"}


def packed_by_lzma(folder: Path) -> Says:
    hand_in(folder, "Eve.zip", content=_packed(zipfile.ZIP_LZMA, b" " * 40_000_000))
    return {"Eve": "pack it as an ordinary zip"}


def an_inner_zip_packed_by_bz2(folder: Path) -> Says:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("more.zip", b" " * 40_000_000)
    hand_in(folder, "Eve.zip", content=file.getvalue())
    return {"Eve": "damaged"}


def zips_in_zips_in_zips(folder: Path) -> Says:
    inside = zipped({JSON: answers().encode()})
    for _ in range(3):
        inside = zipped({f"{number}.zip": inside for number in range(8)})
    hand_in(folder, "Eve.zip", content=inside)
    return {"Eve": "a zip in a zip in a zip"}


def many_large_inner_zips(folder: Path) -> Says:
    inner = zipped({"blank.txt": b" " * 5_000_000})
    stored = io.BytesIO()
    with zipfile.ZipFile(stored, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("blank.txt", b" " * 5_000_000)
    _eve(folder, {"0.zip": inner, **{f"{n}.zip": stored.getvalue() for n in range(1, 6)}})
    return {"Eve": "Zips within zips unpack to more than 16 MB"}


def five_hundred_answers_files(folder: Path) -> Says:
    _eve(folder, {f"{n:03}/{JSON}": b" " * 200_000 for n in range(500)})
    return {"Eve": "All answers files together are larger than 2 MB"}


def more_files_than_anybody_has(folder: Path) -> Says:
    _eve(folder, {f"{n}.txt": b"" for n in range(6_000)})
    return {"Eve": "too many files"}


def long_names_in_great_number(folder: Path) -> Says:
    _eve(folder, {f"{n:04}" + "x" * 900: b"" for n in range(2_000)})
    return {"Eve": "too many files"}


def a_name_that_leads_out(folder: Path) -> Says:
    _eve(folder, {"../../elsewhere/canary.json": b"{}"})
    return {"Eve": "its name leads out of the zip"}


def an_absolute_name(folder: Path) -> Says:
    _eve(folder, {"/elsewhere/answers.json": b"{}"})
    return {"Eve": "its name leads out of the zip"}


def a_link_in_a_zip(folder: Path) -> Says:
    link = zipfile.ZipInfo(JSON)
    link.external_attr = 0o120777 << 16
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(link, "../elsewhere/canary.json")
    hand_in(folder, "Eve.zip", content=file.getvalue())
    return {"Eve": "it is a link"}


def a_password(folder: Path) -> Says:
    packed = bytearray(zipped({JSON: b"{}"}))
    for header, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        packed[packed.index(header) + flags] |= 1
    hand_in(folder, "Eve.zip", content=bytes(packed))
    return {"Eve": "it cannot be read"}


def a_lie_about_its_size(folder: Path) -> Says:
    packed = zipped({JSON: b" " * 6_000_000})
    size = (6_000_000).to_bytes(4, "little")
    hand_in(folder, "Eve.zip", content=packed.replace(size, (10).to_bytes(4, "little")))
    return {"Eve": "Eve/answers.json: it "}


def no_zip_at_all(folder: Path) -> Says:
    hand_in(folder, "Eve.zip", content=os.urandom(3_000))
    return {"Eve": "damaged"}


def an_empty_zip(folder: Path) -> Says:
    _eve(folder, {})
    return {"Eve": "No answers file"}


def hidden_files_only_in_a_zip(folder: Path) -> Says:
    _eve(folder, {f".hidden/{JSON}": b"{}"})
    return {"Eve": "No answers file"}


def as_deep_as_a_name_goes(folder: Path) -> Says:
    _eve(folder, {"a/" * 5_000 + JSON: b"{}"})
    return {"Eve": "deeper than 8 folders"}


def a_thousand_ghosts(folder: Path) -> Says:
    _eve(folder, {f"answers-Ghost{n}x.json": b"{}" for n in range(1_500)})
    return {"Eve": "too many files to read"}


def others_names_in_a_zip(folder: Path) -> Says:
    _eve(folder, {f"answers-{name}.json": b"{}" for name in ("Ada", "Bo", "Eve")})
    return {"Eve": "this is no answers file"}
