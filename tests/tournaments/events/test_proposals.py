"""The formats that are proposed for a game and so many people, and how long each takes."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from rulesets import games
from rulesets.formats import format_of, propose_format, rank_formats
from tests.tournaments.visits import words_of
from tournaments.events.arrangement import arrange, explain_left_out, propose
from tournaments.models import Event
from tournaments.models.event_games import formats_of

pytestmark = pytest.mark.django_db

ROOM = ("individual", "progressive", "court_whist")
CLUB = ("progressive", "individual", "court_whist")
NEW = {"name": "Friday", "date": "2026-11-27", "place": ""}


def slugs(game: str, people: int) -> tuple[str, ...]:
    forms = [propose_format(format, people) for format in formats_of(games.load(game))]
    found = rank_formats(forms, people)
    return tuple(
        format.kind.slug for format in found if format.kind.slug in (*ROOM, "table", "team_line")
    )


@pytest.mark.parametrize(
    ("game", "people", "expected"),
    [
        ("euchre", 0, ("table", "court_whist", "progressive", "individual")),
        ("euchre", 4, ("table", *ROOM)),
        ("euchre", 5, ROOM),
        # A club night of Euchre is progressive, from two tables on.
        ("euchre", 8, (*CLUB, "table")),
        ("euchre", 401, ("progressive", "court_whist")),
        ("five-in-a-row", 2, ("table",)),
        # The drive has its own seven sets of four hands, which last into the morning.
        ("hand-and-foot", 8, ("individual", "progressive", "table", "court_whist")),
        ("golf", 5, ("table",)),
        ("gin-tournament", 22, ("team_line",)),
    ],
)
def test_what_fits_is_proposed_the_best_first(
    game: str, people: int, expected: tuple[str, ...]
) -> None:
    assert slugs(game, people) == expected


def told(game: str, people: int) -> dict[str, str]:
    return {one.slug: one.words for one in propose(formats_of(games.load(game)), people, "")}


def test_each_says_in_a_line_what_it_means_tonight() -> None:
    nine, four = told("euchre", 9), told("euchre", 4)
    assert nine["individual"] == (
        "7 sets of 4 hands · about 2½ hours · nobody has the same partner twice · "
        "one person sits out each set"
    )
    assert (
        nine["court_whist"] == "7 sets of 4 hands · about 2½ hours · one person sits out each set"
    )
    assert told("euchre", 22)["progressive"].endswith("two people sit out each set")
    assert four["table"] == "About 45 minutes"
    assert "partners repeat as late as possible" in four["individual"]
    assert told("euchre", 0)["progressive"] == "7 sets of 4 hands · about 2½ hours"
    pairs = format_of(games.load("euchre"), "pairs")
    assert "One person has no partner yet." in arrange(pairs, 9).words


def test_one_that_is_left_alone_has_its_reason() -> None:
    row, euchre = (formats_of(games.load(game)) for game in ("five-in-a-row", "euchre"))
    assert explain_left_out(row, 2) == "With 4 or more people there are other ways to play it."
    assert not explain_left_out(row, 0)
    assert not explain_left_out(euchre, 9)
    assert not explain_left_out(formats_of(games.load("golf")), 5)
    fewer = [format for format in euchre if format.kind.slug in ("individual", "progressive")]
    assert "a schedule seats at most 400" in explain_left_out(fewer, 401)


# --- on the page of a new event -------------------------------------------------------------------


def names(people: int) -> str:
    return "\n".join(f"Guest {number}" for number in range(people))


def shown(laptop: Client, target: str, people: int, **sent: Any) -> str:
    """What htmx is answered once so many names stand there."""
    values = {"HX-Request": "true", "HX-Target": target}
    data = NEW | {"game": "euchre", "shown": "euchre", "names": names(people)} | sent
    return laptop.post(reverse("event_new"), data, headers=values).content.decode()


def offered(page: str) -> list[str]:
    return re.findall(r'name="format" value="([^"]+)"', page)


def checked(page: str) -> list[str]:
    return re.findall(r'name="format" value="([^"]+)"[^>]* checked', page)


def test_the_proposals_follow_the_number(laptop: Client) -> None:
    first = laptop.get(reverse("event_new"), {"game": "euchre"}).content.decode()
    assert checked(first) == ["table"]
    assert offered(first) == list(games.load("euchre").formats)
    untouched = {"format": "table", "advised": "table", "shown_format": "table"}
    eight = shown(laptop, "games", 8, **untouched)
    assert checked(eight) == ["progressive"]
    assert 'name="option_rounds"' in eight  # what it leaves open comes along
    assert eight.count('id="formats"') == 1
    now = dict.fromkeys(("format", "advised", "shown_format"), "progressive")
    nine = shown(laptop, "games", 9, **now)
    assert (checked(nine), "table" in offered(nine)) == (["progressive"], False)
    assert 'id="game-part"' not in nine
    assert '<fieldset id="formats" class="field" hx-swap-oob="morph">' in nine
    assert "one person sits out each set" in nine
    assert checked(shown(laptop, "games", 4, **now)) == ["table"]


def test_what_fits_less_well_is_folded_until_it_is_chosen(laptop: Client) -> None:
    untouched = {"format": "table", "advised": "table", "shown_format": "table"}
    in_sight, fold, others = shown(laptop, "games", 12, **untouched).partition(
        '<details class="fold" id="other-formats">'
    )
    assert fold
    assert len(offered(in_sight)) == 3
    assert "Five other ways" in others
    last = offered(others)[-1]
    chosen = {"format": last, "advised": "progressive", "shown_format": last}
    assert 'id="other-formats" open>' in shown(laptop, "games", 12, **chosen)


def typed_length(page: str) -> tuple[str, ...]:
    """Sets, hands and minutes as they stand in the form."""
    matches = re.findall(r'name="option_(?:rounds|deals|minutes_number)" value="(\d*)"', page)
    return tuple(matches)


@pytest.mark.exhaustive(keep=("30-progressive", "30-swiss"))
@pytest.mark.parametrize("form", ["progressive", "individual", "swiss", "pairs"])
@pytest.mark.parametrize("people", [8, 30])
def test_the_length_is_that_of_the_number_and_not_of_the_last_time(
    laptop: Client, form: str, people: int
) -> None:
    short = {"option_rounds": "3", "option_deals": "1", "option_best": "2"}
    data = NEW | {"game": "euchre", "format": form, "names": names(8), "option_carry": "wins"}
    assert laptop.post(reverse("event_new"), data | short).status_code == 303
    before = Event.objects.get()
    assert (before.options["rounds"], before.options["deals"]) == (3, 1)
    proposed = format_of(games.load("euchre"), form).offer.propose(people)
    chosen = {"game": "euchre", "format": form, "names": names(people)}
    page = shown(laptop, "game-part", people, format=form, shown_format=form)
    assert typed_length(page) == (str(proposed["rounds"]), str(proposed["deals"]), "")
    assert "Last time, with 8 people, it was 3 sets of 1 hand." in page
    assert re.search(r'name="option_carry"[^>]* value="wins"[^>]* checked', page)
    assert laptop.post(reverse("event_new"), NEW | chosen | {"act": "save"}).status_code == 303
    made = Event.objects.order_by("pk")[1]
    assert {name: made.options[name] for name in ("rounds", "deals")} == {
        name: proposed[name] for name in ("rounds", "deals")
    }
    assert made.options.get("best", 0) == 0
    assert made.options["carry"] == "wins"


def test_the_length_of_the_last_time_is_taken_over_by_a_tap(laptop: Client) -> None:
    data = NEW | {"game": "euchre", "format": "progressive", "names": names(8)}
    length = {"option_rounds": "3", "option_deals": "1"}
    assert laptop.post(reverse("event_new"), data | length).status_code == 303
    chosen = {"format": "progressive", "advised": "progressive", "shown_format": "progressive"}
    now = {"option_rounds": "7", "option_deals": "4", "proposed_rounds": "7", "proposed_deals": "4"}
    page = shown(laptop, "game-part", 30, **chosen, **now, act="length")
    assert typed_length(page) == ("3", "1", "")
    assert "3 sets of 1 hand" in page
    assert "Last time" not in page
    typed = {**now, **length}  # and it stays when somebody else comes
    page = shown(laptop, "games", 31, **chosen, **typed)
    assert "3 sets of 1 hand" in page
    assert "Last time" not in page
    whole = laptop.post(reverse("event_new"), data | now | {"act": "length", "shown": "euchre"})
    assert (whole.status_code, Event.objects.count()) == (200, 1)  # without a script
    assert typed_length(whole.content.decode()) == ("3", "1", "")


def test_the_sets_follow_the_number_until_somebody_types_them(laptop: Client) -> None:
    chosen = {"format": "swiss", "advised": "individual", "shown_format": "swiss"}
    before = {"proposed_rounds": "7", "proposed_deals": "4", "option_target": "10"}
    before |= {"proposed_carry": "points", "option_carry": "points"}
    typed = {"option_rounds": "7", "option_deals": "4"}
    page = shown(laptop, "games", 34, **chosen, **before, **typed)
    assert '<details id="rules" class="whole" hx-swap-oob="morph">' in page
    assert re.search(r'name="option_rounds" value="5"', page)
    assert 'name="proposed_rounds" value="5"' in page
    assert "5 sets of 4 hands" in page
    now = {**before, "proposed_rounds": "5"}
    assert 'id="rules"' not in shown(laptop, "games", 36, **chosen, **now, option_rounds="5")
    page = shown(laptop, "games", 68, **chosen, **now, **typed | {"option_rounds": "4"})
    assert re.search(r'name="option_rounds" value="4"', page)
    assert 'name="proposed_rounds" value="6"' in page
    data: dict[str, Any] = NEW | chosen | {"game": "euchre", "names": names(34), "act": "save"}
    assert laptop.post(reverse("event_new"), data).status_code == 303
    assert Event.objects.get().options["rounds"] == 5


def test_names_that_stand_twice_and_a_mail_are_told_while_somebody_types(laptop: Client) -> None:
    text = "Ann\nNora O'Brien\nBo\nNORA O’BRIEN\nann\nNora O'Brien (from Leeds)"
    page = shown(laptop, "games", 0, names=text)
    assert "NORA O’BRIEN is here twice (lines 2 and 4)." in page
    assert "ann is here twice (lines 1 and 5)." in page
    assert page.count("is here twice") == 2
    assert 'data-take-out="4"' in page
    assert "is here twice" not in shown(laptop, "games", 0, names="Ann\nBo")
    mail = shown(laptop, "games", 0, names="Hi all,\nAnn\nBo\nCy\nCheers\nBo")
    assert "Left out: Lines 1, 5, 6 are the greeting and the end of a mail." in " ".join(
        mail.split()
    )


def test_all_that_is_wrong_stands_there_at_once_and_the_foot_counts_it(laptop: Client) -> None:
    data: dict[str, Any] = NEW | {"game": "euchre", "format": "progressive", "act": "go"}
    typed = {
        "names": "anne miller\nAnne Miller",
        "date": "soon",
        "apart": "Ann Miller, Anne Miller",
    }
    refused = laptop.post(reverse("event_new"), data | typed)
    assert refused.status_code == 422
    page = refused.content.decode()
    assert "Three things to put right:" in page
    assert words_of(refused).count("Nobody on the list is called Ann Miller. Did you mean") == 1
    assert '<a href="#id_names">Names</a>' in page
    assert '<a href="#id_date">' in page
    assert "Anne Miller is here twice (lines 1 and 2)." in words_of(refused)
    assert "Anne Miller is also on line 1" not in words_of(refused)
    assert 'data-take-out="2"' in page
    assert not Event.objects.exists()


def test_pairs_are_partners_only_if_the_host_says_so(laptop: Client) -> None:
    page = shown(laptop, "games", 0, names="Ann + Bo\nCy + Di\nEd + Fay\nGus + Hal")
    assert "8 people, 4 chairs" in page
    assert "Two names with a + share a chair and take turns." in page
    assert "data-part-pairs" in page
    said = shown(laptop, "games", 8, pairs="1")
    assert checked(said) == ["pairs"]
    assert "data-part-pairs" not in said
    assert "data-part-pairs" not in shown(laptop, "games", 0, names="Ann + Bo\nCy\nDi\nEd")


def test_what_separates_people_who_are_level_is_named(laptop: Client) -> None:
    chosen = {"format": "progressive", "advised": "progressive", "shown_format": "progressive"}
    page = shown(laptop, "makes", 8, **chosen, fitted="8", sought="")
    assert "People who are level at the end share the place." in page
    typed = {"option_rounds": "7", "option_deals": "4", "option_target": "10"}
    ties = {"option_tie_breaks": ["wins", "lot"], **typed}
    page = shown(laptop, "makes", 8, **chosen, **ties, fitted="8", sought="")
    assert "separated by sets won, then by lot, drawn once" in page
    assert "share the place" not in page.partition("</p>")[0]  # the lot decides
    one = shown(laptop, "games", 4, format="table", advised="table", shown_format="table")
    assert "level at the end" not in one
