"""Import the file of an event, or of an evening of several (docs/event-file.md), packed or not:
strictly, and all or nothing."""

from __future__ import annotations

import datetime as dt
import gzip
import json
import re
import zlib
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any

from django.core.exceptions import ValidationError
from django.db import OperationalError
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy

from rulesets import formats
from rulesets.engine.game import plain
from rulesets.engine.problems import Unusable, place, wrong
from rulesets.files.cli import parse
from rulesets.files.house_game import read_declaration
from rulesets.files.reader import STRICT, Reading, take
from rulesets.files.shapes import ANYTHING, ByName, Shape
from rulesets.house_games import PREFIX, canonical, house_game, slug_of
from rulesets.records.stories import AWARD_KINDS
from tournaments.access.permissions import host_actor
from tournaments.access.services import missing_links
from tournaments.boards.hall import Hall, hold_hall
from tournaments.cache.gc_control import pause_gc
from tournaments.db.import_staging import Staging, remove_broken, short_turns
from tournaments.db.sql import count_anew
from tournaments.db.steps import Step, event_transaction, register
from tournaments.files import document_shapes as shapes
from tournaments.files.card_documents import check_standings, keep_score_cards
from tournaments.files.import_rows import IMPORTS, Rows, keep_seating
from tournaments.files.snapshot_documents import keep_snapshot
from tournaments.house_games.services import take_in
from tournaments.jobs.services import Cancelled, Progress
from tournaments.log.selectors import describe_step
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
    Prize,
    Report,
    Seat,
    Table,
    family_of,
)
from tournaments.models.errors import Refused, refusal
from tournaments.models.event_games import declaration_of, format_of, game_called
from tournaments.models.prizes import MOST_PRIZES
from tournaments.models.score_cards import year_on_cards
from tournaments.people.names import MAX_PEOPLE
from tournaments.standings.selectors import computed
from tournaments.web.wording import known_day, short_day

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from rulesets.engine.game import Game
    from rulesets.engine.problems import At
    from rulesets.formats import Format
    from rulesets.house_games import Declaration

Fields = dict[str, Any]
FORMAT = "scorekeeper-event"
EVENING_FORMAT = "scorekeeper-evening"
VERSIONS = (1,)
IMPORTED = "event.imported"
KNOWN = "file.known"  # the code of the problem that an event is here already
OWN_SLUG = re.compile(rf"{PREFIX}[a-z0-9-]{{1,44}}")


def import_event(*, owner: Any, data: Any) -> Event:
    """Create an event of `owner` from a document of `export_event`.

    People are found by name and note, or added. Links are new. Earlier steps cannot be undone any
    more. Raises Refused, with the place in the document, if it is not as documented, or if its
    boards and standings cannot be counted; nothing is saved then.
    """
    [event] = _Document(owner).bring_in(data, (FORMAT,)).events
    return event


def import_document(
    *,
    owner: Any,
    data: Any,
    progress: Progress | None = None,
    end: Callable[[Event | Evening], None] | None = None,
) -> Event | Evening:
    """The same for a document of either kind: an event, or an evening of several games. `end` is
    called in the transaction that shows it to the hosts; what it raises undoes the import."""
    document = _Document(owner, progress, end).bring_in(data, (FORMAT, EVENING_FORMAT))
    return document.result


def refuse_known(family: int, data: Any) -> None:
    """Raise Refused if an event of the document is in the family already. What the document says of
    itself is not checked here."""
    listed = data.get("events") if data.get("format") == EVENING_FORMAT else [data]
    events = (
        [document for document in listed if isinstance(document, dict)]
        if isinstance(listed, list)
        else []
    )
    for document in events:
        event = _known_event(family, document)
        if event is not None:
            text = "“{name}” of {date} is here already. Import it as a second one?"
            date = short_day(known_day(event.date, year_on_cards(event)))
            raise refusal(KNOWN, text, "second", name=event.name, date=date)


def _known_event(family: int, data: Fields) -> Event | None:
    """The event of which a document is an export: its first seats were shown, or its score cards
    were taken in, at the very same moment. Before the first seats, one of the same game, name and
    date."""
    about, seatings = data.get("event"), data.get("seatings")
    if not isinstance(about, dict) or not isinstance(seatings, list):
        return None
    ours = Event.objects.filter(family_id=family)
    texts = [seating.get("published") for seating in seatings if isinstance(seating, dict)]
    moments = [moment for text in texts if isinstance(text, str) and (moment := _moment_of(text))]
    if moments:
        return ours.filter(seatings__published_at=min(moments)).order_by("pk").first()
    cards = data.get("score_cards")
    taken, day = (cards.get("created"), cards.get("day")) if isinstance(cards, dict) else ("", "")
    if isinstance(taken, str) and (moment := _moment_of(taken)):
        here = ours.filter(score_cards__created=moment).select_related("score_cards")
        return next((event for event in here.order_by("pk") if event.score_cards.day == day), None)
    same = {key: about.get(key) for key in ("game", "name", "date")}
    if not all(isinstance(value, str) and "\0" not in value for value in same.values()):
        return None
    try:
        return ours.filter(**same, state=Event.State.SETUP).order_by("pk").first()
    except (ValidationError, ValueError):  # no date, or no text
        return None


def _moment_of(text: str) -> dt.datetime | None:
    """A moment as files have it, in UTC; None for anything else."""
    try:
        moment = parse_datetime(text)
        return moment.astimezone(dt.UTC) if moment and moment.tzinfo else None
    except (OverflowError, ValueError):
        return None


@contextmanager
def _refusing() -> Iterator[None]:
    """Turn whatever is wrong with the document into Refused."""
    try:
        yield
    except Unusable as error:
        text = "This is not a usable event file: {why}"
        raise refusal("file.unusable", text, "file", why=str(error)) from error
    except (OperationalError, Refused, Cancelled):
        raise
    except Exception as error:
        # A contradiction: a seat taken twice, or a report after the end of a game.
        text = "This event file contradicts itself and cannot be read."
        raise refusal("file.contradiction", text, "file") from error


class _Document:
    """A document during its import: it is read, staged row by row, counted, and handed over."""

    def __init__(
        self,
        owner: Any,
        progress: Progress | None = None,
        end: Callable[[Event | Evening], None] | None = None,
    ) -> None:
        self.owner, self.progress, self.end = owner, progress, end
        self.done, self.total = 0, 0  # people, tables and lines of the log
        self.evening: Evening | None = None
        self.events: list[Event] = []
        self.people: dict[tuple[str, str], Person] = {}  # by name and note
        self.own_games: dict[str, dict[int, str]] = {}  # own games: edition, declaration
        self.staging: Staging

    def take(self, shape: Shape, value: Any, *at: str | int) -> Any:
        """The value that a shape reads at a place. Raises Unusable."""
        return take(shape, value, Reading(STRICT, at))

    @property
    def result(self) -> Event | Evening:
        """The imported evening, or the one event."""
        return self.evening or self.events[0]

    def advance(self) -> None:
        """Note that one more person, table or line of the log is read. Raises Cancelled if nobody
        wants the document any more."""
        self.done += 1
        if self.progress is not None:
            self.progress(min(self.done, self.total), self.total)

    def bring_in(self, data: Any, formats: Collection[str]) -> _Document:
        remove_broken()
        with _refusing():
            shapes.check_values(data)
            fields = self.take(ByName(ANYTHING), data)
            if fields.get("format") not in formats or fields.get("version") not in VERSIONS:
                names = " or ".join(f"“{name}”" for name in formats)
                wrong(("format",), f"{names}, version {VERSIONS[-1]},")
        self.staging = Staging.begin(family_of(self.owner))
        try:
            # The whole document stays until it is read: the garbage collector need not search it.
            with short_turns(), pause_gc(), _refusing():
                self._read(fields)
            self._publish()
        except BaseException:
            self.staging.give_up()
            raise
        self.staging.finish()
        return self

    def _read(self, fields: Fields) -> None:
        listed = fields.get("events") if fields["format"] == EVENING_FORMAT else [fields]
        self.total = sum(map(_steps, listed)) if isinstance(listed, list) else 0
        if fields["format"] == FORMAT:
            self.events.append(_Import(self, fields).run())
            return
        about = self.take(shapes.EVENING, fields.get("evening"), "evening")
        self.evening = Evening.objects.create(owner=self.owner, family=self.staging.family, **about)
        events = self.take(
            shapes.rows(ANYTHING, shapes.MOST_EVENTS), fields.get("events"), "events"
        )
        for number, value in enumerate(events):
            try:
                self.events.append(_Import(self, self.take(ByName(ANYTHING), value)).run())
            except Unusable as error:
                raise Unusable(f"{place(('events', number))}.{error}") from error

    def _publish(self) -> None:
        with self.staging.publishing():
            self.staging.hand_over()
            home = self.staging.home
            here = {
                slug: take_in(family=home, slug=slug, editions=editions)
                for slug, editions in self.own_games.items()
            }
            for event in self.events:
                event.family_id = home
                if event.game in here:
                    slug, numbers = here[event.game]
                    event.game, event.edition = slug, numbers[event.edition]
                    event.save(update_fields=["game", "edition"])
                with event_transaction(event, host_actor(event, self.owner)) as step:
                    step.log(IMPORTED)
            if self.end is not None:
                self.end(self.result)


def _steps(data: Any) -> int:
    """How often reading an event advances; the document is not checked yet."""

    def rows(value: Any, key: str) -> list[Any]:
        members = value.get(key) if isinstance(value, dict) else None
        return members if isinstance(members, list) else []

    tables = sum(len(rows(seating, "tables")) for seating in rows(data, "seatings"))
    return len(rows(data, "people")) + tables + len(rows(data, "log"))


class _Import:
    """One event of a document."""

    def __init__(self, document: _Document, data: Fields) -> None:
        self.document, self.data, self.owner = document, data, document.owner
        self.take = document.take
        self.rows = Rows(document.staging)

    def run(self) -> Event:
        if self.data.get("format") != FORMAT or self.data.get("version") not in VERSIONS:
            wrong(("format",), f"“{FORMAT}”, version {VERSIONS[-1]},")
        fields = self.take(shapes.EVENT, self.data.get("event"), "event")
        self.event = self._event(fields)
        self.format = format_of(self.event)
        self.people = self._people()
        self._scorekeeper(fields["scorekeeper"])
        self._pairings()
        self._prizes()
        self.tables: dict[tuple[int, int, int], Table] = {}
        seating = shapes.seating(self.format, len(self.people))
        for at, value in self._listed("seatings"):
            keep_seating(self, self.take(seating, value, *at), at)
        self.rows.keep()
        IMPORTS(self.format).keep_books(self.event, self.document.staging)
        self._disputes()
        self._snapshot()
        self._log()
        for link in missing_links(self.event):
            self.rows.add(link)
        self.rows.keep()
        count_anew(Person, Entry, Table, Seat, Report, Acceptance, LogEntry)
        self._count()
        return self.event

    def advance(self) -> None:
        """Note that one more person, table or line of the log is read."""
        self.document.advance()

    def _count(self) -> None:
        """Count the boards and the standings once: a contradiction shows there at the latest."""
        hall = Hall.now(self.event)
        _ = hall.boards
        computed(self.event, hall)

    def _listed(self, key: str, most: int = shapes.MOST_ROWS) -> list[tuple[At, Any]]:
        """The values of a list of the document, each with its place."""
        listed = self.take(shapes.rows(ANYTHING, most), self.data.get(key), key)
        return [((key, number), value) for number, value in enumerate(listed)]

    def _event(self, fields: Fields) -> Event:
        at = ("event",)
        slug, edition = fields["game"], fields["edition"]
        game = self._game(fields, slug, edition, at)
        played = self.take(shapes.Word((*game.formats, "")), fields["format"], *at, "format")
        options, problems = formats.read_options(formats.format_of(game, played), fields["options"])
        if problems:
            wrong((*at, "options"), f"other than this ({problems[0].message}) something")
        from_cards = "score_cards" in self.data
        copied = ("name", "date", "starts_at", "place", "house_rules", "state")
        event = Event(
            owner=self.owner,
            family=self.document.staging.family,
            evening=self.document.evening,
            game=slug,
            declared=declaration_of(game),
            format=played,
            edition=edition,
            # Events from score cards have none of their own.
            options=plain(options) if fields["options"] or not from_cards else {},
            live_standings=fields["live_standings"],
            saved_is_agreed=fields["saved_is_agreed"],
            hide_standings=fields["hide_standings"],
            revealed=fields["revealed"],
            reveal_from=fields["reveal_from"],
            awards_shown=fields["awards_shown"],
            passes_over=fields["passes_over"],
            awards_off=[kind for kind in AWARD_KINDS if kind in fields["awards_off"]],
            **{key: fields[key] for key in copied},
        )
        event.role_names = _role_names(self.data["event"].get("role_names"), format_of(event))
        event.save()
        return event

    def _game(self, fields: Fields, slug: str, edition: int, at: At) -> Game:
        """The game of that slug, or the family's own one that the document declares."""
        if fields["declared"] is not ...:
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
        editions = {edition: canonical(played)}
        for number, value in enumerate(fields["editions"]):
            there = (*at, "editions", number)
            other = self.take(shapes.EDITION, value, *there)
            declared = _declaration(other["declared"], (*there, "declared"))
            editions[other["number"]] = canonical(declared)
        if len(editions) <= len(fields["editions"]):
            wrong((*at, "editions"), "every edition once, without the one that is played,")
        earlier = self.document.own_games.setdefault(slug, {})
        if any(earlier.get(number, declared) != declared for number, declared in editions.items()):
            wrong((*at, "declared"), "the same game as in the other events of the file")
        earlier |= editions
        return house_game(played, slug=slug, edition=edition)

    def _people(self) -> list[Entry]:
        entries = []
        shape = shapes.person(self.format)
        for at, value in self._listed("people", MAX_PEOPLE):
            fields = self.take(shape, value, *at)
            entry = Entry(
                event=self.event,
                person=self._person(fields),
                second=self._second(fields),
                name=fields["shown"],
                role=fields["role"],
                asked_role=fields["asked_role"],
                keeps_chair=fields["keeps_chair"],
                late_as_sit_out=fields["late_as_sit_out"],
                team=fields["team"],
                seating_team=fields["seating_team"],
                deductions=list(map(dict, fields["deductions"])),
            )
            self.rows.add(entry)
            entries.append(entry)
            for presence in fields["presence"]:
                self.rows.add(Presence(entry=entry, **presence))
            self.advance()
        self.rows.keep()
        return entries

    def _second(self, fields: Fields) -> Person | None:
        """The person who shares the chair, if there is one."""
        second = fields["second"]
        return None if second is None else self._person(second)

    def _person(self, fields: Fields) -> Person:
        """The person of that name and note; people who are in the book already are matched at the
        end."""
        name, note = fields["name"], fields["note"]
        people = self.document.people
        if (name, note) not in people:
            family, usual = self.document.staging.family, fields["usual_role"]
            people[name, note] = Person(family=family, name=name, note=note, usual_role=usual)
            self.rows.add(people[name, note])
        return people[name, note]

    def entry(self, value: Any, at: At) -> Entry:
        """The entry of a person's number in the document."""
        number: int = self.take(shapes.number_of(len(self.people)), value, *at)
        return self.people[number]

    def named(self, note: Fields, at: At) -> Fields:
        """A reason or a note, its people by their new ids."""
        if not note:
            return {}
        params = dict(note["params"])
        for key in {"person", "other"} & params.keys():
            params[key] = self.entry(params[key], (*at, "params", key)).pk
        return {"code": note["code"], "template": note["template"], "params": params}

    def _scorekeeper(self, number: Any) -> None:
        if number is not None:
            self.event.scorekeeper = self.entry(number, ("event", "scorekeeper"))
            self.event.save(update_fields=["scorekeeper"])

    def _pairings(self) -> None:
        shape = shapes.pairing(len(self.people))
        for at, value in self._listed("pairings"):
            fields = self.take(shape, value, *at)
            first, second = self.people[fields["first"]], self.people[fields["second"]]
            kind = fields["kind"]
            self.rows.add(Pairing(event=self.event, first=first, second=second, kind=kind))
            self.rows.keep(all_of_them=False)

    def _prizes(self) -> None:
        if "prizes" not in self.data:
            return
        shape = shapes.prize(len(self.people))
        for position, (at, value) in enumerate(self._listed("prizes", MOST_PRIZES), 1):
            fields = self.take(shape, value, *at)
            number = fields.pop("cut_winner")
            winner = None if number is None else self.people[number]
            prize = Prize(event=self.event, position=position, cut_winner=winner, **fields)
            self.rows.add(prize)

    def _disputes(self) -> None:
        for at, value in self._listed("disputes"):
            fields = self.take(shapes.DISPUTE, value, *at)
            where = tuple(fields.pop(key) for key in ("set", "revision", "table"))
            table = None if where[-1] is None else self.tables.get(where)
            if table is None and where[-1] is not None:
                wrong((*at, "table"), "a table of the file")
            decided = fields.pop("decided")
            self.rows.add(Dispute(event=self.event, table=table, decided_at=decided, **fields))
            self.rows.keep(all_of_them=False)
        self.rows.keep()

    def _snapshot(self) -> None:
        document = self.data.get("snapshot")
        finished = self.event.state == Event.State.FINISHED
        if (document is not None) != finished:
            wrong(("snapshot",), "a snapshot of a finished event, and of no other,")
        cards = None
        if "score_cards" in self.data:
            cards = keep_score_cards(self.event, self.data["score_cards"], self.people, self.rows)
        if document is not None:
            keep_snapshot(self.event, document, self.entry)
        if cards is not None:
            standings = self.event.snapshot.standings
            check_standings(cards, [row["entry_id"] for row in standings])

    def _log(self) -> None:
        lines: dict[int, LogEntry] = {}
        newest = self.event.version  # entered at the end: what is read of a version is kept
        hall = Hall.now(self.event)
        for at, value in self._listed("log"):
            fields = self.take(shapes.LINE, value, *at)
            version, created = fields["version"], fields.pop("created")
            if version <= newest:
                wrong((*at, "version"), "a version above the one before")
            undone = lines.get(fields.pop("undoes"))
            if undone is not None and undone._state.adding:
                self.rows.keep()
            line = LogEntry(event=self.event, undoes=undone, **fields)
            self.rows.add(line, created)
            # It must be a step that this program knows.
            with hold_hall(hall):
                describe_step(self.event, line.code, line.params)
            lines[version] = line
            self.advance()
            newest = version
            self.rows.keep(all_of_them=False)
        self.rows.keep()
        self.event.version = newest
        Event.objects.filter(pk=self.event.pk).update(version=self.event.version)


def _declaration(value: Any, at: At) -> Declaration:
    """The declaration of a family's own game."""
    declaration, problems = read_declaration(value)
    if declaration is None:
        first = problems[0].under(*at)
        wrong(first.at, f"other than this ({first.message}) something")
    return declaration


def _role_names(value: Any, format: Format) -> dict[str, dict[str, str]]:
    at: At = ("event", "role_names")
    role_names = take(shapes.ROLE_NAMES, value, Reading(STRICT, at))
    if role_names.keys() - set(format.facts.roles.names):
        wrong(at, "names for the game’s roles only")
    return {
        role: {key: name for key, name in names.items() if name is not None}
        for role, names in role_names.items()
    }


register(Step(IMPORTED, gettext_lazy("The event was read from a file.")))


LONGEST_PLAIN = 4 * 1024 * 1024  # bytes; a longer document is packed
LARGEST_FILE = 12 * 1024 * 1024  # bytes, as it is sent: less than settings.MAX_REQUEST_BODY
# Ten thousand people with 28 accepted hands each are 53 MB and 3.7 million values.
LARGEST_DOCUMENT = 96 * 1024 * 1024
MOST_VALUES = 8_000_000
GZIP = b"\x1f\x8b"
STEP = 256 * 1024


class TooLarge(Exception):
    """A document that is larger than any event can be."""


def pack_document(document: Any) -> tuple[bytes, bool]:
    """The file of a document, and whether it is packed. Raises TooLarge if it could not be read
    again."""
    text = json.dumps(document, ensure_ascii=False, indent=1).encode()
    if len(text) <= LONGEST_PLAIN:
        return text, False
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
    packed = gzip.compress(text, mtime=0)
    if len(text) > LARGEST_DOCUMENT or len(packed) > LARGEST_FILE or _values(text) > MOST_VALUES:
        raise TooLarge
    return packed, True


def unpack_document(file: IO[bytes]) -> Any:
    """The JSON value in a file, packed or not. Raises TooLarge, or Unusable if there is none.

    It never unpacks more than an event can be, and builds nothing before the values are counted: an
    empty list takes three bytes in a file and twenty times as much in memory.
    """
    head = file.read(len(GZIP))
    file.seek(0)
    raw = _unpacked(file) if head == GZIP else file.read(LARGEST_FILE + 1)
    if head != GZIP and len(raw) > LARGEST_FILE:
        raise TooLarge
    if _values(raw) > MOST_VALUES:
        raise TooLarge
    return parse(raw, "file")


def _values(text: bytes) -> int:
    """An upper bound for the number of values in a JSON text."""
    return sum(map(text.count, (b",", b"[", b"{")))


def _unpacked(file: IO[bytes]) -> bytes:
    packed = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
    text = bytearray()
    try:
        while not packed.eof and (part := packed.unconsumed_tail or file.read(STEP)):
            text += packed.decompress(part, STEP)
            if len(text) > LARGEST_DOCUMENT:
                raise TooLarge
    except zlib.error as error:
        raise Unusable(f"file: {error}") from error
    if not packed.eof or packed.unused_data or file.read(1):
        raise Unusable("file: not one whole gzip file")
    return bytes(text)
