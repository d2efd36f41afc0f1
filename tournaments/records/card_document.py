"""What a file of score cards says and brings, as plain values: what `manage.py import-cards`
prints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tournaments.web.wording import translate

if TYPE_CHECKING:
    from rulesets.records.house import Holding
    from rulesets.records.score_cards.values import Contradiction, LineProblem
    from tournaments.records.card_events import TakenCards
    from tournaments.records.card_import import CardReport
    from tournaments.records.selectors import FamilyRecords

Json = dict[str, Any]


def card_document(report: CardReport, taken: TakenCards) -> Json:
    """Return a report, and what was (or would be) taken in of it."""
    records = taken.records
    return {
        "taken": taken.lines,
        "made": taken.made,
        "new": taken.rounds,
        "asked": {
            "order": report.sheet.order,
            "game": report.sheet.game,
            "again": [_event(evening.key) for evening in report.again],
            "names": [
                {
                    "name": person.name,
                    "alike": [name for _pk, name in person.offers] or [person.twin],
                }
                for person in report.people_to_ask
            ],
        },
        "problems": [
            {"code": problem.code, **problem_values(problem)} for problem in report.sheet.problems
        ],
        "open": [_contradiction(contradiction) for contradiction in report.open],
        "events": [
            {"event": event.name, "date": evening.key.date}
            for event, evening in zip(taken.events, report.taken, strict=False)
        ],
        "people": [
            {"name": person.name, "found": person.person_name or None}
            for person in report.people.values()
        ],
        "changed": [
            {
                "game": change.game,
                "list": change.list,
                "old": _holding(records, change.old),
                "now": _holding(records, change.now),
            }
            for change in taken.changed
            if records is not None
        ],
        "champions": {
            str(year): sorted(name_of(records, who) for who in people)
            for year, people in taken.champions.items()
            if records is not None
        },
        "missing": taken.missing,
    }


def problem_values(problem: LineProblem) -> Json:
    """Return where a cell cannot be read, what stands there, and what would do."""
    return {
        "line": problem.line,
        "column": problem.column,
        "read": problem.read,
        "do": translate(problem.do),
    }


def _event(key: Any) -> Json:
    return {"event": key.event, "date": key.date}


def _contradiction(contradiction: Contradiction) -> Json:
    return {
        "code": contradiction.code,
        "lines": [line.number for line in contradiction.lines],
        "cures": [
            {
                "cells": [
                    {"line": line, "column": column, "value": value}
                    for line, column, value in cure.cells
                ],
                "totals": {
                    name: {"points": standing.points, "place": standing.place}
                    for name, standing in cure.totals.items()
                },
            }
            for cure in contradiction.cures
        ],
    }


def name_of(records: FamilyRecords, who: int) -> str:
    """Return a name in English; "somebody" for who is left out."""
    return "somebody" if who in records.house.out else records.names[who]


def _holding(records: FamilyRecords, holding: Holding | None) -> Json | None:
    if holding is None:
        return None
    who = sorted(name_of(records, person_id) for person_id in holding.who)
    value = holding.value
    return {"value": int(value) if value == int(value) else value, "who": who}
