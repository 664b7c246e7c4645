"""Zips that hold too much, too deep, or what no zip should."""

from __future__ import annotations

import io
import os
import tarfile
import warnings
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


def a_name_that_leads_out_of_windows(folder: Path) -> Says:
    return _written(folder, r"..\..\elsewhere\canary.json", create_system=0) | {
        "Eve": "its name leads out of the zip"
    }


def a_drive_s_name(folder: Path) -> Says:
    return _written(folder, "C:/elsewhere/answers.json") | {"Eve": "its name leads out of the zip"}


def one_name_a_hundred_times(folder: Path) -> Says:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(100):
            archive.writestr(JSON, answers())
    hand_in(folder, "Eve.zip", content=file.getvalue())
    return {"Eve": "too many files to read"}


def a_place_behind_all_disks(folder: Path) -> Says:
    return _written(folder, JSON, header_offset=2**62) | {"Eve": "it cannot be read"}


def a_size_beyond_all_disks(folder: Path) -> Says:
    return _written(folder, JSON, file_size=2**62, compress_size=2**62) | {
        "Eve": "it cannot be read"
    }


def an_unknown_way_of_packing(folder: Path) -> Says:
    return _written(folder, JSON, compress_type=99) | {"Eve": "pack it as an ordinary zip"}


def _written(folder: Path, name: str, **lies: int) -> Says:
    """A zip that says so of its only member; whoever calls says what the table must say of it."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(name, answers())
        for fact, lie in lies.items():
            setattr(archive.infolist()[0], fact, lie)
    hand_in(folder, "Eve.zip", content=file.getvalue())
    return {}


def many_names_for_one_content(folder: Path) -> Says:
    """Each member lies where the first does, so that little is packed and much unpacked."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(1_000):
            archive.writestr(f"{number}/{JSON}", b" " * (900_000 if number == 0 else 0))
        first, *others = archive.infolist()
        for member in others:
            for fact in ("header_offset", "CRC", "compress_size", "file_size", "compress_type"):
                setattr(member, fact, getattr(first, fact))
    hand_in(folder, "Eve.zip", content=file.getvalue())
    return {"Eve": "All answers files together are larger than 2 MB"}


def thousands_of_inner_zips(folder: Path) -> Says:
    inner = zipped({"1.txt": b"", "2.txt": b""})
    _eve(folder, {f"{number}.zip": inner for number in range(2_500)})
    return {"Eve": "More than 5000 files and folders"}


def a_table_of_contents_that_lies(folder: Path) -> Says:
    packed = bytearray(zipped({JSON: answers().encode()}))
    packed[-10:-6] = (2**31).to_bytes(4, "little")  # its size
    hand_in(folder, "Eve.zip", content=bytes(packed))
    return {"Eve": "damaged"}


def a_zip_behind_a_program(folder: Path) -> Says:
    """Read as what it is to a grader: a zip."""
    hand_in(folder, "Eve.zip", content=b"#!/bin/sh\nexit\n" + zipped({JSON: answers().encode()}))
    return {"Eve": "2 3 "}


def a_tar(folder: Path) -> Says:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz") as archive:
        link = tarfile.TarInfo(JSON)
        link.type, link.linkname = tarfile.SYMTYPE, "../elsewhere/canary.json"
        archive.addfile(link)
    hand_in(folder, "Eve.tar.gz", content=file.getvalue())
    return {"Eve.tar": "No answers file"}
