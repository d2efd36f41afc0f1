"""Print what a family's finished evenings come to, as JSON."""

import json
import re
from typing import Any, cast, get_args

from django.contrib.auth import get_user_model
from django.core.management.base import CommandParser

from rulesets.records.comparisons import MOST_AMONG
from rulesets.records.seasons import SeasonRules
from rulesets.standings.placings import Way
from tournaments.management import Command as BaseCommand
from tournaments.management import Unusable
from tournaments.models import family_of
from tournaments.models.errors import Refused
from tournaments.models.families import usual_family
from tournaments.people.forms import find_person
from tournaments.records.selectors import FamilyRecords, Years, family_records
from tournaments.web.forms import message

YEARS = re.compile(r"([0-9]{4})(?:-([0-9]{4}))?")
POINTS = re.compile(r"[0-9]{1,6}(,[0-9]{1,6})*")
MOST = 10_000  # evenings of a season


class Command(BaseCommand):
    """Print records: people, house, evenings; some people among themselves, a season."""

    help = "Print the records of a family as JSON: people, house, evenings."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", metavar="NAME", help="a host of the family (else the first)")
        parser.add_argument(
            "--alone", action="store_true", help="people’s figures without shared chairs"
        )
        parser.add_argument("--years", metavar="1990-2010", help="only these years, or one")
        parser.add_argument("--among", metavar="A,B", help="these people among themselves")
        parser.add_argument(
            "--season",
            metavar="10,8,6",
            help="the latest evening’s season, by these points for places, or by games, places, "
            "share",
        )
        for name, text in (
            ("best", "how many evenings count"),
            ("least", "how many evenings it takes to be ranked"),
            ("left", "how many evenings are still to be played"),
        ):
            parser.add_argument(f"--{name}", type=int, metavar="N", help=text)

    def handle(self, *args: Any, **options: Any) -> None:
        years, rules = years_of(options["years"]), rules_of(options)
        records = family_records(family_called(options["host"]))
        if years is not None:
            records = records.within(years)
        document = records.document(alone=options["alone"])
        answer = document.whole(records.kinds)
        if options["among"] is not None:
            answer["among"] = document.among(people_of(records, options["among"]))
        if rules is not None:
            answer["season"] = document.season(records.season_evenings(), rules)
        self.stdout.write(json.dumps(answer, ensure_ascii=False))


def family_called(host: str | None) -> int:
    """Return the family of a host, or the first."""
    if host is None:
        return usual_family()
    user = get_user_model()._default_manager.filter(username=host).first()
    if user is None:
        raise Unusable(f"There is no host {host}.")
    return family_of(user)


def years_of(text: str | None) -> Years | None:
    """Return a time: a year, or two with a hyphen."""
    if text is None:
        return None
    match = YEARS.fullmatch(text)
    if match is None:
        raise Unusable("--years takes a year, or two: 1990-2010.")
    first, last = int(match[1]), int(match[2] or match[1])
    if first > last:
        raise Unusable(f"--years ends before it begins: {text}.")
    return first, last


def rules_of(options: dict[str, Any]) -> SeasonRules | None:
    """Return how a season counts; None without one."""
    text = options["season"]
    numbers = {name: options[name] for name in ("best", "least", "left")}
    for name, number in numbers.items():
        if number is not None and text is None:
            raise Unusable(f"--{name} needs --season.")
        if number is not None and not 0 <= number <= MOST:
            raise Unusable(f"--{name} takes a number from 0 to {MOST}.")
    if text is None:
        return None
    chosen = {name: number for name, number in numbers.items() if number is not None}
    if text in get_args(Way):
        return SeasonRules(cast("Way", text), **chosen)
    if not POINTS.fullmatch(text):
        ways = ", ".join(get_args(Way))
        raise Unusable(f"--season takes the points of the first places (10,8,6), or one of {ways}.")
    points = tuple(map(int, text.split(",")))
    if list(points) != sorted(points, reverse=True) or not points[0]:
        raise Unusable("--season: a better place never has fewer points, and a win has some.")
    return SeasonRules(points, **chosen)


def people_of(records: FamilyRecords, text: str) -> list[int]:
    """Return the people of these names."""
    house = records.house
    there = {who for evening in house.evenings for who in evening.chair_of} - house.out
    book = [(who, records.names[who]) for who in sorted(there)]
    try:
        people = [find_person(book, name.strip()) for name in text.split(",")]
    except Refused as refused:
        raise Unusable(" ".join(map(message, refused.problems))) from refused
    if not 2 <= len(set(people)) == len(people) <= MOST_AMONG:
        raise Unusable(f"--among takes from two to {MOST_AMONG} different names: A,B.")
    return people
