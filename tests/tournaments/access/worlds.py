"""Evenings with one of everything that an address or a form can name, for tests of who may reach
what; and what of them is in the database."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

from django.apps import apps
from django.db import connection
from django.db.models import Model

from tests.rulesets.every_game import declared
from tests.tournaments import board_evening
from tests.tournaments.editions import an_edition
from tests.tournaments.evening import host, say, start, table
from tests.tournaments.job_rows import a_cards_job, a_paper_job, a_photo, an_import_job
from tournaments.access.services import ensure_links, make_link
from tournaments.evenings.services import create_evening
from tournaments.house_games.services import keep_rules, new_game
from tournaments.models import Dispute, Event, Pairing, Prize, Report, family_of
from tournaments.models.event_games import format_of
from tournaments.people.services import add_person

MODELS = list(apps.get_app_config("tournaments").get_models())
Pks = dict[type[Model], set[Any]]


def all_rows() -> Pks:
    return {model: set(model._base_manager.values_list("pk", flat=True)) for model in MODELS}


@dataclass
class World:
    """An event, what belongs to it and to its family, and words that only it says."""

    event: Event
    tokens: dict[str, str]
    objects: dict[str, Any]
    words: tuple[str, ...] = ()
    rows: Pks = field(default_factory=dict)

    def state(self) -> dict[str, Any]:
        """Its rows, and all that point to them."""
        values: dict[str, Any] = {}
        for model in MODELS:
            manager, label = model._base_manager, model._meta.label_lower
            own = manager.filter(pk__in=self.rows[model])
            values[label] = list(own.order_by("pk").values_list())
            for one in model._meta.concrete_fields:
                if one.is_relation and one.related_model in self.rows:
                    pks = self.rows[one.related_model]
                    pointing = manager.filter(**{f"{one.attname}__in": pks})
                    values[f"{label}.{one.name}"] = sorted(pointing.values_list("pk", flat=True))
        return values


@contextmanager
def noted(world: World) -> Iterator[None]:
    """Note the rows that are made meanwhile as those of a world."""
    before = all_rows()
    yield
    after = all_rows()
    world.rows = {model: after[model] - before[model] for model in MODELS}


def drive(owner: Any, word: str) -> Event:
    """Two tables, each with a report that nobody has agreed to."""
    event = start(people=8, owner=owner, name=f"{word} evening", place=f"{word} hall")
    for number in (1, 2):
        say(table(event, number), 1, {"tricks": [7, 6]})
    for entry in event.entries.all():
        entry.name = f"{word} {entry.name}"
        entry.save(update_fields=["name"])
    return event


def boards(_owner: Any, word: str) -> Event:
    """Two tables that keep a board each, with a report that waits for the others."""
    event = board_evening.start(board_evening.GOLF, 6, tables=2, name=f"{word} evening")
    for number in (1, 2):
        board_evening.play_round(event, Random(number), number)
    return event


KINDS = {"drive": drive, "boards": boards}


def world(owner: Any, word: str, kind: str = "drive", own_game: str = "lake_race") -> World:
    """Everything, of which a word in all names tells whose it is."""
    made = World(None, {}, {}, (word,))  # type: ignore[arg-type]
    with noted(made):
        event = made.event = KINDS[kind](owner, word)
        ensure_links(event)
        for one in event.links.all():
            if one.table_number in (None, 1):
                made.tokens[one.kind] = one.token
        keeper = make_link(event=event, actor=host(event), kind="scorekeeper", label=f"{word} Sam")
        made.tokens["scorekeeper"] = keeper.token
        made.objects = _objects(event, word, own_game)
    made.words += tuple(made.tokens.values())
    return made


def _objects(event: Event, word: str, own_game: str) -> dict[str, Any]:
    first, second = event.entries.order_by("pk")[:2]
    family = family_of(event.owner)
    dispute = Dispute.objects.create(event=event, objector="G1", text=f"{word} noise")
    job = a_paper_job(event, state="done", file=word.encode(), filename="cards.pdf")
    pairing = Pairing.objects.create(event=event, first=first, second=second, kind="apart")
    together = create_evening(
        owner=event.owner, name=f"{word} night", date=dt.date(2026, 11, 21), way="places"
    )
    person = add_person(family=family, name=f"{word} Person")
    game = new_game(family=family, value=declared(own_game))
    rules = keep_rules(family=family, name=f"{word} rules", game="hearts", options={})
    seated = (
        table(event, 1)
        if format_of(event).keeping.credit == "carried"
        else board_evening.table(event, 1)
    )
    edition = an_edition(event.book)
    edition.number = 10 + edition.pk  # of two worlds in one family
    edition.save(update_fields=["number"])
    photo = a_photo(event, caption=f"{word} at the table")
    report = Report.objects.filter(table__seating__event=event).order_by("pk").first()
    return {
        "event_id": event.pk,
        "evening_id": together.pk,
        "entry_id": first.pk,
        "person_id": person.pk,
        "dispute_id": dispute.pk,
        "link_id": event.links.get(kind="spectator").pk,
        "job_id": job.pk,
        "import_id": an_import_job(event).pk,
        "cards_id": a_cards_job(event).pk,
        "photo_id": photo.pk,
        "photo_key": photo.key,
        "edition_id": edition.pk,
        "report_id": report.pk if report else 0,
        "rules_id": rules.pk,
        "slug": game.slug,
        "choice_key": game.slug,
        "pairing_id": pairing.pk,
        "prize_id": Prize.objects.create(
            event=event, position=1, kind=Prize.Kind.LAST, title=f"{word} spoon"
        ).pk,
        "seating_id": seated.seating_id,
        "table_id": seated.pk,
        "evening_token": together.token,
    }


class Writes:
    """Whether anything of ours was written meanwhile."""

    def __init__(self) -> None:
        self.any = False

    def __call__(self, execute: Any, sql: str, *rest: Any) -> Any:
        if "tournaments_" in sql and not sql.lstrip("( ").startswith("SELECT"):
            self.any = True
        return execute(sql, *rest)


@contextmanager
def writes() -> Iterator[Writes]:
    found = Writes()
    with connection.execute_wrapper(found):
        yield found
