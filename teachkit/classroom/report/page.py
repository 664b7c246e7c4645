"""The class on one page: what to know first, who needs help, what to talk about tomorrow.

One file without scripts: it can be mailed, printed and read aloud.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from teachkit.classroom.grading.grade import Graded, Row
from teachkit.classroom.grading.gradebook import Gradebook
from teachkit.classroom.report.drawn import answer_drawn, board_drawn, given_drawn, prose
from teachkit.classroom.report.heatmap import heat_map
from teachkit.classroom.report.ideas_told import ideas_told
from teachkit.classroom.report.markup import Markup, document, image, join, table, tag
from teachkit.classroom.report.mistakes import Need, Tried, how_it_went, needs, wrong_says
from teachkit.exercises.explaining.marking import was_seen_at_once
from teachkit.exercises.model.exercise import Exercise
from teachkit.words import say, say_many, translate

MOST_NEEDY = 8
MOST_TALKS = 5
MOST_STUCK = 3
LONGEST_SHOWN = 80
ENOUGH = 0.75  # of the points where the class is: who has them needs nobody today


def page(book: Gradebook, cannot: Sequence[str] = (), language: str = "") -> str:
    """The report as HTML. `cannot` is what the sandbox could not enforce."""
    went, need = how_it_went(book), needs(book)
    title = say("How the class did")
    body = tag(
        "main",
        tag("h1", title),
        _numbers(book),
        _first_of_all(book, cannot),
        tag("div", _who_needs_help(book, need), _talk_about(went), class_="two"),
        ideas_told(book),
        _map(book),
        tag("h2", say("The exercises"), id="exercises") if any(t.mistake for t in went) else None,
        *(_exercise(tried, book) for tried in went if tried.mistake),
        tag("h2", say("The learners"), id="learners") if book.learners else None,
        *(_learner(number, graded, book) for number, graded in enumerate(book.learners)),
    )
    return document(title, body, language)


# -- first of all --------------------------------------------------------------------------------


def _numbers(book: Gradebook) -> Markup:
    readable = [graded for graded in book.learners if graded.is_read]
    known = [row for graded in readable for row in graded.rows if not row.blank]
    points, possible = sum(row.points for row in known), sum(row.possible for row in known)
    return tag(
        "p",
        say_many("{number} learner", "{number} learners", len(book.learners)), " · ",
        say_many("{number} exercise", "{number} exercises", len(book.exercises)), " · ",
        say("{points} of {possible} points", points=points, possible=possible),
        class_="numbers",
    )  # fmt: skip


def _first_of_all(book: Gradebook, cannot: Sequence[str]) -> Markup | None:
    """What the marks cannot be trusted for, and whose files were not as they should be."""
    unread = [graded for graded in book.learners if not graded.is_read]
    others = [line for graded in book.learners if graded.is_read for line in _noted(graded)]
    parts = [
        _list(say("How functions were run:"), cannot),
        _list(say("Nothing could be read from:"),
              [f"{graded.learner}: {' '.join(graded.troubles)}" for graded in unread]),
        _list(say("Look at:"), [*others, *book.blanks]),
    ]  # fmt: skip
    if not any(parts):
        return None
    return tag("section", tag("h2", say("Before you trust these marks")), *parts, class_="first")


def _noted(graded: Graded) -> Iterator[str]:
    """What is noted of all a learner's work, then the first note on an exercise."""
    yield from (f"{graded.learner}: {trouble}" for trouble in graded.troubles)
    noted = [(row.exercise, note) for row in graded.rows for note in row.notes]
    for exercise, note in noted[:1]:
        more = say(" (and {number} more)", number=len(noted) - 1) if noted[1:] else ""
        yield f"{graded.learner}, {exercise}: {note}{more}"


def _list(heading: str, items: Iterable[object]) -> Markup | None:
    lines = [tag("li", item) for item in items]
    if not lines:
        return None
    return join(tag("p", heading), tag("ul", *lines))


def _who_needs_help(book: Gradebook, need: Sequence[Need]) -> Markup:
    numbers = {graded: number for number, graded in enumerate(book.learners)}
    needy = [each for each in need if each.share < ENOUGH and each.possible][:MOST_NEEDY]
    heading = tag("h2", say("Who needs help"))
    if not needy:
        return tag("section", heading, tag("p", say("Nobody lags behind.")))
    rows = [
        tag("tr",
            tag("th", tag("a", each.graded.learner, href=f"#learner-{numbers[each.graded]}"),
                scope="row"),
            tag("td", f"{each.points}/{each.possible}", class_="number"),
            tag("td", *_stuck_at(each, book)))
        for each in needy
    ]  # fmt: skip
    columns = (say("Learner"), say("Points"), say("Stuck at"))
    note = say("Fewest points first, in the exercises that a quarter of the class has tried.")
    return tag("section", heading, table(columns, rows), tag("p", note, class_="note"))


def _stuck_at(need: Need, book: Gradebook) -> Iterator[object]:
    """The first exercises that were tried in vain, and how many more there are."""
    if not need.stuck:
        yield say("began nothing") if not need.points else "–"
    for place, row in enumerate(need.stuck[:MOST_STUCK]):
        if place:
            yield ", "
        yield tag("a", row.exercise[:5], href=f"#{row.exercise}",
                  title=translate(book.exercises[row.exercise].title))  # fmt: skip
    if more := len(need.stuck[MOST_STUCK:]):
        yield say(" (and {number} more)", number=more)


def _hints(graded: Graded) -> int:
    return sum(row.said.hints or 0 for row in graded.rows)


def _talk_about(went: Sequence[Tried]) -> Markup:
    hard = sorted((tried for tried in went if tried.mistake), key=lambda tried: -tried.stuck)
    items = [_talk(tried) for tried in hard[:MOST_TALKS]]
    inside = tag("ol", *items) if items else tag("p", say("Whatever was tried is solved."))
    return tag("section", tag("h2", say("What to talk about tomorrow")), inside)


def _talk(tried: Tried) -> Markup:
    stuck = say("{stuck} of {tried} have not solved it.", stuck=tried.stuck, tried=tried.tried)
    said = None
    if mistake := tried.mistake:
        heard = say_many("{number} learner was told:", "{number} learners were told:",
                         len(mistake.learners))  # fmt: skip
        said = tag("span", tag("br"), heard, " ", tag("q", prose(mistake.says)), class_="heard")
    return tag("li", _to_exercise(tried.exercise), tag("br"), stuck, said)


# -- the map -------------------------------------------------------------------------------------


def _map(book: Gradebook) -> Markup | None:
    if not book.learners:
        return None
    alt = say("Points of every learner in every exercise, as the table below has them.")
    as_table = table(
        (say("Learner"), *(name[:5] for name in book.exercises)),
        [_map_row(number, graded, book) for number, graded in enumerate(book.learners)],
    )
    return tag(
        "section",
        tag("h2", say("Everybody at a glance")),
        tag("div", image(heat_map(book), alt, 1000), class_="map"),
        tag("details", tag("summary", say("The same as a table")),
            tag("div", as_table, class_="wide", tabindex="0", role="group", aria_label=alt)),
    )  # fmt: skip


def _map_row(number: int, graded: Graded, book: Gradebook) -> Markup:
    rows = {row.exercise: row for row in graded.rows}
    cells = [
        tag("td", row.shown_points if (row := rows.get(name)) and row.answer else "–")
        for name in book.exercises
    ]
    name = tag("a", graded.learner, href=f"#learner-{number}")
    return tag("tr", tag("th", name, scope="row"), *cells)


# -- exercises and learners ----------------------------------------------------------------------


def _to_exercise(exercise: Exercise) -> Markup:
    return tag("a", f"{exercise.id[:5]} {translate(exercise.title)}", href=f"#{exercise.id}")


def _exercise(tried: Tried, book: Gradebook) -> Markup | None:
    exercise, mistake = tried.exercise, tried.mistake
    if mistake is None:
        return None
    number = len(mistake.learners)
    return tag(
        "section",
        tag("h3", f"{exercise.id[:5]} {translate(exercise.title)}"),
        tag("p", say("{solved} of {tried} who tried have solved it.",
                     solved=tried.solved, tried=tried.tried)),
        tag("div",
            board_drawn(exercise, mistake.answer),
            tag("div",
                given_drawn(exercise),
                tag("p", tag("b", say_many("{number} learner answered:",
                                           "{number} learners answered:", number))),
                answer_drawn(exercise, mistake.answer),
                tag("p", prose(mistake.says), class_="says"),
                tag("p", ", ".join(mistake.learners), class_="note")),
            class_="mistake"),
        id=exercise.id, class_="exercise",
    )  # fmt: skip


def _learner(number: int, graded: Graded, book: Gradebook) -> Markup:
    wrong = [row for row in graded.rows
             if row.answer and row.possible and not (row.solved or row.blank)]  # fmt: skip
    columns = (say("Exercise"), say("Points"), say("Answer"), say("What is wrong"), say("Hints"))
    return tag(
        "section",
        tag("h3", graded.learner),
        *(tag("p", trouble, class_="says") for trouble in graded.troubles),
        *(tag("p", f"{row.exercise}: {' '.join((*row.notes, row.blank)).strip()}", class_="says")
          for row in graded.rows if row.notes or row.blank),
        _lessons(graded, book) if graded.is_read else None,
        table(columns, [_wrong(row, book) for row in wrong]) if wrong else None,
        tag("p", say("Hints asked, as the file says: {number}.", number=_hints(graded)),
            class_="note") if graded.is_read else None,
        _marks(graded, book),
        id=f"learner-{number}", class_="learner",
    )  # fmt: skip


def _marks(graded: Graded, book: Gradebook) -> Markup | None:
    """How often the first mark of a bug hunt was right; nothing, where none was made."""
    marks = {row.exercise: row.said.first_mark for row in graded.rows}
    seen = [was_seen_at_once(exercise, [mark]) for name, exercise in book.exercises.items()
            if (mark := marks.get(name))]  # fmt: skip
    known = [each for each in seen if each is not None]
    says = say("First wrong card seen at once, as the file says: {right} of {marked}.",
               right=sum(known), marked=len(known))  # fmt: skip
    return tag("p", says, class_="note") if known else None


def _lessons(graded: Graded, book: Gradebook) -> Markup:
    rows = {row.exercise: row for row in graded.rows}
    items = []
    for lesson in dict.fromkeys(exercise.lesson for exercise in book.exercises.values()):
        mine = [rows[name] for name, each in book.exercises.items() if each.lesson == lesson]
        known = [row for row in mine if not row.blank]
        text = say("Lesson {lesson}: {points} of {possible}", lesson=lesson,
                   points=sum(row.points for row in known),
                   possible=sum(row.possible for row in known))  # fmt: skip
        if not_run := len(mine) - len(known):
            text += say(", {number} not run", number=not_run)
        items.append(tag("li", text, class_=None if any(r.answer for r in mine) else "untried"))
    return tag("ul", *items, class_="lessons")


def _wrong(row: Row, book: Gradebook) -> Markup:
    answer = " ".join(row.answer.split())
    shown = answer if len(answer) <= LONGEST_SHOWN else answer[: LONGEST_SHOWN - 1] + "…"
    hints = "–" if row.said.hints is None else row.said.hints
    return tag(
        "tr",
        tag("th", _to_exercise(book.exercises[row.exercise]), scope="row"),
        tag("td", f"{row.points}/{row.possible}", class_="number", data_label=say("Points")),
        tag("td", tag("code", shown), data_label=say("Answer")),
        tag("td", prose(wrong_says(row)), data_label=say("What is wrong")),
        tag("td", hints, class_="number", data_label=say("Hints")),
    )
