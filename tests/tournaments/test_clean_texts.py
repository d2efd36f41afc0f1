"""Nothing unseen comes in by any form, file or command: walked, so that a new field is covered.

Every page that a host, a phone and a spectator can reach is opened and every form on it sent, each
on the installation as it was, with letters in all texts that nobody sees. What lies in the database
afterwards is clean; and every column that holds text has been written to in this way, or says why
nobody types what it holds.
"""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any
from urllib.parse import urlsplit

import pytest
from django import forms
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import models, transaction
from django.test import Client
from django.urls import Resolver404, resolve, reverse

import tournaments
from rulesets.engine.clean_text import clean_json
from rulesets.engine.problems import Unusable
from rulesets.files import cli
from rulesets.files.cli import parse
from tests.rulesets.every_game import declared
from tests.sources import ROOT, read_sources
from tests.tournaments.board_evening import say, table
from tests.tournaments.board_evening import start as begun
from tests.tournaments.evening import a_user, an_event, at_table, entry, start
from tests.tournaments.house_games.test_pages import new
from tests.tournaments.job_rows import a_picture
from tournaments.access.services import ensure_links
from tournaments.files.backup import restore_backup, write_backup
from tournaments.files.event_document import export_event
from tournaments.house_games import services as shelf
from tournaments.models import Event, Family, HouseGame, HouseRules, Link, Person, family_of
from tournaments.papers.editions import services as editions
from tournaments.papers.rulebook.book import Book
from tournaments.papers.rulebook.book_writer import PrintedBook, print_book
from tournaments.reports.disputes import note_dispute
from tournaments.web.forms import TextField

UNSEEN = "\u200b\u202e\u2066\ufeff\u200d\u3164\u0007"
SEEN = "Zed"
ALIKE = 2  # pages of one kind
DIRTY = f"\u202e{SEEN}{UNSEEN}"
# Columns that hold one out of a list, numbers, or what this program writes itself.
NOT_TYPED = frozenset(
    re.findall(
        r"[\w.]+",
        """link.kind link.token signin.digest joincode.code joinattempt.address
        joinattempt.beginning device.code report.device event.held_slide
        logentry.code job.kind job.language
        job.state job.problems job.filename balance.unit report.author report.overrode
        report.key report.payload acceptance.kind acceptance.by housegame.slug houserules.game
        houserules.options seating.state seating.notes seating.flips seat.role sitout.reason
        person.usual_role evening.way evening.token event.game event.format event.state
        event.options event.awards_off snapshot.standings snapshot.players entry.role
        entry.asked_role
        pairing.kind bookedition.kind bookedition.changes bookedition.since
        bookedition.language bookedition.told joinattempt.device rivalreport.author
        rivalreport.device rivalreport.key rivalreport.payload rivalreport.settled_by
        rivalreport.settling_device seat.pauses
        table.dealers snapshot.records snapshot.record_details prize.kind prize.group
        photo.key photo.shows""",
    )
)
# Copies of what was typed elsewhere: a game, its rules' name, a label.
COPIED = {
    "job.params",
    "job.results",
    "scorecards.called",
    "scorecards.day",
    "scorecards.lines",
    "scorecards.people",
    "entry.seating_team",
    "event.declared",
    "event.house_rules",
    "logentry.who",
    "snapshot.game",
}
# Tests of their own, below.
ELSEWHERE = {"entry.team", "family.name", "houseedition.declared", "photo.caption"}


# --- forms, as they are declared ------------------------------------------------------------------


def every_form() -> Iterator[type[forms.BaseForm]]:
    for package in walk_packages(tournaments.__path__, "tournaments."):
        if ".migrations." not in package.name and not package.name.endswith("__main__"):
            import_module(package.name)
    waiting: list[type[forms.BaseForm]] = [forms.BaseForm]
    while waiting:
        for package in waiting.pop().__subclasses__():
            waiting.append(package)
            if package.__module__.startswith("tournaments."):
                yield package


def test_every_text_of_a_form_is_clean() -> None:
    plain_ones = {
        (form.__name__, name)
        for form in every_form()
        for name, one in getattr(form, "base_fields", {}).items()
        if isinstance(one, forms.CharField) and not isinstance(one, TextField)
    }
    assert plain_ones == {("SignInForm", "username"), ("SignInForm", "password")}


def calls(name: str) -> set[str]:
    """The modules in which something of that name is called: `forms.CharField`, `json.loads`."""
    owner, _dot, verb = name.partition(".")
    found = set()
    for source in read_sources("rulesets", "tournaments"):
        for node in source.nodes if name in source.text else ():
            called = node.func if isinstance(node, ast.Call) else None
            if isinstance(called, ast.Attribute) and ast.unparse(called) == f"{owner}.{verb}":
                found.add(source.path.relative_to(ROOT).as_posix())
    return found


def test_no_form_makes_a_text_of_its_own() -> None:
    assert calls("forms.CharField") == {"tournaments/access/forms.py"}


def test_what_others_wrote_is_read_by_one_reader() -> None:
    """Elsewhere only what lies in the database is decoded, or what this program sent itself."""
    assert calls("json.loads") == {
        "rulesets/files/cli.py",
        "rulesets/folded/checks.py",  # refuses what is not clean
        "rulesets/movements/stored_schedules.py",  # the engine’s own data
        "tournaments/api/urls.py",  # what was asked of the library's document
        "tournaments/standings/selectors.py",
        "tournaments/db/rows.py",
        "tournaments/referee/game_session.py",  # cleans it
        "tournaments/files/event_document.py",
        "tournaments/files/backup.py",  # the manifest
        "tournaments/papers/rulebook/typesetter.py",  # what its own process measured
        "tournaments/models/event_games.py",
        "tournaments/boards/drive.py",
        "tournaments/boards/event_tables.py",
        "tournaments/scores/snapshots.py",
        "tournaments/boards/deal_reports.py",
        "tournaments/db/current_values.py",
    }


# --- every page -----------------------------------------------------------------------------------


@dataclass
class Sheet:
    """A form of a page. `texts` are the inputs that somebody types into."""

    action: str
    method: str
    pairs: list[tuple[str, str]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    values: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)


class Page(HTMLParser):
    """The forms and links of a page."""

    def __init__(self, text: str, address: str) -> None:
        super().__init__()
        self.address, self.forms, self.links = address, [], set()  # type: ignore[var-annotated]
        self.choice = self.area = ""
        self.feed(text)

    def handle_data(self, data: str) -> None:
        if self.area and self.forms:
            self.forms[-1].values[self.area] = data
            self.area = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "a" and given.get("href", "").startswith("/"):
            self.links.add(given["href"])
        if tag == "form":
            method = given.get("method", "get").lower()
            self.forms.append(Sheet(given.get("action") or self.address, method))
        if not self.forms:
            return
        one, name = self.forms[-1], given.get("name", "")
        if tag == "textarea" and name:
            one.texts.append(name)
            self.area = name
        elif tag == "button" and given.get("type") != "button":
            one.buttons.append((name, given.get("value", "")))
        elif tag == "select":
            self.choice = name
        elif tag == "option" and self.choice:
            there = any(name == self.choice for name, _value in one.pairs)
            if not there or "selected" in given:
                one.pairs = [pair for pair in one.pairs if pair[0] != self.choice]
                one.pairs.append((self.choice, given.get("value", "")))
        elif tag == "input" and name:
            self._input(one, name, given)

    def _input(self, one: Sheet, name: str, values: dict[str, str]) -> None:
        kind, value = values.get("type", "text"), values.get("value", "")
        kind = "number" if "data-number" in values else kind
        if kind in ("text", "search"):
            one.texts.append(name)
            one.values[name] = value
        elif kind in ("radio", "checkbox"):
            if "checked" in values or (
                kind == "radio" and not any(name == other for other, _value in one.pairs)
            ):
                one.pairs = [pair for pair in one.pairs if kind != "radio" or pair[0] != name]
                one.pairs.append((name, value or "on"))
        elif kind == "number":
            one.pairs.append((name, value or values.get("min") or "1"))
        elif kind != "file":
            one.pairs.append((name, value))


@pytest.fixture
def world(client: Client) -> list[str]:
    """An installation with something of everything; the addresses to begin at."""
    user = a_user()
    client.force_login(user)
    drive = start(people=8)
    waiting = an_event(2, name="Not begun")
    cards = begun("crazy-eights", people=4)
    golf = begun("golf", people=3)
    say(table(golf), 1, {"points": [1, 2, 3]})
    note_dispute(event=cards, actor=link_of(cards), objector="Ann", text="x", table=table(cards))
    family = family_of(user)
    shelf.new_game(family=family, value=declared("grandmas_rummy"))
    HouseRules.objects.create(family_id=family, name="Ours", game="hearts", options={})
    Person.objects.create(family_id=family, name="Somebody Else")
    begins = ["/", reverse("own_game_new"), reverse("own_game_import"), reverse("evening_new")]
    begins += [
        reverse("rulebook"),
        reverse("people"),
        reverse("event_new"),
        reverse("house_rules_new"),
    ]
    for event in Event.objects.all():
        ensure_links(event)
    begins.append(reverse("event_settings", args=(waiting.pk,)))
    begins.append(reverse("event_disputes", args=(cards.pk,)))
    begins.append(reverse("event_player", args=(drive.pk, entry(drive, "G1").pk)))
    begins.append(reverse("event_deal_withdraw", args=(golf.pk, 1, 1, 1)))
    begins += [reverse("table", args=(one.token,)) for one in Link.objects.filter(kind="table")]
    return begins


def link_of(event: Event) -> Any:
    ensure_links(event)
    return at_table(event, 1)


def crawl(client: Client, begins: list[str]) -> list[Sheet]:
    """Every form that is sent from the pages that lie around: a few pages behind each pattern of an
    address, for what one evening asks another may not."""
    waiting, opened, seen = list(begins), Counter[str](), set()
    values: dict[Any, Sheet] = {}
    while waiting:
        address = waiting.pop(0)
        path = urlsplit(address).path
        if "." in path:  # a picture, a paper, a table
            continue
        try:
            pattern = resolve(path).url_name or path
        except Resolver404:
            continue
        if path in seen or (opened[pattern] >= ALIKE and address not in begins):
            continue
        seen.add(path)
        opened[pattern] += 1
        answer = client.get(address)
        kind = answer.headers.get("Content-Type", "")
        if answer.status_code != 200 or not kind.startswith("text/html"):
            continue
        page = Page(answer.content.decode(), address)
        waiting += sorted(page.links)
        for form in page.forms:
            if form.method == "post" and form.texts:
                where = resolve(urlsplit(form.action).path).url_name
                values.setdefault((where, tuple(form.texts)), form)
    return list(values.values())


def typed(one: Sheet) -> dict[str, str]:
    """What is typed: a text of its own in each; a number stays one, with what nobody sees."""
    values = {}
    for number, name in enumerate(one.texts):
        value = one.values.get(name, "").strip()
        values[name] = f"{value}{UNSEEN[:-1]}" if value.isdecimal() else f"{DIRTY} {number}"
    return values


def texts_of(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, one in value.items():
            yield from (name, *texts_of(one))
    elif isinstance(value, list | tuple):
        for one in value:
            yield from texts_of(one)


def columns() -> Iterator[tuple[type[models.Model], dict[str, str]]]:
    """Every model of ours with its columns that hold text: their labels by their names."""
    for model in apps.get_app_config("tournaments").get_models():
        yield (
            model,
            {
                one.attname: f"{model._meta.model_name}.{one.name}"
                for one in model._meta.concrete_fields
                if isinstance(one, models.CharField | models.TextField | models.JSONField)
            },
        )


def stored() -> Iterator[tuple[str, str]]:
    """Every text of ours, with its column."""
    for model, labels in columns():
        for row in model._base_manager.values_list(*labels) if labels else ():
            for label, value in zip(labels.values(), row, strict=True):
                for text in texts_of(value):
                    yield label, text


def check(what: str) -> set[str]:
    """The columns with what was typed; nothing unseen is in any."""
    reached = set()
    for label, text in stored():
        assert clean_json(text) == text, (what, label, text)
        if SEEN in text:
            reached.add(label)
    return reached


@pytest.fixture
def short_books(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is typed for a rulebook is kept whatever it holds: here a single game."""

    def print_short(book: Book, *values: Any) -> PrintedBook:
        return print_book(replace(book, chapters=book.chapters[:1], changes=()), *values)

    monkeypatch.setattr(editions, "print_book", print_short)


@pytest.mark.django_db
@pytest.mark.usefixtures("short_books")
def test_nothing_unseen_is_kept_of_any_form(client: Client, world: list[str]) -> None:
    reached: set[str] = set()
    for one in crawl(client, world):
        for button in one.buttons or [("", "")]:
            data = dict(one.pairs) | typed(one)
            data |= {button[0]: button[1]} if button[0] else {}
            with transaction.atomic():
                answer = client.post(one.action, data)
                assert answer.status_code < 500
                if answer.status_code != 422:  # which keeps nothing
                    reached |= check(f"{one.action} {button}")
                transaction.set_rollback(True)
    others = {label for _model, labels in columns() for label in labels.values()} - reached
    assert others - NOT_TYPED - COPIED - ELSEWHERE == set()


@pytest.mark.django_db
def test_nothing_unseen_is_kept_of_a_team(client: Client) -> None:
    event = an_event(people=8)
    client.force_login(event.owner)
    row = event.entries.order_by("pk")[0]
    values = {"act": "team", "team": DIRTY}
    assert client.post(reverse("event_entry", args=[event.pk, row.pk]), values).status_code == 303
    assert "entry.team" in check("team")


@pytest.mark.django_db
def test_nothing_unseen_is_kept_of_a_photo(client: Client) -> None:
    event = an_event(people=8)
    client.force_login(event.owner)
    file = SimpleUploadedFile(DIRTY, a_picture(), "image/jpeg")
    values = {"act": "add", "file": file, "shows": "people", "caption": DIRTY}
    assert client.post(reverse("records_photos", args=[event.pk]), values).status_code == 303
    assert "photo.caption" in check("photo")


@pytest.mark.django_db
def test_nothing_unseen_is_kept_of_an_own_game(client: Client) -> None:
    """The page takes all of a game or nothing: numbers among its texts have to be some."""
    client.force_login(a_user())
    texts = dict.fromkeys(("name", "about", "unit", "needs", "how", "text"), DIRTY)
    asks = {"asks-0-label": DIRTY, "asks-0-says": DIRTY, "asks-0-help": DIRTY}
    sent = new(**texts, **asks) | {"asks-0-worth": f"2{UNSEEN[:-1]}"}
    assert client.post(reverse("own_game_new"), sent).status_code == 303
    assert "houseedition.declared" in check("own game")
    assert json.loads(HouseGame.objects.get().editions.get().declared)["asks"][0]["worth"] == 2


# --- files and commands -------------------------------------------------------------------------


def dirty(value: Any) -> Any:
    """The same document with what nobody sees in all of its texts, names of fields included."""
    if isinstance(value, str):
        return f"{value[:1]}{UNSEEN}{value[1:]}\u202e"
    if isinstance(value, dict):
        return {dirty(name): dirty(one) for name, one in value.items()}
    return [dirty(one) for one in value] if isinstance(value, list) else value


def as_file(value: Any, name: str = "file.json") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, json.dumps(value).encode(), "application/json")


@pytest.mark.django_db
def test_nothing_unseen_is_kept_of_any_file(client: Client) -> None:
    user = a_user()
    client.force_login(user)
    event = begun("golf", people=3)
    say(table(event), 1, {"points": [1, 2, 3]})
    note_dispute(event=event, actor=link_of(event), objector="Ann", text="x", table=table(event))
    before = json.loads(json.dumps(export_event(event)))
    values = {"file": as_file(dirty(before)), "second": "on"}
    answer = client.post(reverse("event_import"), values)
    assert answer.status_code == 303, answer.content
    check("event file")
    again = Event.objects.exclude(pk=event.pk).get()
    assert list(again.entries.values_list("name", flat=True)) == ["Ann", "Bo", "Cy"]

    assert (
        client.post(
            reverse("own_game_import"), {"file": as_file(dirty(declared("grandmas_rummy")))}
        ).status_code
        == 303
    )
    check("own game")
    assert HouseGame.objects.get().slug == "house-grandmas-rummy"

    lines = f"N{UNSEEN}ame,Note\nEva{UNSEEN[:-1]},{UNSEEN[:-1]}from Leeds\n{UNSEEN[:-1]},\n"
    listed = SimpleUploadedFile("people.csv", lines.encode(), "text/csv")
    response = client.post(reverse("people_import"), {"file": listed})
    assert "Line 3 has no name" in response.content.decode()


def test_a_score_file_is_read_without_them(tmp_path: Path, capsys: Any) -> None:
    values = {
        "game": "hearts",
        "players": ["Ann", "Bo", "Cy", "Di"],
        "rounds": [{"hearts": {"Ann": 13, "Bo": 0, "Cy": 0, "Di": 0}, "queen": "Ann"}],
    }
    answers = []
    for value in (values, dirty(values)):
        path = tmp_path / "score.json"
        path.write_text(json.dumps(value))
        answers.append((cli.main(["score", str(path)]), capsys.readouterr().out))
    assert answers[0] == answers[1]
    assert "Ann" in answers[0][1]


def test_a_document_with_a_field_twice_is_refused_all_the_same() -> None:
    with pytest.raises(Unusable):
        parse(b'{"name": 1, "na\\u200bme": 2}', "file")


@pytest.mark.django_db
def test_nothing_unseen_is_kept_of_a_command() -> None:
    call_command("host", "eva", "--called", DIRTY, "--family", f"The {DIRTY}s")
    assert Family.objects.filter(name=f"The {SEEN}s").exists()
    assert a_user("eva").first_name == SEEN
    with pytest.raises(Exception, match="A family needs a name"):
        call_command("host", "eva", "--family", UNSEEN)


@pytest.mark.django_db
def test_a_backup_from_before_comes_back_clean(tmp_path: Path) -> None:
    event = start(people=4)
    Event.objects.update(name=DIRTY, place=UNSEEN)
    Person.objects.filter(name="G1").update(note=f"from{UNSEEN} Leeds")
    write_backup(tmp_path / "all.zip")
    restore_backup(tmp_path / "all.zip", force=True)
    event.refresh_from_db()
    assert event.name == SEEN
    assert event.place == UNSEEN  # nothing would be left of it
    assert Person.objects.get(name="G1").note == "from Leeds"
