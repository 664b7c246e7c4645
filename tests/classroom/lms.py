"""Readers of tables of grades that follow the rules of Moodle's and Canvas's imports.

Moodle: `grade/import/csv/classes/load_data.php` and `mod/assign/feedback/offline` in its sources.
Canvas: `lib/gradebook_importer.rb`.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping

MOST = 100  # the highest grade that Moodle imports, unless its administrator allows more


def moodle_import(content: bytes, emails: Mapping[str, str]) -> dict[str, dict[str, float | None]]:
    """Return the grades that Moodle stores by user, with a new grade item for each column.

    `emails` are the users of the course by e-mail address. The import stops at an unknown user and
    at a grade that is too high. An empty cell becomes zero, and a hyphen no grade.
    """
    heads, *lines = csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""))
    key, columns = heads.index("Email address"), heads[heads.index("Email address") + 1 :]
    found: dict[str, dict[str, float | None]] = {}
    for line in lines:
        user = emails[line[key].strip()]
        cells = dict(zip(columns, (cell.strip() for cell in line[key + 1 :]), strict=True))
        found[user] = {
            name: None if cell == "-" else float(cell or 0) for name, cell in cells.items()
        }
        assert all((grade or 0) <= MOST for grade in found[user].values())
    return found


def moodle_worksheet(content: bytes, participants: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """Return the grade and the feedback that Moodle reads from an assignment's worksheet, by user.

    `participants` are the users by their number in this assignment.
    """
    heads, *lines = csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""))
    number, grade, _ = map(heads.index, ("Identifier", "Grade", "Last modified (grade)"))
    feedback = heads.index("Feedback comments")
    known = (line for line in lines if line[number][len("Participant ") :] in participants)
    return {
        participants[line[number][len("Participant ") :]]: (line[grade], line[feedback])
        for line in known
    }


def canvas_import(
    content: bytes, ids: Mapping[int, str]
) -> dict[str, dict[str, tuple[float, float]]]:
    """Return the grades that Canvas stores by student: for each column, the grade and the most.

    `ids` are the students of the course by ID. The import asks the teacher about an unknown
    student. Empty cells are not imported.
    """
    lines = content.decode("utf-8").splitlines()[:3]
    semicolons, commas = (
        {len(next(csv.reader([line], delimiter=by))) for line in lines} for by in ";,"
    )
    assert len(commas) == 1
    assert len(semicolons) > 1 or max(commas) > max(semicolons)
    heads, points, *rows = csv.reader(io.StringIO(content.decode("utf-8"), newline=""))
    assert "Student" in heads[0]
    assert "ID" in heads[1]
    assert heads[2:5] == ["SIS User ID", "SIS Login ID", "Section"]
    assert "Points Possible" in points[0]
    most = dict(zip(heads[5:], map(float, points[5:]), strict=True))
    return {
        ids[int(row[1])]: {
            name: (float(cell), most[name])
            for name, cell in zip(heads[5:], row[5:], strict=True)
            if cell.strip()
        }
        for row in rows
    }
