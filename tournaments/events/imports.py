"""Reading the document of an event, or of an evening of several (docs/event-file.md): strictly,
whole or not at all."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from django.db import OperationalError

from rulesets.files.house_game import read_declaration
from rulesets.house import PREFIX, canonical, house_game, slug_of
from rulesets.json_values import Unusable, as_bool, as_int, as_object, as_text, place, wrong
from rulesets.options import plain, read_options
from rulesets.words import is_plain, names_in
from tournaments.access.writes import missing_links
from tournaments.actors import host_actor
from tournaments.errors import Refused, refusal
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
from tournaments.garbage import unsearched
from tournaments.journal import turn
from tournaments.models import (
    Acceptance,
    Dispute,
    Entry,
    Evening,
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
from tournaments.models.families import acting_for
from tournaments.people.names import MAX_PEOPLE
from tournaments.planner import count_anew
from tournaments.scoring.log import sentence
from tournaments.shelf.writes import MOST_EDITIONS, take_in
from tournaments.staging import Staging, remove_broken, short_turns

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from rulesets.formats import Format
    from rulesets.game import Game
    from rulesets.house import Declaration

    # Looks at what came in; says in between that it is at work.
    Look = Callable[[Evening | None, Sequence[Event], Callable[[], None]], None]

FORMAT = "scorekeeper-event"
EVENING_FORMAT = "scorekeeper-evening"
VERSIONS = (1,)
MOST_EVENTS = 100  # of an evening
IMPORTED = "event.imported"
OWN_SLUG = re.compile(rf"{PREFIX}[a-z0-9-]{{1,44}}")


def import_event(*, owner: Any, data: Any, look: Look | None = None) -> Event:
    """Make an event of `owner` from a document of `export_event`.

    People are found by name and note, or added. Links are new. What was done before cannot be
    undone any more. `look` is called with the event before anybody sees it, and may refuse it.
    Raises Refused, with the place in the document, where it is not as documented; nothing is kept
    then.
    """
    [event] = _Document(owner, look).bring_in(data, (FORMAT,)).events
    return event


def import_document(*, owner: Any, data: Any, look: Look | None = None) -> Event | Evening:
    """The same for a document of either kind: an event, or an evening of several games."""
    document = _Document(owner, look).bring_in(data, (FORMAT, EVENING_FORMAT))
    return document.evening or document.events[0]


@contextmanager
def _refusing() -> Iterator[None]:
    """Say what is wrong with the document, whatever was found."""
    try:
        yield
    except Unusable as error:
        text = "This is not a usable event file: {why}"
        raise refusal("file.unusable", text, "file", why=str(error)) from error
    except (OperationalError, Refused):
        raise
    except Exception as error:
        # Something that fits nowhere: a seat taken twice, a report after which no other can be.
        text = "This event file contradicts itself; it cannot be read."
        raise refusal("file.contradiction", text, "file") from error


class _Document:
    """A document on its way in: read, put aside row by row, looked at, handed over."""

    def __init__(self, owner: Any, look: Look | None) -> None:
        self.owner, self.look = owner, look
        self.evening: Evening | None = None
        self.events: list[Event] = []
        self.people: dict[tuple[str, str], Person] = {}  # by name and note
        self.shelf: dict[str, dict[int, str]] = {}  # own games: edition, declaration
        self.staging: Staging

    def bring_in(self, data: Any, formats: Collection[str]) -> _Document:
        remove_broken()
        with _refusing():
            sound(data)
            fields = as_object(data, ())
            if fields.get("format") not in formats or fields.get("version") not in VERSIONS:
                known = " or ".join(f"“{one}”" for one in formats)
                wrong(("format",), f"{known}, version {VERSIONS[-1]},")
        del data
        self.staging = Staging.begin(family_of(self.owner))
        try:
            with short_turns():
                self._take_in(fields)
            self._publish()
        except BaseException:
            self.staging.give_up()
            raise
        self.staging.finish()
        return self

    def _take_in(self, fields: Fields) -> None:
        # All of the document lives until it is read, and no part of it is garbage.
        with unsearched(), _refusing():
            self._read(fields)
        if self.look is not None:
            with acting_for(self.staging.family.pk):
                self.look(self.evening, self.events, self.staging.beat)

    def _read(self, fields: Fields) -> None:
        if fields["format"] == FORMAT:
            self.events.append(_Import(self, fields).run())
            return
        self.evening = self._evening(as_object(fields.get("evening"), ("evening",)))
        for number, one in enumerate(a_list(fields, "events", (), MOST_EVENTS)):
            at = ("events", number)
            try:
                self.events.append(_Import(self, as_object(one, ())).run())
            except Unusable as error:
                raise Unusable(f"{place(at)}.{error}") from error

    def _evening(self, fields: Fields) -> Evening:
        at = ("evening",)
        return Evening.objects.create(
            owner=self.owner,
            family=self.staging.family,
            name=a_text(fields, "name", 80, at) or wrong((*at, "name"), "a name"),
            date=a_date(fields.get("date"), (*at, "date")),
            way=one_of(fields, "way", Evening.Way.values, at),
        )

    def _publish(self) -> None:
        with self.staging.publishing():
            self.staging.hand_over()
            home = self.staging.home
            here = {
                slug: take_in(family=home, slug=slug, editions=editions)
                for slug, editions in self.shelf.items()
            }
            for event in self.events:
                event.family_id = home
                if event.game in here:
                    slug, numbers = here[event.game]
                    event.game, event.edition = slug, numbers[event.edition]
                    event.save(update_fields=["game", "edition"])
                with turn(event, host_actor(event, self.owner)) as step:
                    step.log(IMPORTED)


class _Import:
    """One event of a document."""

    def __init__(self, document: _Document, data: Fields) -> None:
        self.document, self.data, self.owner = document, data, document.owner
        self.rows = Rows(document.staging)

    def run(self) -> Event:
        if self.data.get("format") != FORMAT or self.data.get("version") not in VERSIONS:
            wrong(("format",), f"“{FORMAT}”, version {VERSIONS[-1]},")
        self.event = self._event(as_object(self.data.get("event"), ("event",)))
        self.form = format_of(self.event)
        self.people = self._people()
        self._scorekeeper()
        self._pairings()
        self.tables: dict[tuple[int, int, int], Table] = {}
        for number, value in enumerate(a_list(self.data, "seatings", ())):
            at = ("seatings", number)
            Seats(self, as_object(value, at), at).keep()
        self.rows.keep()
        if self.form.lasts:
            books(self.event, self.document.staging)
        self._disputes()
        self._snapshot()
        self._log()
        for link in missing_links(self.event):
            self.rows.add(link)
        self.rows.keep()
        count_anew(Person, Entry, Table, Seat, Report, Acceptance, LogEntry)
        return self.event

    def _event(self, fields: Fields) -> Event:
        at = ("event",)
        slug = as_text(fields.get("game"), (*at, "game"))
        edition = an_int(fields, "edition", 1, 1000, at)
        game = self._game(fields, slug, edition, at)
        options, problems = read_options(game, fields.get("options"))
        if problems:
            wrong((*at, "options"), f"other than this ({problems[0].message}) something")
        event = Event(
            owner=self.owner,
            family=self.document.staging.family,
            evening=self.document.evening,
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

    def _game(self, fields: Fields, slug: str, edition: int, at: At) -> Game:
        """The game of that slug, or the family's own one that the document declares."""
        if "declared" in fields:
            return self._own_game(fields, slug, edition, at)
        if game_called(slug) is None:
            wrong((*at, "game"), "a game that this program knows")
        game = game_called(slug, edition)
        if game is None:
            wrong((*at, "edition"), "an edition of the game that this program knows")
        return game

    def _own_game(self, fields: Fields, slug: str, edition: int, at: At) -> Game:
        played = _declaration(fields["declared"], (*at, "declared"))
        if not OWN_SLUG.fullmatch(slug):
            own = slug_of(played.name)
            wrong((*at, "game"), f"the slug of a game of one’s own, such as “{own}”,")
        found = {edition: canonical(played)}
        listed = a_list({"editions": [], **fields}, "editions", at, MOST_EDITIONS)
        for number, value in enumerate(listed):
            there = (*at, "editions", number)
            told = as_object(value, there)
            other = _declaration(told.get("declared"), (*there, "declared"))
            found[an_int(told, "number", 1, 1000, there)] = canonical(other)
        if len(found) <= len(listed):
            wrong((*at, "editions"), "every edition once, without the one that is played,")
        known = self.document.shelf.setdefault(slug, {})
        if any(known.get(number, declared) != declared for number, declared in found.items()):
            wrong((*at, "declared"), "the same game as in the other events of the file")
        known |= found
        return house_game(played, slug=slug, edition=edition)

    def _people(self) -> list[Entry]:
        entries = []
        listed = a_list(self.data, "people", (), MAX_PEOPLE)
        for number, value in enumerate(listed):
            at = ("people", number)
            fields = as_object(value, at)
            entry = Entry(
                event=self.event,
                person=self._person(fields, at),
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
        self.rows.keep()
        return entries

    def _person(self, fields: Fields, at: At) -> Person:
        """The person of that name and note; who is in the book already is found at the end."""
        name, note = a_text(fields, "name", 80, at), a_text(fields, "note", 60, at)
        if not name.strip():
            wrong((*at, "name"), "a name")
        usual = a_text(fields, "usual_role", 20, at)
        known = self.document.people
        if (name, note) not in known:
            family = self.document.staging.family
            known[name, note] = Person(family=family, name=name, note=note, usual_role=usual)
            self.rows.add(known[name, note])
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
            pairing = Pairing(
                event=self.event,
                first=self.entry(fields.get("first"), (*at, "first")),
                second=self.entry(fields.get("second"), (*at, "second")),
                kind=one_of(fields, "kind", Pairing.Kind.values, at),
            )
            self.rows.add(pairing)
            self.rows.keep(all_of_them=False)

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
            dispute = Dispute(
                event=self.event,
                table=table,
                deal=None if fields.get("deal") is None else an_int(fields, "deal", 0, 100, at),
                objector=a_text(fields, "objector", 144, at),
                text=a_text(fields, "text", 1000, at),
                kali_effect=as_bool(fields.get("kali_effect"), (*at, "kali_effect")),
                decision=a_text(fields, "decision", 1000, at),
                decided_at=a_moment(fields.get("decided"), (*at, "decided")),
            )
            self.rows.add(dispute)
            self.rows.keep(all_of_them=False)
        self.rows.keep()

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
                self.rows.keep()
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
            self.rows.keep(all_of_them=False)
        self.rows.keep()
        Event.objects.filter(pk=self.event.pk).update(version=self.event.version)


def _declaration(value: Any, at: At) -> Declaration:
    """What declares a game of a family's own."""
    found, problems = read_declaration(value)
    if found is None:
        first = problems[0].under(*at)
        wrong(first.at, f"other than this ({first.message}) something")
    return found


def _role_names(value: Any, form: Format) -> dict[str, dict[str, str]]:
    at: At = ("event", "role_names")
    names: dict[str, dict[str, str]] = {}
    for role, given in as_object(value, at).items():
        if role not in form.roles:
            wrong(at, "names for the game’s roles only")
        fields = as_object(given, (*at, role))
        names[role] = {key: a_text(fields, key, 30, at) for key in ("one", "many") if key in fields}
    return names
