"""Reading an event's document (docs/event-file.md): strictly, whole or not at all."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import OperationalError, transaction

from rulesets.house import PREFIX, house_game, read_declaration, slug_of
from rulesets.json_values import Unusable, as_bool, as_int, as_object, as_text, wrong
from rulesets.options import plain, read_options
from rulesets.words import is_plain, names_in
from tournaments.access.writes import ensure_links
from tournaments.actors import host_actor
from tournaments.errors import refusal
from tournaments.events.fields import (
    At,
    Fields,
    a_date,
    a_list,
    a_moment,
    a_text,
    an_int,
    one_of,
    sound,
)
from tournaments.events.import_limits import books
from tournaments.events.import_rows import Rows
from tournaments.events.import_seats import Seats
from tournaments.events.snapshots import keep_snapshot
from tournaments.games import declaration_of, format_of, game_called
from tournaments.journal import turn
from tournaments.models import (
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
    Table,
    family_of,
)
from tournaments.people.names import MAX_PEOPLE
from tournaments.planner import count_anew
from tournaments.scoring.log import sentence

if TYPE_CHECKING:
    from rulesets.formats import Format
    from rulesets.game import Game

FORMAT = "scorekeeper-event"
VERSIONS = (1,)
IMPORTED = "event.imported"
OWN_SLUG = re.compile(rf"{PREFIX}[a-z0-9-]{{1,44}}")


def import_event(*, owner: Any, data: Any) -> Event:
    """Make an event of `owner` from a document of `export_event`.

    People are found by name and note, or added. Links are new. What was done before cannot be
    undone any more. Raises Refused, with the place in the document, where it is not as documented;
    nothing is kept then.
    """
    try:
        sound(data)
        with transaction.atomic():
            return _Import(owner, as_object(data, ())).run()
    except Unusable as error:
        text = "This is not a usable event file: {why}"
        raise refusal("file.unusable", text, "file", why=str(error)) from error
    except OperationalError:
        raise
    except Exception as error:
        # Something that fits nowhere: a seat taken twice, a report after which no other can be.
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
        self.form = format_of(self.event)
        self.rows = Rows()
        self.people = self._people()
        self._scorekeeper()
        self._pairings()
        self.tables: dict[tuple[int, int, int], Table] = {}
        for number, value in enumerate(a_list(self.data, "seatings", ())):
            at = ("seatings", number)
            Seats(self, as_object(value, at), at).keep()
        if self.form.lasts:
            books(self.event)
        self._disputes()
        self._snapshot()
        self._log()
        ensure_links(self.event)
        count_anew(Person, Entry, Table, Seat, Report, Acceptance, LogEntry)
        return self.event

    def _event(self, fields: Fields) -> Event:
        at = ("event",)
        slug = as_text(fields.get("game"), (*at, "game"))
        edition = an_int(fields, "edition", 1, 1000, at)
        game = _game(fields, slug, edition, at)
        options, problems = read_options(game, fields.get("options"))
        if problems:
            wrong((*at, "options"), f"other than this ({problems[0].message}) something")
        event = Event(
            owner=self.owner,
            family_id=family_of(self.owner),
            game=slug,
            declared=declaration_of(game),
            format=one_of({"format": "", **fields}, "format", (*game.formats, ""), at),
            name=a_text(fields, "name", 80, at),
            date=a_date(fields.get("date"), (*at, "date")),
            place=a_text(fields, "place", 80, at),
            edition=edition,
            options=plain(options),
            house_rules=a_text({"house_rules": "", **fields}, "house_rules", 60, at),
            state=one_of(fields, "state", Event.State.values, at),
            hide_standings=as_bool(fields.get("hide_standings"), (*at, "hide_standings")),
            revealed=an_int(fields, "revealed", 0, MAX_PEOPLE, at),
            live_standings=as_bool(fields.get("live_standings", False), (*at, "live_standings")),
        )
        event.role_names = _role_names(fields.get("role_names"), format_of(event))
        event.save()
        return event

    def _people(self) -> list[Entry]:
        entries = []
        listed = a_list(self.data, "people", (), MAX_PEOPLE)
        book = Person.objects.filter(family_id=self.event.book, merged_into=None)
        known = {(one.name, one.note): one for one in book.order_by("-pk")}
        for number, value in enumerate(listed):
            at = ("people", number)
            fields = as_object(value, at)
            entry = Entry(
                event=self.event,
                person=self._person(known, fields, at),
                name=a_text(fields, "shown", 144, at) or wrong((*at, "shown"), "a name"),
                role=self._role(fields, "role", at),
                asked_role=self._role(fields, "asked_role", at),
                keeps_chair=as_bool(fields.get("keeps_chair"), (*at, "keeps_chair")),
                late_as_sit_out=as_bool(fields.get("late_as_sit_out"), (*at, "late_as_sit_out")),
            )
            self.rows.add(entry)
            entries.append(entry)
            for order, one in enumerate(a_list(fields, "presence", at)):
                there = (*at, "presence", order)
                given = as_object(one, there)
                from_set = an_int(given, "from_set", 1, 32_000, there)
                here = as_bool(given.get("here"), there)
                self.rows.add(Presence(entry=entry, from_set=from_set, here=here))
        self.rows.keep(Person, Entry, Presence)
        return entries

    def _person(self, known: dict[tuple[str, str], Person], fields: Fields, at: At) -> Person:
        """The person of that name and note, from now on `known`."""
        name, note = a_text(fields, "name", 80, at), a_text(fields, "note", 60, at)
        if not name.strip():
            wrong((*at, "name"), "a name")
        usual = a_text(fields, "usual_role", 20, at)
        if (name, note) not in known:
            person = Person(family_id=self.event.book, name=name, note=note, usual_role=usual)
            known[name, note] = person
            self.rows.add(person)
        return known[name, note]

    def _role(self, fields: Fields, key: str, at: At) -> str:
        return one_of(fields, key, (*self.form.roles, ""), at)

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
            if not isinstance(value, str | int) or isinstance(value, bool):
                wrong((*at, "params", key), "text or a whole number")
        for key in ("person", "other"):
            if key in params:
                params = {**params, key: self.entry(params[key], (*at, "params", key)).pk}
        template = as_text(fields.get("template"), (*at, "template"))
        if not is_plain(template) or not names_in(template) <= params.keys():
            wrong((*at, "template"), "a text with nothing but the names of its params in braces")
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
        if given is not None:
            keep_snapshot(self.event, given, self.entry, MAX_PEOPLE)

    def _log(self) -> None:
        lines: dict[int, LogEntry] = {}
        for number, value in enumerate(a_list(self.data, "log", ())):
            at = ("log", number)
            fields = as_object(value, at)
            version = an_int(fields, "version", 1, 10**9, at)
            if version <= self.event.version:
                wrong((*at, "version"), "a version above the one before")
            undoes = fields.get("undoes")
            undone = None if undoes is None else lines.get(as_int(undoes, (*at, "undoes")))
            if undone is not None and undone._state.adding:
                self.rows.keep(LogEntry)
            line = LogEntry(
                event=self.event,
                version=version,
                who=a_text(fields, "who", 144, at),
                code=a_text(fields, "code", 40, at),
                params=as_object(fields.get("params"), (*at, "params")),
                undoes=undone,
            )
            self.rows.add(line, a_moment(fields.get("created"), (*at, "created")))
            sentence(line, self.event)  # it must be one that this program can tell
            lines[version] = line
            self.event.version = version
        self.rows.keep(LogEntry)
        Event.objects.filter(pk=self.event.pk).update(version=self.event.version)
        with turn(self.event, host_actor(self.event, self.owner)) as step:
            step.log(IMPORTED)


def _game(fields: Fields, slug: str, edition: int, at: At) -> Game:
    """The game of that slug, or the family's own one that the document declares."""
    if "declared" in fields:
        found, problems = read_declaration(fields["declared"])
        if found is None:
            first = problems[0].under(*at, "declared")
            wrong(first.at, f"other than this ({first.message}) something")
        if not OWN_SLUG.fullmatch(slug):
            wrong(
                (*at, "game"), f"the slug of a game of one’s own, such as “{slug_of(found.name)}”,"
            )
        return house_game(found, slug=slug, edition=edition)
    if game_called(slug) is None:
        wrong((*at, "game"), "a game that this program knows")
    game = game_called(slug, edition)
    if game is None:
        wrong((*at, "edition"), "an edition of the game that this program knows")
    return game


def _role_names(value: Any, form: Format) -> dict[str, dict[str, str]]:
    at: At = ("event", "role_names")
    names: dict[str, dict[str, str]] = {}
    for role, given in as_object(value, at).items():
        if role not in form.roles:
            wrong(at, "names for the game’s roles only")
        fields = as_object(given, (*at, role))
        names[role] = {key: a_text(fields, key, 30, at) for key in ("one", "many") if key in fields}
    return names
