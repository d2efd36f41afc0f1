"""What this version of the app makes of the random evenings that an earlier version exported.

The evenings and what the command line answers are in `tests.rulesets.former`; the functions below
know how this version of the app is built. If it changes, they do; the files never do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from itertools import accumulate
from typing import Any

from rulesets.formats.drive import set_in_play
from rulesets.standings.placings import placings
from tests.rulesets.former import Json
from tests.tournaments.evening import a_user
from tournaments.boards.hall import Hall
from tournaments.events.services import snapshot_values
from tournaments.files.event_import import import_event
from tournaments.models import Event
from tournaments.models.event_games import format_of
from tournaments.standings.players import player_page
from tournaments.standings.rows import row_to_json
from tournaments.standings.selectors import standings


def brought_in(document: Json) -> Event:
    """The event of an event file, read as a host would read it."""
    return import_event(owner=a_user(), data=document)


def shown_standings(event: Event) -> list[Json]:
    """Everybody's line as the app shows it to the host."""
    return [_line(row_to_json(row)) for row in standings(event).rows]


def shown_explanations(event: Event) -> list[Json]:
    """Everybody entered, in the order of entering, with the sums of what the own page explains."""
    found = []
    for entry in event.entries.order_by("pk"):
        page = player_page(event, entry.pk)
        values = {"name": entry.name, "total": page.total, "rank": page.rank, "shared": page.shared}
        found.append({**values, "sets": [_set(asdict(record)) for record in page.sets]})
    return found


def as_counted_now(event: Event, evening: Json) -> tuple[list[Json], list[Json]]:
    """Standings and explanations of the file, without the set that was in play: this version
    counts a set once it is over at every table, for those too who sit it out. And as long as
    nothing counts, nobody's own page names a place or a total."""
    lines, explained = _without_set_in_play(event, evening)
    if not standings(event).begun:
        assert len({one["total"] for one in explained}) < 2  # nothing, or the stake of each
        explained = [{**one, "total": None, "rank": None, "shared": False} for one in explained]
    return lines, explained


def _without_set_in_play(event: Event, evening: Json) -> tuple[list[Json], list[Json]]:
    lines, explained = evening["standings"], evening["explained"]
    number = (
        0
        if format_of(event).keeping.credit != "carried"
        else set_in_play(Hall.of(event).drive.drive)
    )
    if not number:
        return lines, explained
    people = evening["event_file"]["people"]
    seatings = [one for one in evening["event_file"]["seatings"] if one["state"] == "published"]
    [newest] = [seating for seating in seatings if seating["set"] == number]
    out = {people[one["person"]]["shown"] for one in newest["sitting_out"]}
    came_in = {
        people[one["person"]]["shown"]: one["from_hand"]
        for table in newest["tables"]
        for one in table["substitutes"]
    }
    lines = _ranked([{**one, "sets": one["sets"][:-1]} for one in lines], out)
    found = {one["name"]: one for one in lines}
    if any(
        person["late_as_sit_out"] for person in people
    ):  # where they stood before is not in the file
        for line in shown_standings(event):
            found[line["name"]]["moved"] = line["moved"]
    for one in explained:
        *sets, last = one["sets"]
        assert last["set"] == number
        first = came_in.get(one["name"], 99) if one["name"] in out else 1
        hands = [hand for hand in last["hands"] if hand["hand"] >= first]
        told = {key: found[one["name"]][key] for key in ("total", "rank", "shared")}
        one |= {**told, "sets": [*sets, {**last, "points": None, "hands": hands}]}
    return lines, explained


def _ranked(lines: list[Json], out: set[str]) -> list[Json]:
    """Lines of fewer sets than they were counted with."""
    totals = [sum(points or 0 for points in line["sets"]) for line in lines]
    before = [sum(points or 0 for points in line["sets"][:-1]) for line in lines]
    several = any(len(line["sets"]) > 1 for line in lines)
    for one, total, now, then in zip(
        lines, totals, placings(totals), placings(before), strict=True
    ):
        one |= {"total": total, "rank": now.rank, "shared": now.shared}
        one["moved"] = then.rank - now.rank if several else 0
        one["progress"] = list(accumulate(points or 0 for points in one["sets"]))
        one["sit_outs"] -= one["name"] in out
    return sorted(lines, key=lambda value: (value["rank"], value["name"]))


def recounted(event: Event) -> tuple[list[Json], list[list[Json]]]:
    """Standings and sets of everybody entered, counted from the reports now: also of a finished
    event, which shows what it was finished with."""
    now = snapshot_values(event)
    order = [str(pk) for pk in event.entries.order_by("pk").values_list("pk", flat=True)]
    sets = [[_set(one) for one in now["players"].get(pk, ())] for pk in order]
    return [_line(row) for row in now["standings"]], sets


def _line(row: Mapping[str, Any]) -> Json:
    """A line of the standings: `sets` is what each set or round brought (None: no part in it)."""
    told = ("name", "total", "rank", "shared", "sit_outs", "moved")
    return {
        **{key: row[key] for key in told},
        "sets": list(row["sets"]),
        "progress": list(row["progress"]),
    }


def _set(one: Mapping[str, Any]) -> Json:
    """A set or a round of somebody: its points, and for each hand its own and the lines' sum."""
    hands = [
        {"hand": hand["deal"], "points": hand["points"], "sums": _sums(hand["lines"])}
        for hand in one["hands"]
    ]
    return {"set": one["number"], "table": one["table"], "points": one["points"], "hands": hands}


def _sums(lines: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """The points of lines by their unit; "" is what the totals count."""
    sums: Counter[str] = Counter()
    for line in lines:
        sums[line["unit"].removesuffix("s")] += line["points"]  # "gin" beside 1, "gins" beside 2
    return dict(sums)
