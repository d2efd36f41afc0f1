"""The seatings of an event's document: tables, chairs, substitutes, reports."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from rulesets.json_values import as_bool, as_list, as_object, as_text, wrong
from tournaments.events.fields import (
    At,
    Fields,
    a_list,
    a_moment,
    a_seed,
    a_text,
    an_int,
    one_of,
)
from tournaments.events.import_limits import bounds, check_payload, check_team
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
from tournaments.people.names import MAX_TABLES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.formats import Format


class Whole(Protocol):
    """What a seating needs of the document around it."""

    event: Event
    form: Format
    tables: dict[tuple[int, int, int], Table]
    rows: Rows

    def entry(self, value: Any, at: At) -> Entry: ...

    def named(self, kept: Any, at: At) -> Fields: ...


@dataclass
class Seats:
    """One seating of the document; `keep` writes it."""

    whole: Whole
    fields: Fields
    at: At
    seating: Seating = field(init=False)

    def keep(self) -> None:
        whole, fields, at = self.whole, self.fields, self.at
        flips = []
        for number, flip in enumerate(a_list(fields, "flips", at)):
            there = (*at, "flips", number)
            person, before, role = as_list(flip, there)
            known = {"before": before, "role": role}
            for key in known:
                one_of(known, key, (*whole.form.roles, ""), there)
            flips.append([whole.entry(person, there).pk, before, role])
        notes = [
            whole.named(note, (*at, "notes", number))
            for number, note in enumerate(a_list(fields, "notes", at))
        ]
        state = one_of(fields, "state", Seating.State.values, at)
        published = a_moment(fields.get("published"), (*at, "published"))
        if state == Seating.State.PUBLISHED and published is None:
            wrong((*at, "published"), "the moment in which these seats were shown")
        self.seating = Seating(
            event=whole.event,
            set_number=an_int(fields, "set", *bounds(whole.form).sets, at),
            revision=an_int(fields, "revision", 1, 32_000, at),
            state=state,
            seed=a_seed(fields.get("seed"), (*at, "seed")),
            published_at=published,
            notes=notes,
            flips=flips,
        )
        whole.rows.add(self.seating)
        for number, value in enumerate(a_list(fields, "sitting_out", at)):
            there = (*at, "sitting_out", number)
            out = as_object(value, there)
            entry = whole.entry(out.get("person"), there)
            reason = whole.named(out.get("reason"), (*there, "reason"))
            whole.rows.add(SitOut(seating=self.seating, entry=entry, reason=reason))
        for number, value in enumerate(a_list(fields, "tables", at)):
            there = (*at, "tables", number)
            self._table(as_object(value, there), there)
        whole.rows.keep(all_of_them=False)

    def _table(self, fields: Fields, at: At) -> None:
        whole, form, allowed = self.whole, self.whole.form, bounds(self.whole.form)
        chairs = a_list(fields, "chairs", at)
        width = len(chairs)
        allowed.check_chairs(width, (*at, "chairs"))
        first = fields.get("first_dealer")
        table = Table(
            seating=self.seating,
            number=an_int(fields, "number", 1, MAX_TABLES, at),
            first_dealer=None
            if first is None
            else an_int(fields, "first_dealer", *allowed.dealers(width), at),
        )
        whole.rows.add(table)
        whole.tables[self.seating.set_number, self.seating.revision, table.number] = table
        for chair, value in enumerate(chairs):
            there = (*at, "chairs", chair)
            seat = as_object(value, there)
            entry = whole.entry(seat.get("person"), there)
            check_team(form, chair, entry.role, there)
            role = one_of(seat, "role", (*form.roles, ""), there)
            whole.rows.add(
                Seat(seating=self.seating, table=table, chair=chair, entry=entry, role=role)
            )
        for number, value in enumerate(a_list(fields, "substitutes", at)):
            there = (*at, "substitutes", number)
            sub = as_object(value, there)
            substitution = Substitution(
                table=table,
                chair=an_int(sub, "chair", 0, width - 1, there),
                from_hand=an_int(sub, "from_hand", 1, form.deals, there),
                entry=whole.entry(sub.get("person"), there),
            )
            whole.rows.add(substitution)
        names = [whole.entry(seat.get("person"), at).name for seat in chairs]
        for number, value in enumerate(a_list(fields, "reports", at)):
            there = (*at, "reports", number)
            self._report(table, names, as_object(value, there), there)

    def _report(self, table: Table, names: Sequence[str], fields: Fields, at: At) -> None:
        whole = self.whole
        deal = an_int(fields, "deal", *bounds(whole.form).deals, at)
        payload = fields.get("payload")
        if payload is not None:
            stage, there = self.seating.set_number, (*at, "payload")
            check_payload(whole.form, names, stage, deal, payload, there)
        overrode = [as_text(code, (*at, "overrode")) for code in a_list(fields, "overrode", at)]
        report = Report(
            table=table,
            deal=deal,
            revision=an_int(fields, "revision", 1, 32_000, at),
            payload=payload,
            author=a_text(fields, "author", 80, at),
            reason=a_text(fields, "reason", 300, at),
            overrode=overrode,
            needs_agreement=as_bool(fields.get("needs_agreement"), (*at, "needs_agreement")),
            key=f"import-{secrets.token_hex(16)}",
        )
        whole.rows.add(report, a_moment(fields.get("created"), (*at, "created")))
        kinds = {"accepted_by": Acceptance.Kind.ACCEPT, "agreed_by": Acceptance.Kind.AGREE}
        for key, kind in kinds.items():
            if fields.get(key) is not None:
                by = a_text(fields, key, 144, at)
                whole.rows.add(Acceptance(report=report, kind=kind, by=by))
