"""An evening as records tell it: how it was won, what turned it, what fell, who is remembered for
what; and the same in a line, where people are."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rulesets.drawing.course_chart import SCREEN, Course, course_chart, longest_climb
from rulesets.engine.text import signed
from rulesets.records.house import ALL, ENOUGH
from rulesets.records.stories import awards_of, story_of
from tournaments.models import Event
from tournaments.records import wording
from tournaments.records.pages import MOST_OF_GAME, EveningLine, evening_line, held_lists
from tournaments.records.played_evenings import course_of
from tournaments.records.selectors import (
    FamilyRecords,
    family_records,
    read_details,
    records_to_reveal,
)
from tournaments.standings.selectors import snapshot_rows
from tournaments.web.wording import written_place

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.drawing.vectors import Drawing
    from rulesets.records.house import CouldFall
    from rulesets.records.recorded_evenings import RecordedEvening
    from rulesets.records.stories import Award
    from rulesets.records.summaries import EveningDetails
    from tournaments.records.pages import HeldList
    from tournaments.standings.rows import StandingRow

MOST_FALLS = 3  # of an evening, the first of which says most
AWARDS = {
    "climb": gettext_lazy("The long climb"),
    "steadiest": gettext_lazy("The steadiest"),
    "giant_killer": gettext_lazy("Giant killer"),
    "partners": gettext_lazy("Best partners"),
    "moment": gettext_lazy("Great moment"),
}


def next_to_fall(family: int) -> tuple[CouldFall, str] | None:
    """Return the list of a family that could fall first, and for whom, in words; None for none."""
    records = family_records(family)
    rows = records.house.could_fall(1)
    return (rows[0], wording.could_fall_title(records, rows[0])) if rows else None


def fallen_records(event: Event) -> tuple[str, ...]:
    """Return the records that fell on an evening, a sentence each, those bettered first; nothing
    until it is finished and its places are shown."""
    place = _place_of(event)
    return tuple(_fallen(*place))[:MOST_FALLS] if place is not None else ()


def winners_record(event: Event) -> str:
    """Return the record that an evening's winner took, in a sentence; "" for none."""
    place = _place_of(event)
    if place is None:
        return ""
    records, at = place
    fall = story_of(records.house, at).fall
    return "" if fall is None else wording.fallen_words(records, fall)


def records_on_the_wall(event: Event) -> tuple[HeldList, ...]:
    """Return the lists of an event's game, or of all games where it has none, as its evening has
    left them; those that fell stand out. Nothing until its places are shown, and before the house
    has as many evenings as a game needs for lists."""
    place = _place_of(event)
    if place is None or len(place[0].house.evenings) < ENOUGH:
        return ()
    records, at = place
    scope = event.game if event.game in records.house.lists else ALL
    fallen = {(fall.game, fall.list) for fall in records.house.falls[at]}
    rows = held_lists(records, scope)[-MOST_OF_GAME:]
    return tuple(replace(row, leads=(row.game, row.list) in fallen) for row in rows)


def _place_of(event: Event) -> tuple[FamilyRecords, int] | None:
    """Return the records that count an evening, and its place among theirs; None if it is not."""
    if event.state != Event.State.FINISHED:
        return None
    records = family_records(event.book)
    at = records.place_of(event.pk)
    return None if at is None else (records, at)


def _fallen(records: FamilyRecords, at: int) -> Iterator[str]:
    """Yield the records that fell on the evening at a place, a sentence each, those bettered
    first."""
    for fall in sorted(records.house.falls[at], key=lambda fall: not fall.bettered):
        yield wording.fallen_words(records, fall)


# --- the page of an evening -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnLine:
    """A round that turned an evening: what the winner had above the best other side then, and
    before."""

    round: int
    now: str
    before: str


@dataclass(frozen=True, slots=True)
class AwardLine:
    """What somebody is remembered for, and why. `kind` as in records."""

    kind: str
    title: str
    names: str
    why: str
    people: tuple[str, ...]  # the names one by one
    who: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """A chair at the end: its place in writing, its names, its points ("": unknown)."""

    place: str
    names: str
    points: str
    leads: bool


@dataclass(frozen=True, slots=True)
class EveningPage:
    """What the page of an evening shows. `course` is the drawing of its points after each round;
    None without rounds."""

    line: EveningLine
    headline: str
    words: str
    winners: str
    course: Drawing | None
    course_words: str
    turns: tuple[TurnLine, ...]
    moments: tuple[str, ...]
    fell: tuple[str, ...]
    nearest: str  # to a record, if none fell
    awards: tuple[AwardLine, ...]
    places: tuple[PlaceLine, ...]


def evening_page(records: FamilyRecords, event_id: int) -> EveningPage | None:
    """Return the page of an evening; None for one that records do not count. Two statements."""
    at = records.place_of(event_id)
    if at is None:
        return None
    evening, story = records.house.evenings[at], story_of(records.house, at)
    headline, words = wording.headline_of(records, evening, story)
    details = read_details([event_id])[event_id]
    rows = rows_of_chairs(evening)
    nearest = None if story.falls else records.house.nearest_record(at)
    course = course_chart(courses_of(records, evening, rows), low=evening.summary.low, width=SCREEN)
    return EveningPage(
        line=evening_line(records, evening),
        headline=headline,
        words=words,
        course=course,
        course_words="" if course is None else f"{course.title.render(_)}.",
        winners=capfirst(wording.named_people(records, evening.winners)),
        turns=tuple(
            TurnLine(number, lead_words(after), _was_words(before))
            for number, before, after in story.turns
        ),
        moments=tuple(_moments(records, evening)),
        fell=tuple(_fallen(records, at)),
        nearest="" if nearest is None else wording.nearest_words(records, nearest),
        awards=_awards(records, at, details),
        places=tuple(_places(records, evening)),
    )


def rows_of_chairs(evening: RecordedEvening) -> tuple[StandingRow, ...]:
    """Return the line of each chair in an evening's final standings; none if one is missing. One
    statement."""
    by_entry = {row.entry_id: row for row in snapshot_rows(Event(pk=evening.key))}
    keys = [chair.key for chair in evening.summary.chairs]
    return tuple(by_entry[key] for key in keys) if by_entry.keys() >= set(keys) else ()


def courses_of(
    records: FamilyRecords, evening: RecordedEvening, rows: Sequence[StandingRow]
) -> tuple[Course, ...]:
    """Return the courses of an evening's sides, the best first, from the lines of its chairs; in
    third place the one that made up most."""
    if not rows:
        return ()
    rounds = max((len(row.points) for row in rows), default=0)
    chairs: dict[int, list[int]] = {}
    for at, chair in enumerate(evening.summary.chairs):
        chairs.setdefault(chair.side, []).append(at)
    places = sorted(chairs.values(), key=lambda here: evening.outcomes[here[0]].place)
    courses = []
    for here in places:
        people = [who for at in here for who in evening.people[at]]
        name = capfirst(wording.named_people(records, people))
        courses.append(Course(name, course_of(rows[here[0]], rounds)))
    climber = longest_climb(courses, low=evening.summary.low)
    if climber is not None:
        courses.insert(2, courses.pop(climber))
    return tuple(courses)


def lead_words(lead: int) -> str:
    """Return a lead in words: "8 ahead", "22 behind", "level"."""
    if not lead:
        return _("level")
    return (_("{n} ahead") if lead > 0 else _("{n} behind")).format(n=abs(lead))


def _was_words(lead: int) -> str:
    return _("was {lead}").format(lead=lead_words(lead))


def _moments(records: FamilyRecords, evening: RecordedEvening) -> Iterator[str]:
    for kind, number, _deal, chairs in evening.summary.highlights:
        people = dict.fromkeys(who for chair in chairs for who in evening.people[chair])
        names = wording.named_people(records, people)
        words = wording.moment_words(records, evening.game, kind)
        text = _("{names}: {words}, in round {n}.") if names else _("{words}, in round {n}.")
        yield capfirst(text.format(names=names, words=words, n=number))


def awards_to_reveal(event: Event) -> tuple[AwardLine, ...]:
    """Return the awards of a finished event, also while its places are hidden: they name no winner.
    Nothing for one that records do not count."""
    records = records_to_reveal(event)
    at = records.place_of(event.pk)
    return () if at is None else _awards(records, at, read_details([event.pk])[event.pk])


def _awards(records: FamilyRecords, at: int, details: EveningDetails) -> tuple[AwardLine, ...]:
    evening = records.house.evenings[at]
    return tuple(
        _award_line(records, evening, award) for award in awards_of(records.house, at, details)
    )


def _award_line(records: FamilyRecords, evening: RecordedEvening, award: Award) -> AwardLine:
    return AwardLine(
        kind=award.kind,
        title=str(AWARDS[award.kind]),
        names=wording.named_people(records, award.who),
        why=_reason(records, evening.game, award.kind, award.value),
        people=tuple(wording.people_called(records, award.who)),
        who=award.who,
    )


def _reason(records: FamilyRecords, game: str, kind: str, value: float | str) -> str:
    """Return why somebody has an award, in a line."""
    if isinstance(value, str):
        return capfirst(wording.moment_words(records, game, value))
    if kind == "steadiest":
        return _("give or take {n} points a round").format(n=f"{value:.1f}")
    if kind == "partners":
        return _("{n} points a round above the room").format(n=wording.written_mean(value))
    count = int(value)
    if kind == "climb":
        text = ngettext("made up {n} place", "made up {n} places", count)
    else:
        text = ngettext(
            "won {n} round against somebody who had beaten more before",
            "won {n} rounds against somebody who had beaten more before",
            count,
        )
    return text.format(n=count)


def _places(records: FamilyRecords, evening: RecordedEvening) -> Iterator[PlaceLine]:
    """Yield everybody, the best first."""
    chairs = zip(evening.summary.chairs, evening.outcomes, evening.people, strict=True)
    for chair, outcome, people in sorted(chairs, key=lambda row: row[1].place):
        yield PlaceLine(
            written_place(outcome.place, shared=bool(outcome.level)),
            capfirst(wording.named_people(records, people)),
            signed(chair.points) if evening.summary.has_points else "",
            outcome.is_win,
        )
