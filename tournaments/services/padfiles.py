"""Score pads as the score files that `python -m rulesets` reads (docs/score-file.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulesets import games
from rulesets.replay import scheme_of
from rulesets.scheme import AWAY
from rulesets.schemefile import FIRST_DEALER, OVERRIDE
from tournaments.selectors.padrows import pad_rows
from tournaments.selectors.pads import COUPLE, Pad, PadRound, read_pads, roster_of

if TYPE_CHECKING:
    from rulesets.scheme import Field, Roster, Scheme
    from tournaments.models import Event

Json = dict[str, Any]


def pad_files(event: Event) -> list[Json]:
    """A score file for each pad, in the order of the tables; before the first seats are shown,
    one with the people alone."""
    found = [_file(event, pad) for pad in read_pads(event)]
    return found or [_people(event)]


def _file(event: Event, pad: Pad) -> Json:
    scheme, names = pad.scheme, unique(pad.names)
    file = _head(event, scheme, pad.setup.roster, names)
    first = FIRST_DEALER[scheme.dealers]
    if first and pad.setup.first is not None:
        sides = list(file["teams"]) if scheme.dealers == "team" else names
        file[first] = sides[pad.setup.first]
    told = _Told(names, {field.key: field for field in scheme.fields(pad.setup.options)})
    rounds = []
    key = scheme.final.key if scheme.final is not None else ""
    for one in pad.rounds:
        if key and one.complete and key in one.report:
            if one.counted:  # dealt for in several goes, they are one list in the file
                file[key] = file.get(key, []) + told.deals(one, key)
        elif key in file:
            continue  # after the last deals no round counts; in the file it would come before them
        elif _played(one) or (scheme.rows == COUPLE and one is pad.rounds[-1]):
            rounds.append(told.round(one, couples=scheme.rows == COUPLE))
    file["rounds"] = rounds
    return file


def _played(one: PadRound) -> bool:
    """Whether a round is over, and somebody was there to play it."""
    lines = (line.payload or {} for line in one.lines)
    return one.complete and not all(payload.get(AWAY.key) for payload in lines)


def _head(event: Event, scheme: Scheme, roster: Roster, names: Sequence[str]) -> Json:
    head: Json = {"game": event.game, "options": event.options}
    if not scheme.teams:
        return head | {"players": list(names)}
    called = unique(roster.team_names)
    if set(called) == set(scheme.teams) and called != list(scheme.teams):
        called = [name.capitalize() for name in called]  # else the reader would turn them round
    members = [[names[player] for player in team] for team in roster.teams]
    return head | {"teams": dict(zip(called, members, strict=True))}


def _people(event: Event) -> Json:
    scheme, rows = scheme_of(games.load(event.game)), pad_rows(event)
    if scheme.teams:
        roster, _entries = roster_of(event, scheme, rows)
        return _head(event, scheme, roster, unique(roster.names)) | {"rounds": []}
    names = unique([name for name, _role in rows.people.values()])
    return {"game": event.game, "options": event.options, "players": names, "rounds": []}


class _Told:
    """Reports with names instead of places."""

    def __init__(self, names: Sequence[str], fields: Mapping[str, Field]) -> None:
        self._names = names
        self._fields = {**fields, AWAY.key: AWAY}

    def round(self, one: PadRound, *, couples: bool) -> Any:
        """A round as the file has it; what was overridden says why, as long as it counts."""
        reasons = [
            line.reason if one.counted and line.allowed and line.reason else ""
            for line in one.lines
        ]
        if not couples:
            return self._report(one.report, self._fields) | _because(reasons[0])
        rows: list[Json | None] = []
        for place, row in enumerate(one.report):
            reason = reasons[place] if place < len(reasons) else ""
            told = None if row is None else self._report(row, self._fields)
            rows.append(told if told is None or AWAY.key in told else told | _because(reason))
        return rows

    def deals(self, one: PadRound, key: str) -> list[Json]:
        """The last deals; what was overridden says why with each of them."""
        [line] = one.lines
        because = _because(line.reason if line.allowed else "")
        return [
            {**deal, "player": self._names[deal["player"]]} | because for deal in one.report[key]
        ]

    def _report(self, report: Mapping[str, Any], fields: Mapping[str, Field]) -> Json:
        return {key: self._answer(fields[key], value) for key, value in report.items()}

    def _answer(self, field: Field, value: Any) -> Any:
        if value is None or field.per != "table":
            return value  # a list in the order of the file's players, or of the couple
        if field.kind == "player":
            return self._names[value]
        if field.kind == "players":
            return [self._names[player] for player in value]
        if field.kind == "claims":
            return {key: self._names[player] for key, player in value.items()}
        if field.parts and isinstance(value, Mapping):
            return self._report(value, {part.key: part for part in field.parts})
        return value


def _because(reason: str) -> Json:
    return {OVERRIDE: reason} if reason else {}


def unique(names: Sequence[str]) -> list[str]:
    """The names, with a number behind those that stand twice."""
    taken = set(names)
    seen: set[str] = set()
    found = []
    for name in names:
        number = 2
        shown = name
        while shown in seen or (shown != name and shown in taken):
            shown = f"{name} ({number})"
            number += 1
        seen.add(shown)
        found.append(shown)
    return found
