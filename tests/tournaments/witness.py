"""What two hundred made-up evenings say, as short digests: whoever rebuilds the house changes none.

`tests/data/witness.json` has an entry for each evening and a word for each thing that it says: its
event file, score file, standings and their explanations, seats, the text of every page and paper,
and how many statements each page takes. After a change that is meant, write it anew and say in the
commit which lines changed, and why:

    WITNESS=write .venv/bin/python -m pytest --exhaustive -n 2 tests/tournaments/test_witness.py
"""

from __future__ import annotations

import datetime as dt
import fcntl
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count, islice
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from rulesets import games
from tests.recordings import DATA, Digests, digest
from tests.rulesets import former
from tests.tournaments import board_evening
from tests.tournaments.events.test_random_evenings import DETOURS, IN_STAGES, Plan, begin
from tests.tournaments.visits import beginnings, papers, words_of
from tests.tournaments.walks import Walk, walk_board, walk_sets
from tournaments.access.services import ensure_links
from tournaments.cache.memo import clear_memos
from tournaments.files.event_document import export_event, score_file
from tournaments.models import Event, JoinCode, Link
from tournaments.standings.selectors import standings

BOOK = DATA / "witness.json"
EVENINGS = 200
BEGINNING = dt.datetime(2026, 11, 21, 18, tzinfo=dt.UTC)
SETS, SETS_OF_STAGES = 3, 6  # at most
# What an event file has of no evening but of the moment and of the machine.
MOMENTS = re.compile(r'"(exported|version)": "[^"]*"|"(key|uid|code)": "[^"]*"')


@dataclass(frozen=True)
class Script:
    """An evening that is played: a game, how it is run ("table", or a format in which people carry
    their points along), and how many people come; the same seed, the same evening."""

    game: str
    form: str
    people: int
    seed: int

    def __str__(self) -> str:
        return f"{self.game}-{self.form}-{self.people}-{self.seed}"

    @property
    def is_board(self) -> bool:
        return self.form in ("table", "team_line")

    def play(self, client: Client, begin_walk: Callable[[Event, Client], Walk] = Walk) -> Walk:
        """Play it through, with every deed that a host has."""
        if self.is_board:
            walk = begin_walk(board_evening.start(self.game, self.people, seed=self.seed), client)
            walk_board(walk, rounds=3 + self.seed % 5, seed=self.seed)
            return walk
        plan = self.plan
        walk = begin_walk(begin(self.game, self.form, plan), client)
        ensure_links(walk.event)
        has_stages = self.form == "knockout" or " then " in self.form
        walk_sets(walk, plan, SETS_OF_STAGES if has_stages else SETS)
        return walk

    @property
    def plan(self) -> Plan:
        turns = len(DETOURS)
        detours = tuple(DETOURS[(self.seed + 2 * turn) % turns] for turn in range(turns))
        return Plan(self.people, self.seed, ((), (), ()), detours, best_of=1 + 2 * (self.seed % 2))


def kinds_of_evening() -> list[tuple[str, list[str]]]:
    """Every format with the games of one family that fit it: what an evening is of. Rummoli is
    played at a table alone: made-up chips go round for hundreds of rounds until somebody has all
    of them, which a few rounds show as well."""
    fitting: dict[tuple[str, str], list[str]] = {}
    for slug in sorted(games.slugs()):
        game = games.load(slug)
        for form in ("table",) if slug == "rummoli" else game.formats:
            fitting.setdefault((form, game.family), []).append(slug)
    kinds = [(form, slugs) for (form, _family), slugs in sorted(fitting.items())]
    return [*kinds, *((form, [game]) for game, form in IN_STAGES)]


def scripts() -> Iterator[Script]:
    """One of each kind after the other, each time another game and other people."""
    kinds = kinds_of_evening()
    for turn in count():
        for form, slugs in kinds:
            slug = slugs[turn % len(slugs)]
            low, high = games.load(slug).plays.players
            people = 8 + (3 * turn + len(form)) % 6
            if form == "table":
                people = low + turn % (min(high, 8) - low + 1)
            elif form == "team_line":
                people = 6 + 2 * (turn % 3)
            yield Script(slug, form, people, turn + 1)


SCRIPTS = list(islice(scripts(), EVENINGS))


def begin_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the same evening say the same again: rows are numbered from 1, because pages have the
    numbers in their addresses, and a minute passes with each deed and none else."""
    if connection.vendor != "sqlite":
        pytest.skip("statements and numbers were written down on SQLite")
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM sqlite_sequence")
    moment, do = [BEGINNING], Walk.do

    def do_a_minute_later(walk: Walk, deed: str, act: object) -> bool:
        moment[0] += dt.timedelta(minutes=1)
        return do(walk, deed, act)

    monkeypatch.setattr(timezone, "now", lambda: moment[0])
    monkeypatch.setattr(Walk, "do", do_a_minute_later)


# --- what an evening says -------------------------------------------------------------------------


def forget() -> None:
    """Let the next page be read anew."""
    cache.clear()
    clear_memos()


def name_links(event: Event) -> None:
    """Give the addresses of an evening names instead of secrets, so that they can be compared."""
    ensure_links(event)
    for link in Link.objects.filter(event=event):
        Link.objects.filter(pk=link.pk).update(token=f"{link.kind}-{link.table_number}-{link.pk}")
    for code in JoinCode.objects.filter(event=event):
        JoinCode.objects.filter(pk=code.pk).update(code=f"C{code.pk:05}")
    forget()


def digests_of(walk: Walk) -> Digests:
    """All that an evening says, by kind."""
    event = walk.event
    name_links(event)
    document = json.dumps(export_event(event), sort_keys=True, default=str)
    table = standings(event)
    pages, statements = read_pages(walk.client, event)
    return {
        "deeds": digest(walk.deeds),
        "event file": digest(MOMENTS.sub("", document)),
        "standings": digest([[row.name, row.total, row.rank] for row in table.rows]),
        "seats": digest(list(seats_of(event))),
        "pages": listed(pages),
        "papers": listed({kind: digest(text) for kind, text in papers(walk.client, event).items()}),
        "statements": listed(statements),
        **scores_of(event),
    }


def listed(values: Mapping[str, Any]) -> str:
    """Names and values in a line."""
    return " ".join(f"{name}={value}" for name, value in sorted(values.items()))


def scores_of(event: Event) -> Digests:
    """The score file, and what the rules alone make of it, with reasons."""
    document = json.loads(json.dumps(score_file(event)))
    return {"score file": digest(document), "explanations": digest(former.answer(document))}


def seats_of(event: Event) -> Iterator[tuple[Any, ...]]:
    """Who sat where in each set, and who sat out."""
    for seating in event.seatings.order_by("set_number", "revision"):
        seated = seating.seats.order_by("table__number", "chair")
        yield seating.set_number, seating.revision, seating.state
        yield tuple(seated.values_list("table__number", "chair", "entry__name", "role"))
        yield tuple(seating.sit_outs.order_by("entry__name").values_list("entry__name", "reason"))


def read_pages(client: Client, event: Event) -> tuple[dict[str, str], dict[str, int]]:
    """The text of every page at which somebody begins, and how many statements it takes anew."""
    texts, statements = {}, {}
    addresses = beginnings(event)
    addresses += [
        reverse("event_player", args=[event.pk, entry.pk]) for entry in event.entries.all()[:3]
    ]
    for address in addresses:
        forget()
        with CaptureQueriesContext(connection) as queries:
            response = client.get(address)
        assert response.status_code < 500, address
        texts[address] = digest(f"{response.status_code} {words_of(response)}")
        statements[address] = len(queries)
    return texts, statements


# --- the book -------------------------------------------------------------------------------------


def read_book() -> dict[str, Digests]:
    """What every evening said when it was last written down."""
    return json.loads(BOOK.read_text())


def write_down(script: Script, digests: Digests) -> None:
    """Put an evening into the book; several processes may write."""
    with BOOK.open("a+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        book = json.loads(file.read() or "{}") | {str(script): digests}
        ordered = {str(each): book[str(each)] for each in SCRIPTS if str(each) in book}
        file.truncate(0)
        file.write(json.dumps(ordered, indent=1) + "\n")
