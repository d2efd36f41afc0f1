"""Reading an event's document (docs/event-file.md): strictly, whole or not at all."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ValidationError
from django.db import DatabaseError, transaction

from rulesets import games
from rulesets.jsontext import Unusable, as_bool, as_int, as_list, as_object, as_text, wrong
from rulesets.payload import parse_options, shape_problems
from tournaments.access import host_actor
from tournaments.models import (
    CUT,
    Acceptance,
    Dispute,
    Entry,
    Event,
    LogEntry,
    Pairing,
    Person,
    Presence,
    Report,
    Seat,
    Seating,
    SitOut,
    Snapshot,
    Substitution,
    Table,
)
from tournaments.selectors.explained import from_json
from tournaments.selectors.log import sentence
from tournaments.selectors.standings import row_from_json
from tournaments.services.access import ensure_links
from tournaments.services.errors import refusal
from tournaments.services.fields import (
    At,
    Fields,
    a_date,
    a_list,
    a_moment,
    a_seed,
    a_text,
    an_int,
    dated,
    one_of,
)
from tournaments.services.journal import turn

if TYPE_CHECKING:
    from rulesets.game import Game

FORMAT = "scorekeeper-event"
VERSIONS = (1,)
MOST_PEOPLE = 1000


def import_event(*, owner: Any, data: Any) -> Event:
    """Make an event of `owner` from a document of `export_event`.

    People are found by name and note, or added. Links are new. What was done before cannot be
    undone any more. Raises Refused, with the place in the document, where it is not as documented;
    nothing is kept then.
    """
    try:
        with transaction.atomic():
            return _Import(owner, as_object(data, ())).run()
    except Unusable as error:
        text = "This is not a usable event file: {why}"
        raise refusal("file.unusable", text, "file", why=str(error)) from error
    except (
        DatabaseError,
        ValidationError,
        LookupError,
        TypeError,
        ValueError,
        AttributeError,
    ) as error:
        # Something that fits nowhere: a seat taken twice, a reason without its sentence.
        text = "This event file contradicts itself; it cannot be read."
        raise refusal("file.contradiction", text, "file") from error


@dataclass
class _Import:
    owner: Any
    data: Fields

    def run(self) -> Event:
        if self.data.get("format") != FORMAT or self.data.get("version") not in VERSIONS:
            wrong(("format",), f"“{FORMAT}”, version {VERSIONS[-1]},")
        self.event = self._event(as_object(self.data.get("event"), ("event",)))
        self.game = games.load(self.event.game)
        self.people = self._people()
        self._scorekeeper()
        self._pairings()
        self.tables: dict[tuple[int, int, int], Table] = {}
        for number, value in enumerate(a_list(self.data, "seatings", ())):
            at = ("seatings", number)
            _Seats(self, as_object(value, at), at).keep()
        self._disputes()
        self._snapshot()
        self._log()
        ensure_links(self.event)
        return self.event

    def _event(self, fields: Fields) -> Event:
        at = ("event",)
        slug = as_text(fields.get("game"), (*at, "game"))
        if slug not in games.slugs():
            wrong((*at, "game"), "a game that this program knows")
        game = games.load(slug)
        options, problems = parse_options(game.options, fields.get("options"))
        if problems:
            wrong((*at, "options"), f"other than this ({problems[0].message}) something")
        del options
        event = Event(
            owner=self.owner,
            game=slug,
            name=a_text(fields, "name", 80, at),
            date=a_date(fields.get("date"), (*at, "date")),
            place=a_text(fields, "place", 80, at),
            edition=an_int(fields, "edition", 1, 1000, at),
            options=fields["options"],
            state=one_of(fields, "state", Event.State.values, at),
            role_names=_role_names(fields.get("role_names"), game),
            hide_standings=as_bool(fields.get("hide_standings"), (*at, "hide_standings")),
            revealed=an_int(fields, "revealed", 0, MOST_PEOPLE, at),
        )
        event.save()
        return event

    def _people(self) -> list[Entry]:
        entries = []
        listed = a_list(self.data, "people", (), MOST_PEOPLE)
        for number, value in enumerate(listed):
            at = ("people", number)
            fields = as_object(value, at)
            entry = Entry.objects.create(
                event=self.event,
                person=_person(fields, at),
                name=a_text(fields, "shown", 144, at) or wrong((*at, "shown"), "a name"),
                role=self._role(fields, "role", at),
                asked_role=self._role(fields, "asked_role", at),
                keeps_chair=as_bool(fields.get("keeps_chair"), (*at, "keeps_chair")),
                late_as_sit_out=as_bool(fields.get("late_as_sit_out"), (*at, "late_as_sit_out")),
            )
            entries.append(entry)
            for order, one in enumerate(a_list(fields, "presence", at)):
                there = (*at, "presence", order)
                given = as_object(one, there)
                from_set = an_int(given, "from_set", 1, 32_000, there)
                here = as_bool(given.get("here"), there)
                Presence.objects.create(entry=entry, from_set=from_set, here=here)
        return entries

    def _role(self, fields: Fields, key: str, at: At) -> str:
        return one_of(fields, key, (*self.game.roles, ""), at)

    def entry(self, value: Any, at: At) -> Entry:
        """The entry of a person's number in the document."""
        number = as_int(value, at)
        if not 0 <= number < len(self.people):
            wrong(at, "the number of a person in the file")
        return self.people[number]

    def named(self, kept: Any, at: At) -> Fields:
        """A reason or a note, its people by their new ids; its sentence must be fillable."""
        fields = as_object(kept, at)
        if not fields:
            return {}
        params = as_object(fields.get("params"), (*at, "params"))
        for key, value in params.items():
            if not isinstance(value, str | int):
                wrong((*at, "params", key), "text or a whole number")
        for key in ("person", "other"):
            if key in params:
                params = {**params, key: self.entry(params[key], (*at, "params", key)).pk}
        template = as_text(fields.get("template"), (*at, "template"))
        template.format(**params)
        return {"code": a_text(fields, "code", 60, at), "template": template, "params": params}

    def _scorekeeper(self) -> None:
        given = self.data["event"].get("scorekeeper")
        if given is not None:
            self.event.scorekeeper = self.entry(given, ("event", "scorekeeper"))
            self.event.save(update_fields=["scorekeeper"])

    def _pairings(self) -> None:
        for number, value in enumerate(a_list(self.data, "pairings", ())):
            at = ("pairings", number)
            fields = as_object(value, at)
            Pairing.objects.create(
                event=self.event,
                first=self.entry(fields.get("first"), (*at, "first")),
                second=self.entry(fields.get("second"), (*at, "second")),
                kind=one_of(fields, "kind", Pairing.Kind.values, at),
            )

    def _disputes(self) -> None:
        for number, value in enumerate(a_list(self.data, "disputes", ())):
            at = ("disputes", number)
            fields = as_object(value, at)
            table = None
            if fields.get("table") is not None:
                place = tuple(as_int(fields.get(k), (*at, k)) for k in ("set", "revision", "table"))
                table = self.tables.get((place[0], place[1], place[2]))
                if table is None:
                    wrong((*at, "table"), "a table of the file")
            Dispute.objects.create(
                event=self.event,
                table=table,
                deal=None if fields.get("deal") is None else an_int(fields, "deal", 0, 100, at),
                objector=a_text(fields, "objector", 144, at),
                text=a_text(fields, "text", 1000, at),
                kali_effect=as_bool(fields.get("kali_effect"), (*at, "kali_effect")),
                decision=a_text(fields, "decision", 1000, at),
                decided_at=a_moment(fields.get("decided"), (*at, "decided")),
            )

    def _snapshot(self) -> None:
        given = self.data.get("snapshot")
        finished = self.event.state == Event.State.FINISHED
        if (given is not None) != finished:
            wrong(("snapshot",), "a snapshot of a finished event, and of no other,")
        if given is None:
            return
        at = ("snapshot",)
        fields = as_object(given, at)
        rows = []
        for number, row in enumerate(a_list(fields, "standings", at, MOST_PEOPLE)):
            there = (*at, "standings", number)
            entry = self.entry(as_object(row, there).get("entry_id"), there)
            rows.append({**row, "entry_id": entry.pk})
            row_from_json(rows[-1])
            for key in ("total", "rank", "sit_outs", "moved"):
                as_int(row.get(key), (*there, key))
        players = {}
        for key, sets in as_object(fields.get("players"), (*at, "players")).items():
            from_json(as_list(sets, (*at, "players", key)))
            players[str(self.entry(int(key), (*at, "players")).pk)] = sets
        edition = an_int(fields, "edition", 1, 1000, at)
        Snapshot.objects.create(event=self.event, edition=edition, standings=rows, players=players)

    def _log(self) -> None:
        lines: dict[int, LogEntry] = {}
        for number, value in enumerate(a_list(self.data, "log", ())):
            at = ("log", number)
            fields = as_object(value, at)
            version = an_int(fields, "version", 1, 10**9, at)
            if version <= self.event.version:
                wrong((*at, "version"), "a version above the one before")
            undoes = fields.get("undoes")
            line = LogEntry.objects.create(
                event=self.event,
                version=version,
                who=a_text(fields, "who", 144, at),
                code=a_text(fields, "code", 40, at),
                params=as_object(fields.get("params"), (*at, "params")),
                undoes=None if undoes is None else lines.get(as_int(undoes, (*at, "undoes"))),
            )
            dated(line, fields, at)
            sentence(line, self.event)  # it must be one that this program can tell
            lines[version] = line
            self.event.version = version
        Event.objects.filter(pk=self.event.pk).update(version=self.event.version)
        with turn(self.event, host_actor(self.event, self.owner)) as step:
            step.log("event.imported")


@dataclass
class _Seats:
    """One seating of the document."""

    whole: _Import
    fields: Fields
    at: At

    def keep(self) -> None:
        whole, fields, at = self.whole, self.fields, self.at
        flips = []
        for number, flip in enumerate(a_list(fields, "flips", at)):
            there = (*at, "flips", number)
            person, before, role = as_list(flip, there)
            known = {"before": before, "role": role}
            for key in known:
                one_of(known, key, (*whole.game.roles, ""), there)
            flips.append([whole.entry(person, there).pk, before, role])
        notes = [
            whole.named(note, (*at, "notes", number))
            for number, note in enumerate(a_list(fields, "notes", at))
        ]
        self.seating = Seating.objects.create(
            event=whole.event,
            set_number=an_int(fields, "set", 1, len(whole.game.stages), at),
            revision=an_int(fields, "revision", 1, 32_000, at),
            state=one_of(fields, "state", Seating.State.values, at),
            seed=a_seed(fields.get("seed"), (*at, "seed")),
            published_at=a_moment(fields.get("published"), (*at, "published")),
            notes=notes,
            flips=flips,
        )
        for number, value in enumerate(a_list(fields, "sitting_out", at)):
            there = (*at, "sitting_out", number)
            out = as_object(value, there)
            entry = whole.entry(out.get("person"), there)
            reason = whole.named(out.get("reason"), (*there, "reason"))
            SitOut.objects.create(seating=self.seating, entry=entry, reason=reason)
        for number, value in enumerate(a_list(fields, "tables", at)):
            there = (*at, "tables", number)
            self._table(as_object(value, there), there)

    def _table(self, fields: Fields, at: At) -> None:
        whole, game = self.whole, self.whole.game
        width = game.players_per_table
        first = fields.get("first_dealer")
        table = Table.objects.create(
            seating=self.seating,
            number=an_int(fields, "number", 1, 1000, at),
            first_dealer=None
            if first is None
            else an_int(fields, "first_dealer", 0, width - 1, at),
        )
        whole.tables[self.seating.set_number, self.seating.revision, table.number] = table
        chairs = a_list(fields, "chairs", at)
        if len(chairs) != width:
            wrong((*at, "chairs"), f"a list of {width}")
        for chair, value in enumerate(chairs):
            there = (*at, "chairs", chair)
            seat = as_object(value, there)
            Seat.objects.create(
                seating=self.seating,
                table=table,
                chair=chair,
                entry=whole.entry(seat.get("person"), there),
                role=one_of(seat, "role", (*game.roles, ""), there),
            )
        for number, value in enumerate(a_list(fields, "substitutes", at)):
            there = (*at, "substitutes", number)
            sub = as_object(value, there)
            Substitution.objects.create(
                table=table,
                chair=an_int(sub, "chair", 0, width - 1, there),
                from_hand=an_int(sub, "from_hand", 1, game.hands_per_stage, there),
                entry=whole.entry(sub.get("person"), there),
            )
        for number, value in enumerate(a_list(fields, "reports", at)):
            there = (*at, "reports", number)
            self._report(table, as_object(value, there), there)

    def _report(self, table: Table, fields: Fields, at: At) -> None:
        game = self.whole.game
        deal = an_int(fields, "deal", 0, game.hands_per_stage, at)
        payload = fields.get("payload")
        if payload is not None:
            _check_payload(game, self.seating.set_number, deal, payload, (*at, "payload"))
        overrode = [as_text(code, (*at, "overrode")) for code in a_list(fields, "overrode", at)]
        report = Report.objects.create(
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
        dated(report, fields, at)
        kinds = {"accepted_by": Acceptance.Kind.ACCEPT, "agreed_by": Acceptance.Kind.AGREE}
        for key, kind in kinds.items():
            if fields.get(key) is not None:
                Acceptance.objects.create(report=report, kind=kind, by=a_text(fields, key, 144, at))


def _check_payload(game: Game, stage: int, deal: int, payload: Any, at: At) -> None:
    if deal == CUT:
        fields = as_object(payload, at)
        chairs = [as_int(chair, at) for chair in a_list(fields, "winners", at)]
        if any(not 0 <= chair < game.players_per_table for chair in chairs):
            wrong(at, "chairs of the table")
        as_bool(fields.get("drawn"), (*at, "drawn"))
        return
    problems = shape_problems(game.questions(stage), payload)
    if problems:
        wrong(at, f"a report of this set ({problems[0].message})")


def _person(fields: Fields, at: At) -> Person:
    name, note = a_text(fields, "name", 80, at), a_text(fields, "note", 60, at)
    if not name.strip():
        wrong((*at, "name"), "a name")
    known = Person.objects.filter(merged_into=None, name=name, note=note).first()
    usual = a_text(fields, "usual_role", 20, at)
    return known or Person.objects.create(name=name, note=note, usual_role=usual)


def _role_names(value: Any, game: Game) -> dict[str, dict[str, str]]:
    at: At = ("event", "role_names")
    names: dict[str, dict[str, str]] = {}
    for role, given in as_object(value, at).items():
        if role not in game.roles:
            wrong(at, "names for the game’s roles only")
        fields = as_object(given, (*at, role))
        names[role] = {key: a_text(fields, key, 30, at) for key in ("one", "many") if key in fields}
    return names
