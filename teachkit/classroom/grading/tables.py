"""Tables of text cells: those that schools and LMSs export, and those that grading writes.

A table is read in every encoding and with every delimiter that spreadsheets use. Written cells are
quoted where necessary and contain no invisible characters, and spreadsheets do not evaluate any
cell as a formula.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeAlias

from teachkit.core.strings import one_line
from teachkit.errors import DataError, TeachkitError
from teachkit.words import say

# Characters that may begin a formula, including full-width and other forms, at the start of a cell
# or after a semicolon, which separates cells in some countries. Spaces and quotes before them are
# skipped.
SIGNS = (
    "=+@\\-\u207a\u207b\u207c\u208a\u208b\u208c\u2212"
    "\ufb29\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20"
)
FORMULA = re.compile(rf'(^|;)(?=[\s"]*[{SIGNS}])')

BOM = "\ufeff"  # the mark by which spreadsheets recognize UTF-8
NO_GRADE = "-"  # Moodle imports an empty cell as zero, but this one as no grade

_SHEET = "grades"
_LONGEST = 60  # letters in the widest column of a spreadsheet

Rows: TypeAlias = Sequence[Sequence[object]]


def defused(cell: object) -> str:
    """Return a cell as readable text that no spreadsheet evaluates as a formula; "" for `None`.

    >>> defused('=HYPERLINK("http://example.org")'), defused("Ada"), defused(0)
    ('\\'=HYPERLINK("http://example.org")', 'Ada', '0')
    >>> defused("c2; =1+1")
    "c2;' =1+1"
    """
    return "" if cell is None else FORMULA.sub(r"\1'", one_line(str(cell)))


def _written(cell: object) -> str:
    return NO_GRADE if cell is NO_GRADE else defused(cell)


def as_csv(rows: Rows) -> str:
    """Return `rows` as a CSV file, with a byte-order mark for spreadsheets."""
    text = io.StringIO()
    csv.writer(text).writerows([map(_written, row) for row in rows])
    return BOM + text.getvalue()


def as_xlsx(rows: Rows) -> bytes:
    """Return `rows` as an Excel workbook, in which numbers stay numbers.

    Equal rows give equal bytes: the workbook holds no date. Raise `TeachkitError` if openpyxl is
    not installed.
    """
    book = _openpyxl().Workbook()
    sheet: Any = book.active
    sheet.title, sheet.freeze_panes = _SHEET, "B2"
    for row in rows:
        sheet.append([cell if isinstance(cell, int | float) else _written(cell) for cell in row])
    for column in sheet.columns:
        longest = max(len(str(cell.value or "")) for cell in column)
        sheet.column_dimensions[column[0].column_letter].width = min(longest, _LONGEST) + 2
    made, undated = io.BytesIO(), io.BytesIO()
    book.save(made)
    with zipfile.ZipFile(made) as dated, zipfile.ZipFile(undated, "w") as archive:
        for name in dated.namelist():
            content = re.sub(rb"<dcterms:(created|modified).*?</dcterms:\1>", b"", dated.read(name))
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return undated.getvalue()


def as_file(path: Path, rows: Rows) -> str | bytes:
    """Return the content of the table `path`, whose suffix decides between Excel and CSV."""
    return as_xlsx(rows) if path.suffix.lower() == ".xlsx" else as_csv(rows)


def _openpyxl() -> Any:
    try:
        import openpyxl
    except ImportError:
        needs = say('For .xlsx files, install openpyxl: pip install "teachkit[xlsx]".')
        raise TeachkitError(needs) from None
    return openpyxl


def read_table(path: Path) -> list[list[str]]:
    """Return the cells of a CSV or Excel file, line by line; an empty line is an empty list.

    Raise `DataError` if the file cannot be read.
    """
    try:
        content = path.read_bytes()
        if content.startswith(b"PK"):  # whatever the file is called
            sheet = _openpyxl().load_workbook(io.BytesIO(content), read_only=True).active
            found = [["" if cell is None else str(cell) for cell in row] for row in sheet.values]
        else:
            text = _decoded(content)
            if text.lstrip().startswith(("<", "%PDF", "{")):  # a web page, for example
                raise ValueError(text[:1])
            found = list(csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text)))
    except TeachkitError:
        raise
    except OSError:
        raise DataError(say("this file cannot be opened"), path) from None
    except Exception:  # a damaged workbook may make the reader raise anything
        says = say("this is not a table; save it as CSV")
        raise DataError(says, path) from None
    rows = [[one_line(cell).strip() for cell in row] for row in found]
    return [row if any(row) else [] for row in rows]


def _decoded(content: bytes) -> str:
    """Return the text of a file in UTF-8, in the UTF-16 of spreadsheets, or in that of Windows."""
    if b"\0" in content[:200]:
        marked = content.startswith((b"\xff\xfe", b"\xfe\xff"))
        return content.decode("utf-16" if marked else "utf-16-le")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252")


def _delimiter(text: str) -> str:
    """Return the delimiter that is most frequent in the first line, outside quotes."""
    first = re.sub(r'"[^"]*"', "", text.partition("\n")[0])
    return max(",;\t", key=first.count)
