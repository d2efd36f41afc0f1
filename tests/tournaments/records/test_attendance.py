"""A person's pages: what finished evenings come to, what they lead to, and what they cost."""

from __future__ import annotations

import datetime as dt
import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments.people.past_evenings import NAMES, figures, finished, shelf
from tests.tournaments.visits import words_of
from tournaments.models import BookEdition, Person
from tournaments.records.attendance import history
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db

HIGH, LOW, PARTNERS = "five-hundreds", "hearts", "euchre"


def who(name: str) -> Person:
    return Person.objects.get(name=name)


def look(laptop: Client, person: Person, page: str = "person", query: str = "") -> str:
    response = laptop.get(reverse(page, args=[person.pk]) + query)
    assert response.status_code == 200
    return words_of(response)


def test_evenings_say_what_the_standings_say(laptop: Client) -> None:
    finisheds = [finished(game, seed=seed) for seed, game in enumerate((HIGH, LOW, HIGH))]
    for name in NAMES[:4]:
        rows = [next(r for r in standings(event).rows if r.name == name) for event in finisheds]
        evenings = history(who(name))
        assert sorted(evening.total or 0 for evening in evenings) == sorted(
            row.total for row in rows
        )
        wins = sum(row.rank == 1 for row in rows)
        assert (
            sum(evening.outcome is not None and evening.outcome.is_win for evening in evenings)
            == wins
        )
        page = look(laptop, who(name))
        for place in ("Latest evenings", "Games", "Five Hundreds", "Hearts"):
            assert place in page
        won = look(laptop, who(name), "person_evenings", "?of=won")
        assert f"{name} won {wins} evening" in won
    of_game = look(laptop, who("Ann"), "person_evenings", f"?game={HIGH}")
    assert "Ann played Five Hundreds on 2 evenings" in of_game
    assert "hearts" not in of_game
    for wrong in ("?of=lost", "?game=euchre"):
        address = reverse("person_evenings", args=[who("Ann").pk]) + wrong
        assert laptop.get(address).status_code == 404


@pytest.mark.sql
def test_pages_tell_it_all_and_lead_on(laptop: Client) -> None:
    shelf(8, 6, (HIGH, PARTNERS))
    Person.objects.update(note="from Leeds")
    bo = who("Bo")
    html = laptop.get(reverse("person", args=[bo.pk])).content.decode()
    page = look(laptop, bo)
    order = ("in the top three", "Through the years", "Latest evenings", "All 8 evenings",
             "Games", "Worth knowing", "All figures", "Change the name")  # fmt: skip
    years = len(figures(bo).years)
    assert (years > 2) == ("Through the years" in page)
    places = [page.index(text) for text in order if text in page]
    assert places == sorted(places)
    assert len(places) > 5
    assert "Share of the others beaten: 2018" in html or years < 3
    assert not re.search(r"\bNone\b|\{\{|&lt;|\bnan\b", page)
    all_figures = look(laptop, bo, "person_figures")
    for text in ("By game", "By who was there", "Euchre", "deals played"):
        assert text in all_figures, text
    of_year = look(laptop, bo, "person_figures", "?since=2018&until=2018")
    since = look(laptop, bo, "person_figures", "?since=2018")
    (first, of_all), (_first, of_one) = (
        re.findall(r"(Bo): (\d+) evenings?", text)[0] for text in (since, of_year)
    )
    assert (first, int(of_one)) == (
        "Bo",
        sum(y.evenings for y in figures(bo).years if y.year == 2018),
    )
    assert int(of_all) == sum(y.evenings for y in figures(bo).years if y.year >= 2018)
    for wrong in ("?since=1999", "?until=x", "?since=2019&until=2018"):
        answer = laptop.get(reverse("person_figures", args=[bo.pk]) + wrong)
        assert answer.status_code == 422
        assert answer.context["form"].errors
        assert laptop.get(reverse("person_evenings", args=[bo.pk]) + wrong).status_code == 404
    more = laptop.get(reverse("person_figures", args=[bo.pk])).content.decode()
    addresses = set(re.findall(r'href="(/(?:events|people)/[^"#]+)', html + more))
    assert len(addresses) > 8
    for address in addresses:
        assert laptop.get(unescape(address)).status_code == 200, address
    statements = []
    for added in (0, 4):
        for number in range(added):
            finished(LOW, seed=number, date=dt.date(2020 + number, 5, 1))
        with CaptureQueriesContext(connection) as counted:
            look(laptop, bo)
            look(laptop, bo, "person_figures")
            look(laptop, bo, "person_evenings")
        statements.append(len(counted))
    # Counted anew once after the evenings that were added.
    assert statements[1] <= statements[0] + 8


@pytest.mark.sql
def test_who_is_left_out_has_no_figures_and_can_come_back(laptop: Client) -> None:
    finished(HIGH)
    ann = who("Ann")
    care = reverse("person_care", args=[ann.pk])
    assert "Does Ann not want to be in the records?" in words_of(laptop.get(care))
    assert not who("Ann").left_out
    BookEdition.objects.create(
        family=ann.family, kind="yearbook", number=1, title="Yearbook 2025", line="Edition 1",
        told={"people": [ann.pk]}, pages=4,
    )  # fmt: skip
    assert "In print Yearbook 2025, Edition 1." in words_of(laptop.get(care))
    assert "In print" not in words_of(laptop.get(reverse("person_care", args=[who("Bo").pk])))
    file = laptop.get(reverse("person_download", args=[ann.pk]))
    assert "Ann" not in file["Content-Disposition"]
    assert "noindex" in file["X-Robots-Tag"]
    (row,) = file.json()["evenings"]
    assert (row["game"], row["sides"]) == (HIGH, 4)
    assert file.json()["name"] == "Ann"
    assert file.json()["yearbooks"] == ["Yearbook 2025, Edition 1"]
    assert file.json()["figures"]["evenings"] == 1
    assert Client().get(reverse("person_download", args=[ann.pk])).status_code == 403
    assert Client().post(care, {"out": "1"}).status_code == 403
    assert laptop.post(care, {"out": "1"}).status_code == 303
    assert who("Ann").left_out
    page = look(laptop, ann)
    assert "Left out of the records." in page
    assert "All figures" not in page
    assert "Latest evenings" in page
    assert laptop.get(reverse("person_figures", args=[ann.pk])).status_code == 404
    assert "Ann" not in look(laptop, who("Bo"), "person_figures").split()
    assert "Put Ann back in" in words_of(laptop.get(care))
    assert laptop.post(care, {"out": "0"}).status_code == 303
    assert not who("Ann").left_out
