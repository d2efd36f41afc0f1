"""The seatings of an event's document: tables, chairs, substitutes, reports."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, Protocol

from rulesets.engine.json_values import wrong
from tournaments.events.import_limits import check_payload, check_team
from tournaments.events.import_rows import Rows
from tournaments.models import (
    Acceptance,
    Entry,
    Event,
    Report,
    Seat,
    Seating,
    SitOut,
    Substitution,
    Table,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.engine.problems import At
    from rulesets.formats import Format

Fields = dict[str, Any]
KINDS = {"accepted_by": Acceptance.Kind.ACCEPT, "agreed_by": Acceptance.Kind.AGREE}


class Whole(Protocol):
    """What a seating needs of the document around it."""

    event: Event
    form: Format
    people: list[Entry]
    tables: dict[tuple[int, int, int], Table]
    rows: Rows

    def named(self, note: Fields, at: At) -> Fields: ...


def keep_seating(whole: Whole, found: Fields, at: At) -> None:
    """Keep one seating of the document, as its shape has read it, with all that hangs on it."""
    people, state, published = whole.people, found["state"], found["published"]
    if state == Seating.State.PUBLISHED and published is None:
        wrong((*at, "published"), "the moment in which these seats were shown")
    seating = Seating(
        event=whole.event,
        set_number=found["set"],
        revision=found["revision"],
        state=state,
        seed=found["seed"],
        published_at=published,
        notes=[whole.named(note, (*at, "notes", n)) for n, note in enumerate(found["notes"])],
        flips=[[people[person].pk, before, role] for person, before, role in found["flips"]],
    )
    whole.rows.add(seating)
    for number, out in enumerate(found["sitting_out"]):
        reason = whole.named(out["reason"], (*at, "sitting_out", number, "reason"))
        whole.rows.add(SitOut(seating=seating, entry=people[out["person"]], reason=reason))
    for number, table in enumerate(found["tables"]):
        _keep_table(whole, seating, table, (*at, "tables", number))
    whole.rows.keep(all_of_them=False)


def _keep_table(whole: Whole, seating: Seating, found: Fields, at: At) -> None:
    number, first = found["number"], found["first_dealer"]
    table = Table(seating=seating, number=number, first_dealer=first)
    whole.rows.add(table)
    whole.tables[seating.set_number, seating.revision, number] = table
    entries = [whole.people[seat["person"]] for seat in found["chairs"]]
    for chair, (entry, seat) in enumerate(zip(entries, found["chairs"], strict=True)):
        check_team(whole.form, chair, entry.role, (*at, "chairs", chair))
        role = seat["role"]
        whole.rows.add(Seat(seating=seating, table=table, chair=chair, entry=entry, role=role))
    for sub in found["substitutes"]:
        entry, chair, hand = whole.people[sub["person"]], sub["chair"], sub["from_hand"]
        whole.rows.add(Substitution(table=table, chair=chair, from_hand=hand, entry=entry))
    names = [entry.name for entry in entries]
    for place, report in enumerate(found["reports"]):
        _keep_report(whole, table, names, report, (*at, "reports", place))


def _keep_report(whole: Whole, table: Table, names: Sequence[str], found: Fields, at: At) -> None:
    deal, payload = found["deal"], found["payload"]
    if payload is not None:
        stage, there = table.seating.set_number, (*at, "payload")
        check_payload(whole.form, names, stage, deal, payload, there)
    report = Report(
        table=table,
        deal=deal,
        revision=found["revision"],
        payload=payload,
        author=found["author"],
        reason=found["reason"],
        overrode=found["overrode"],
        needs_agreement=found["needs_agreement"],
        key=f"import-{secrets.token_hex(16)}",
    )
    whole.rows.add(report, found["created"])
    for key, kind in KINDS.items():
        if found[key] is not None:
            whole.rows.add(Acceptance(report=report, kind=kind, by=found[key]))
