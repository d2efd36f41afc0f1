"""Take in old score cards: CSV, XLSX, or plays of BG Stats."""

import json
from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import CommandParser
from django.db import transaction
from django.utils import translation

from rulesets.records.score_cards.values import fold
from tournaments.db.import_staging import hold_book
from tournaments.management import Command as BaseCommand
from tournaments.management import Unusable
from tournaments.models import family_of
from tournaments.models.errors import Refused
from tournaments.people.forms import find_person
from tournaments.people.people_file import likeness
from tournaments.records.card_document import card_document
from tournaments.records.card_events import TakenCards, take_in
from tournaments.records.card_games import CardGames
from tournaments.records.card_import import SAME, SECOND, CardAnswers, read_report
from tournaments.records.card_people import NEW, TWIN, PeopleMatcher
from tournaments.web.forms import message

OPEN = 1


class Command(BaseCommand):
    """Read score cards, and take them in unless something is asked or open. Prints JSON; exit code
    0 if all goes in, 1 if not, 2 for what cannot be read at all."""

    help = "Take in old score cards (CSV, XLSX, JSON of BG Stats), or say what is open."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a table of score cards, or plays of BG Stats")
        parser.add_argument("--host", metavar="NAME", help="a host of the family (else the first)")
        parser.add_argument("--dry-run", action="store_true", help="store nothing")
        parser.add_argument(
            "--order", choices=("day", "month"), default="", help="what unclear dates begin with"
        )
        parser.add_argument("--game", default="", help="the game of lines that name none")
        parser.add_argument(
            "--again",
            choices=(SAME, SECOND),
            default="",
            help="evenings that are here by another name: leave them out, or take them in as well",
        )
        parser.add_argument(
            "--as-on-card", action="store_true", help="what contradicts stays as on the card"
        )
        parser.add_argument(
            "--same",
            action="append",
            default=[],
            metavar="NAME=PERSON",
            help="who of the house a name on the cards is",
        )
        parser.add_argument(
            "--new", action="append", default=[], metavar="NAME", help="a name of somebody new"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        users = get_user_model()._default_manager.order_by("pk")
        user = users.filter(username=options["host"]).first() if options["host"] else users.first()
        if user is None:
            raise Unusable(
                f"There is no host {options['host']}."
                if options["host"]
                else "There is no host yet."
            )
        try:
            data = options["file"].read_bytes()
        except (OSError, ValueError) as error:
            raise Unusable(f"There is no file {options['file']}.") from error
        family = family_of(user)
        # Read only once no page takes anything in: both would add the same evenings.
        with translation.override("en"), transaction.atomic():
            hold_book(family)
            try:
                report = read_report(family, data, answers_of(family, options))
                taken = TakenCards()
                if report.is_ready:
                    dry_run = options["dry_run"]
                    taken = take_in(report, owner=user, family=family, dry_run=dry_run)
            except Refused as refused:
                raise Unusable(" ".join(map(message, refused.problems))) from refused
            self.stdout.write(json.dumps(card_document(report, taken), ensure_ascii=False))
        if not report.is_ready:
            raise SystemExit(OPEN)


def answers_of(family: int, options: dict[str, Any]) -> CardAnswers:
    """Return the answers of the options. Raises Refused for a name of nobody."""
    game = ""
    if options["game"]:
        game = CardGames(family).slugs.get(fold(options["game"]), "")
        if not game:
            raise Unusable(f"There is no game {options['game']}.")
    people = {fold(name): NEW for name in options["new"]}
    book = list(PeopleMatcher(family, {}).book.items())
    for text in options["same"]:
        name, _, person = text.partition("=")
        try:
            people[fold(name)] = find_person(book, person.strip())
        except Refused:
            if likeness(name) != likeness(person):
                raise
            people[fold(name)] = TWIN  # another spelling in the same file
    return CardAnswers(
        order=options["order"],
        game=game,
        again=options["again"],
        people=people,
        accepted=None if options["as_on_card"] else frozenset(),
    )
