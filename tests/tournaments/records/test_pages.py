"""The pages of the records: their words, who is named, what they lead to, and what they cost."""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
import re
from collections import Counter
from typing import Any

import pytest
from django.core.management import call_command
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from rulesets.records.house import ALL, LISTS
from rulesets.records.seasons import SeasonRules
from rulesets.records.stories import story_of
from tests.tournaments.api.calls import Caller
from tests.tournaments.evening import a_stranger, a_user, an_event
from tests.tournaments.people.past_evenings import NAMES, finished
from tests.tournaments.row_copies import remember_rows
from tests.tournaments.visits import signed_in, words_of
from tournaments.cache.memo import clear_memos
from tournaments.models import Event, Person
from tournaments.records.comparison_pages import among_page, people_to_compare, two_page
from tournaments.records.evening_pages import evening_page, fallen_records, next_to_fall
from tournaments.records.pages import (
    champion_years,
    moments_page,
    one_list,
    people_choices,
    year_so_far,
)
from tournaments.records.season_page import choose_season, needs_words, season_page
from tournaments.records.selectors import FamilyRecords, family_records
from tournaments.records.wording import MEANINGS, TITLES
from tournaments.standings.selectors import standings
from tournaments.wall.selectors import wall
from tournaments.wall.slides import slides

pytestmark = pytest.mark.django_db

PAGES = ("records", "records_champions", "records_lists", "records_moments")
GAME = "five-hundreds"
AGAIN = 6  # queries: session, user and family (two), everybody, and the versions of all events


def look(client: Client, name: str, *args: str) -> str:
    response = client.get(reverse(name, args=args))
    assert response.status_code == 200
    return words_of(response)


def evenings(*years: int, game: str = GAME, each: int = 1) -> list[Event]:
    """Finished evenings, so many in each of these years."""
    days = [dt.date(year, 3, 1 + at) for year in years for at in range(each)]
    return [finished(game, seed=at, date=day, rounds=5) for at, day in enumerate(days)]


@remember_rows
def last_of(*years: int, game: str = GAME, each: int = 1) -> Event:
    """The last of these evenings."""
    return evenings(*years, game=game, each=each)[-1]


def records_of(event: Event) -> FamilyRecords:
    clear_memos()
    return family_records(event.book)


def test_before_the_first_evening_it_says_how_to_begin() -> None:
    client = signed_in(a_user())
    page = look(client, "records")
    assert "The first evening makes the first record" in page
    assert "Start a game" in page
    assert "Import a file" in page
    for name in PAGES[1:]:
        assert look(client, name)


def test_every_list_opens_with_the_evenings_behind_it() -> None:
    last = last_of(2024, 2025, each=5)
    records, client = records_of(last), signed_in(last.owner)
    lists = records.house.lists
    assert lists.keys() == {ALL, GAME}
    assert TITLES.keys() == MEANINGS.keys() == set(LISTS)
    everywhere = look(client, "records_lists")
    for scope, held in lists.items():
        for name, holding in held.items():
            shown = one_list(records, scope, name)
            assert shown.evenings, name
            behind = records.house.evenings_behind(scope, name)
            if name in ("wins", "wins_in_a_row") and len(holding.who) == 1:
                assert len(behind) == holding.value
            assert shown.lines[0].leads
            assert shown.lines[0].value == shown.value
            assert [line.place for line in shown.lines] == sorted(
                line.place for line in shown.lines
            )
            page = look(client, "records_list", scope, name)
            assert f"{shown.title}: {shown.names}" in page
            assert shown.meaning in page
            assert all(records.names[who] in page for who in holding.who)
            assert shown.title in everywhere


def test_one_person_alone_is_looked_up_in_lists_and_great_moments() -> None:
    last = last_of(2024, 2025, each=5)
    records, client = records_of(last), signed_in(last.owner)
    (who, name), *_others = people_choices(records)
    alone = f"?person={who}"
    answer = client.get(reverse("records_lists") + alone)
    rows = {(row.game, row.list): row for group in answer.context["groups"] for row in group.lists}
    for scope, held in records.house.lists.items():
        for title, holding in held.items():
            row = rows.get((scope, title))
            assert (row is not None and row.leads) == (who in holding.who)
            if row is not None and not row.leads:
                assert row.names.endswith(" place")
    assert name in words_of(answer)
    page = words_of(client.get(reverse("records_moments") + alone))
    assert "How rare they are" not in page
    own = moments_page(records, person=who)
    assert all(name in line.title for line in own.latest)
    for address in ("records_lists", "records_moments"):
        for wrong in ("0", "x", "9" * 9):
            assert client.get(reverse(address) + f"?person={wrong}").status_code == 404
    Person.objects.filter(pk=who).update(left_out=True)
    assert client.get(reverse("records_lists") + alone).status_code == 404


def test_what_it_takes_to_have_improved_most_is_a_choice() -> None:
    last = last_of(2024, 2025, each=5)
    client = signed_in(last.owner)
    if "most_improved" not in records_of(last).house.lists[ALL]:
        pytest.skip("nobody has")
    address = reverse("records_list", args=[ALL, "most_improved"])
    assert "Who came 5 times in a year and in the one before" in words_of(client.get(address))
    assert client.get(f"{address}?of_year=0").status_code == 422
    for times in (6, 7):  # each of them, not the page that was shown before
        changed = client.get(f"{address}?of_year={times}")
        assert changed.status_code == 200
        text = f"Who came {times} times in a year and in the one before: 0 years."
        assert text in words_of(changed)


def test_champions_stand_in_years_with_the_gap() -> None:
    last = last_of(2022, 2024, 2025)
    records = records_of(last)
    years = champion_years(records, ALL, 2026)
    assert [(line.year, line.kind) for line in years if not line.evenings] == [
        (2026, "now"),
        (2023, "none"),
    ]
    assert [line.year for line in years] == [2026, 2025, 2024, 2023, 2022]
    page = look(signed_in(last.owner), "records_champions")
    assert "2023 nobody met" in page
    assert look(signed_in(last.owner), "records_champions") == page
    unknown = reverse("records_champions") + "?game=nothing"
    assert signed_in(last.owner).get(unknown).status_code == 404


def test_the_year_that_goes_on_says_who_has_won_and_who_still_can() -> None:
    year = timezone.localdate().year
    last = last_of(year - 1, year, each=4)
    records = records_of(last)
    so_far = year_so_far(records, ALL, year, planned=0)
    won = [evening.winners for evening in records.house.evenings if evening.year == year]
    wins = Counter(who for winners in won for who in winners)
    assert {row.person_id: row.wins for row in so_far.rows} == wins
    leaders = tuple(sorted(row.person_id for row in so_far.rows if row.leads))
    assert leaders == records.house.champions[year][ALL]
    assert so_far.words == ""
    most = so_far.rows[0].wins
    assert most > 1
    few = year_so_far(records, ALL, year, planned=most - 1)
    assert "can still be champion" in few.words
    assert "anybody" not in few.words
    assert all(row.name in few.words for row in so_far.rows)
    assert year_so_far(records, ALL, year + 1, planned=3) is None
    for _evening in range(most):
        an_event(owner=last.owner, date=dt.date(year, 12, 31))
    page = look(signed_in(last.owner), "records_champions")
    assert f"{year} so far" in page
    assert "so anybody can still be champion" in page


@pytest.mark.sql
def test_who_is_left_out_is_named_nowhere() -> None:
    last = last_of(2024, 2025, each=5)
    records = records_of(last)
    (winner, *_others) = records.house.evenings[-1].winners
    person = Person.objects.get(pk=winner)
    client = signed_in(last.owner)
    assert person.name in look(client, "records")
    person.left_out = True
    person.save()
    pages = [look(client, name) for name in PAGES]
    pages += [
        look(client, "records_list", scope, name)
        for scope, held in records_of(last).house.lists.items()
        for name in held
    ]
    # Names of people and of events differ in this family; "Ann" stands in no other word.
    assert not [page for page in pages if re.search(rf"\b{person.name}\b", page)]
    assert "omebody" in pages[0]


def test_another_family_and_who_is_not_signed_in_see_nothing() -> None:
    last = last_of(2025)
    stranger = signed_in(a_stranger())
    for name in PAGES:
        assert Client().get(reverse(name)).status_code == 403
        assert not any(person in look(stranger, name).split() for person in NAMES[:4])
    held = reverse("records_list", args=[ALL, "wins"])
    assert Client().get(held).status_code == 403
    assert stranger.get(held).status_code == 404
    assert signed_in(last.owner).get(held).status_code == 200
    for wrong in ((ALL, "nothing"), ("nothing", "wins"), (GAME, "most_improved")):
        assert signed_in(last.owner).get(reverse("records_list", args=wrong)).status_code == 404


def test_no_search_engine_and_no_name_in_an_address() -> None:
    last = last_of(2024, 2025, each=5)
    client = signed_in(last.owner)
    for name in PAGES:
        response = client.get(reverse(name))
        assert "noindex" in response.headers["X-Robots-Tag"]
        links = re.findall(r'href="([^"]*)"', response.content.decode())
        assert not [link for link in links if any(person in link for person in NAMES)]
        assert client.post(reverse(name)).status_code == 405


def test_a_second_look_costs_the_same_however_many_evenings(
    django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    first = last_of(2024)
    client = signed_in(first.owner)
    cold = []
    for years in ((), (2019, 2020, 2021, 2022)):
        evenings(*years)
        clear_memos()
        with django_assert_max_num_queries(40) as counted:
            look(client, "records")
        cold.append(len(counted))
        for name in PAGES:
            look(client, name)
            with django_assert_num_queries(AGAIN):
                look(client, name)
    assert cold[0] == cold[1]


def test_great_moments_say_how_rare_they_are() -> None:
    last = [finished("hearts", seed=at, date=dt.date(2025, 1, 1 + at)) for at in range(3)][-1]
    records = records_of(last)
    shown = moments_page(records)
    page = look(signed_in(last.owner), "records_moments")
    assert [line.title for line in shown.kinds] == ["Every heart and the queen"]
    assert shown.total == len(shown.latest)
    (kind,) = shown.kinds
    assert kind.dots is None or len(kind.dots.items) == shown.total + 2  # a line, and its year
    of_game = moments_page(records, "hearts")
    assert of_game.latest == shown.latest
    assert moments_page(records, "euchre") is None
    client = signed_in(last.owner)
    address = reverse("records_moments")
    assert client.get(f"{address}?game=hearts").status_code == 200
    assert client.get(f"{address}?game=euchre").status_code == 404
    for line in (*shown.kinds, *shown.latest[:5]):
        assert line.title in page
        assert line.note in page
    assert shown.kinds[0].rarity in page
    assert ("never yet" in page) == (not shown.total)


def test_an_evening_is_told_and_what_fell_is_named_where_people_are() -> None:
    found = evenings(2024, 2025, 2026, each=3)
    last, client = found[-1], signed_in(found[-1].owner)
    records = records_of(last)
    falls = [at for at, fell in enumerate(records.house.falls) if fell]
    assert falls
    for at in (falls[0], len(found) - 1):
        event = Event.objects.get(pk=records.house.evenings[at].key)
        page = look(client, "records_evening", str(event.pk))
        told = evening_page(records, event.pk)
        assert told.headline in page
        for words in (*told.fell, *told.moments, *(row.why for row in told.awards)):
            assert words in page
        assert [row.leads for row in told.places].count(True) == len(
            [outcome for outcome in records.house.evenings[at].outcomes if outcome.is_win]
        )
        results = look(client, "event_results", str(event.pk))
        assert fallen_records(event) == told.fell[:3]
        for words in told.fell[:3]:
            assert words in results
        bettered = story_of(records.house, at).fall
        assert bool(wall(event).fell) == (bettered is not None)
    following = next_to_fall(last.book)
    home = look(client, "home")
    assert ("Could fall tonight" in home) == (following is not None)
    assert following is None or following[1] in home
    Event.objects.filter(pk=last.pk).update(hide_standings=True, version=99)
    last.refresh_from_db()
    assert fallen_records(last) == ()
    assert client.get(reverse("records_evening", args=[last.pk])).status_code == 404
    address = reverse("records_evening", args=[found[0].pk])
    assert signed_in(a_stranger()).get(address).status_code == 404
    assert Client().get(address).status_code == 403


def test_people_side_by_side() -> None:
    found = evenings(2024, 2025, each=4)
    last, client = found[-1], signed_in(found[-1].owner)
    records = records_of(last)
    address = reverse("records_among")
    ids = {name: Person.objects.get(name=name).pk for name in NAMES[:4]}

    def side_by_side(*names: str, status: int = 200) -> str:
        response = client.get(address, {"with": [ids[name] for name in names]})
        assert response.status_code == status
        return words_of(response)

    for row in people_to_compare(records, ()):
        assert row.name in side_by_side()
        assert row.evenings == 8
    assert "Choose at least two people." in side_by_side("Ann", status=422)
    two = two_page(records, ids["Ann"], ids["Bo"])
    page = side_by_side("Ann", "Bo")
    assert two.headline in page
    assert two.headline == side_by_side("Bo", "Ann").partition(two.headline)[1]
    ranks = []
    for event in found:
        places = {row.name: row.rank for row in standings(event).rows}
        ranks.append((places["Ann"], places["Bo"]))
    better = sorted([sum(a < b for a, b in ranks), sum(a > b for a, b in ranks)])
    assert [two.all.behind, two.all.ahead] == better
    assert two.all.level == sum(a == b for a, b in ranks)
    assert len(two.lately) == len(two.evenings) == 8
    some = among_page(records, [ids[name] for name in ("Ann", "Bo", "Cy")])
    page = side_by_side("Ann", "Bo", "Cy")
    assert some.headline in page
    assert some.words in page
    for row in some.lines:
        assert sum(row.places) == 8
        assert row.ahead_of.count(None) == 1
    assert sum(row.places[0] for row in some.lines) >= 8
    assert [row.beaten for row in some.lines] == sorted(
        (row.beaten for row in some.lines), key=lambda share: -(share or 0)
    )
    Person.objects.filter(name="Cy").update(left_out=True)
    side_by_side("Ann", "Cy", status=404)
    assert "Cy" not in side_by_side().split()
    for wrong in ("x", "0", str(10**30)):
        assert client.get(address, {"with": [wrong, ids["Ann"]]}).status_code == 404
    stranger = signed_in(a_stranger())
    assert stranger.get(address, {"with": [ids["Ann"], ids["Bo"]]}).status_code == 404
    assert not any(name in words_of(stranger.get(address)).split() for name in NAMES)
    assert Client().get(address).status_code == 403


@pytest.mark.sql
def test_a_season_says_who_leads_and_what_it_takes() -> None:
    client = signed_in(a_user())
    assert "No season yet" in look(client, "records_season")
    found = evenings(2025, each=3)
    Event.objects.update(name="Friday cup", version=50)
    records = records_of(found[-1])
    chosen = choose_season(records)
    assert chosen is not None
    shown = season_page(records, chosen, SeasonRules((10, 8, 6, 5, 4, 3, 2, 1)))
    page = look(client, "records_season")
    assert shown.title == "Friday cup"
    assert shown.headline in page
    assert "3 evenings played." in page
    assert sum(row.total for row in shown.rows) >= 3 * (10 + 8 + 6 + 5) - 6
    assert [row.total for row in shown.rows] == sorted(
        (row.total for row in shown.rows), reverse=True
    )
    assert shown.heads == tuple(
        (event.pk, f"{event.date.day} Mar") for event in sorted(found, key=lambda value: value.date)
    )
    assert f"Friday cup The season {shown.words}" in look(client, "records")
    assert f"In the season: Friday cup {shown.headline}" in look(
        client, "records_evening", str(found[0].pk)
    )
    # A planned evening is left; another name is a season of its own.
    again = an_event(0, owner=found[0].owner, name="Friday cup")
    assert "Who can still win" in look(client, "records")
    assert "at most" in look(client, "records_season")
    again.delete()
    others = [finished("hearts", seed=at, date=dt.date(2025, 5, at + 1)) for at in range(2)]
    Event.objects.filter(pk__in=[event.pk for event in others]).update(name="Hearts night")
    clear_memos()
    answer = client.get(reverse("records_season"))
    assert answer.context["season"].title == "Hearts night"
    assert answer.context["season"].others == ((found[-1].pk, "Friday cup"),)
    of_cup = client.get(reverse("records_season"), {"event": found[0].pk})
    assert of_cup.context["season"].headline == shown.headline
    for nothing in ("x", 0, 10**12):
        assert client.get(reverse("records_season"), {"event": nothing}).status_code == 404
    rules = {"way": "games", "best": 1, "left": 2, "event": found[0].pk}
    response = client.get(reverse("records_season"), rules)
    assert "noindex" in response.headers["X-Robots-Tag"]
    page = words_of(response)
    assert "Who can still win:" in page
    assert response.content.decode().count("<s>") == 8
    for wrong in ({"best": "x"}, {"left": -1}, {"least": 10**9}, {"way": "wins"}):
        response = client.get(reverse("records_season"), wrong)
        assert response.status_code == 422
        assert 'class="problem"' in response.content.decode()
    assert Client().get(reverse("records_season")).status_code == 403
    assert needs_words((1, 4)) == "a win and a 4th place"
    assert needs_words((1, 1, 0)) == "two wins and one more evening, in any place"
    assert (needs_words(()), needs_words(None)) == ("leads now", "cannot win any more")


@pytest.mark.sql
def test_pages_files_and_the_api_say_the_same(capsys: Any) -> None:
    last = last_of(2024, 2025, each=5)
    records, client = records_of(last), signed_in(last.owner)
    call_command("records")
    document = json.loads(capsys.readouterr().out)
    assert client.get(reverse("records_file")).json() == document
    table = client.get(reverse("records_table")).content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(table, newline="")))
    for scope, held in records.house.lists.items():
        game = "all games" if scope == ALL else records.games[scope].name
        for name in held:
            shown = one_list(records, scope, name)
            lines = [row for row in rows if (row["Game"], row["List"]) == (game, TITLES[name])]
            first = lines[: len(shown.lines)]
            assert [(row["Name"], row["Place"], row["When"]) for row in first] == [
                (line.names, str(line.place), line.note) for line in shown.lines
            ]
            # A spreadsheet takes nothing with a sign in front for a formula.
            assert [row["Value"].lstrip("'") for row in first] == [
                line.value for line in shown.lines
            ]
    # And by the link of an event: that event alone.
    for event, row in zip(Event.objects.order_by("date"), document["evenings"], strict=True):
        assert Caller(event, "spectator")("/record").json() == row
    Event.objects.filter(pk=last.pk).update(hide_standings=True)
    clear_memos()
    assert Caller(last, "spectator")("/record").status_code == 404
    for name in ("records_file", "records_table", "cards_empty"):
        assert Client().get(reverse(name)).status_code in (302, 403)


@pytest.mark.sql
def test_the_wall_shows_the_records_of_its_game_once_the_places_are_shown() -> None:
    last = last_of(2025, each=5)
    records = records_of(last)
    rows = wall(last).records
    assert [(row.game, row.list) for row in rows] == [
        (GAME, name) for name in records.house.lists[GAME]
    ]
    fallen = {(fall.game, fall.list) for fall in records.house.falls[-1]}
    assert {(row.game, row.list) for row in rows if row.leads} == fallen & {
        (row.game, row.list) for row in rows
    }
    assert "records" in [slide.key for slide in slides(wall(last), "")]
    Event.objects.filter(pk=last.pk).update(hide_standings=True, version=F("version") + 1)
    assert wall(Event.objects.get(pk=last.pk)).records == ()
