"""Counting a hand: what anyone may ask, and what comes back for nonsense.

No test here has a database, so that a query for whoever has no session would be an error.
"""

import re
from urllib.parse import urlencode

import pytest
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulesets.cards.deck import CARDS
from tests.sampling import examples
from tests.tournaments.visits import words_of
from tournaments.report_forms.inputs import address_of, values_text, way, ways

ROUGHLY = settings(
    max_examples=examples(24),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
KINDS = sorted({one.counter.kind for one in ways()})
TYPED = st.one_of(
    st.text(max_size=300),
    st.lists(st.sampled_from([card.text for card in CARDS]), max_size=30).map(" ".join),
    st.text("AKQJT1023456789SHDCsh♠♥, /", max_size=60),
)


def ask(client, kind, **query):
    return client.get(f"{reverse('count_hand', args=[kind])}?{urlencode(query)}")


def test_the_games_that_count_cards_are_offered_and_each_answers(client):
    page = client.get(reverse("counting"))
    assert page.status_code == 200
    links = re.findall(r'href="(/count/[^"]+)"', page.content.decode())
    assert len(links) == len(ways()) >= 2
    for link in links:
        response = client.get(link.replace("&amp;", "&"))
        assert response.status_code == 200
        assert "<form" in response.content.decode()


def address_in(slug, kind):
    """What an address says of the first counter of that kind in a game; of gin and golf nothing."""
    counters = [one.counter for one in ways() if (one.slug, one.counter.kind) == (slug, kind)]
    return address_of(counters[0]) if slug else {}


@pytest.mark.parametrize(
    ("slug", "kind", "query", "value", "told"),
    [
        ("", "gin", {"cards": "KD 9H 4S", "table": "5S 6S 7S QD JD 10D"}, "9",
         "Laid off on 10♦ J♦ Q♦"),
        ("", "golf", {"cards": "KS QH QD 7H / 2S QS QC 7D"}, "-8", "The grid counts −8"),
        ("hand-and-foot", "cards", {"cards": "3H 3S 2C"}, "30", ""),
        ("five-hundreds", "points", {"cards": "AS 4D", "table": "KS KH KD"}, "0",
         "On the table minus in hand: 0"),
        ("horseshit-rummy", "points", {"table": "10S 9S", "rank": "9"}, "110", ""),
        ("horseshit-rummy", "points", {"table": "10S 9S"}, "15", ""),
        ("mexican-train", "tiles", {"cards": "6-4 12-11 0-0"}, "33", ""),
        ("ten-thousand", "dice", {"cards": "5 5 5 2 3", "before": 400}, "900",
         "500 and 400 before: 900 in this turn"),
        ("ten-thousand", "dice", {"cards": "2 3 4 6 6", "before": 400}, "0",
         "Nothing scores: the turn is over"),
        ("thirty-one", "suit", {"cards": "KH 7H AC"}, "17", ""),
        ("thirty-one", "suit", {"cards": "2S 2H 2D", "of": 61}, "30.5", ""),
    ],
)  # fmt: skip
def test_each_kind_of_counter_counts_on_its_page(client, slug, kind, query, value, told):
    response = ask(client, kind, **address_in(slug, kind) | query, part=1)
    assert f'data-value="{value}"' in response.content.decode()
    assert "<html" not in response.content.decode()
    assert told in words_of(response)


@pytest.mark.parametrize(
    ("slug", "kind", "query", "told"),
    [
        ("", "gin", {"cards": ""}, ""),
        ("", "gin", {"cards": "QX"}, ""),
        ("", "gin", {"cards": "<script>alert(1)</script>"}, ""),
        ("", "gin", {"cards": "QS QS"}, ""),
        ("", "gin", {"cards": "JK"}, ""),
        ("", "gin", {"cards": "QS " * 200}, ""),
        ("", "gin", {"cards": "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"}, ""),
        ("", "gin", {"cards": "QS", "table": "2H 3H"}, ""),
        ("", "gin", {"cards": "QS", "table": "QS QH QD"}, ""),
        ("", "golf", {"cards": "QS QH"}, ""),
        ("five-hundreds", "points", {"cards": "KS", "table": "KS"}, ""),
        ("horseshit-rummy", "points", {"table": "2S"}, ""),
        ("mexican-train", "tiles", {"cards": "13-1"}, "is not a tile in this set"),
        ("mexican-train", "tiles", {"cards": "12-12"}, "The 12-12 is in the middle"),
        ("mexican-train", "tiles", {"cards": "6-4 4-6"}, "is there 2 times"),
        ("ten-thousand", "dice", {"cards": "7"}, ""),
        ("thirty-one", "suit", {"cards": "AS KS"}, ""),
    ],
)
def test_what_cannot_be_counted_is_refused_with_a_reason(client, slug, kind, query, told):
    response = ask(client, kind, **address_in(slug, kind) | query, part=1)
    assert response.status_code == 422
    assert told in words_of(response)
    assert 'class="problem"' in response.content.decode()
    assert "data-value" not in response.content.decode()
    assert "<script>alert" not in response.content.decode()


def test_what_was_typed_is_not_lost(client):
    response = ask(client, "gin", cards="QS QX", table="2H 3H")
    assert response.status_code == 422
    assert 'value="QS QX"' in response.content.decode()
    assert 'value="2H 3H"' in response.content.decode()


def test_nothing_is_taken_by_post(client):
    for url in (reverse("counting"), reverse("count_hand", args=["gin"])):
        assert client.post(url, {"cards": "QS"}).status_code == 405


JANKEN, FRENCH = "5.6.7.8.9", "0.1.2.3"


@pytest.mark.parametrize(
    ("deck", "cards", "count"),
    [
        ({}, "8R KW 3L QS", 73),
        ({"suits": JANKEN, "packs": 2}, "8R 8R", 100),
        ({"suits": FRENCH, "packs": 1}, "8H KD 3C QS", 73),
    ],
)
def test_single_cards_are_counted_by_the_deck_that_is_played_with(client, deck, cards, count):
    game = next(one for one in ways() if one.slug == "crazy-eights")
    response = ask(client, "cards", cards=cards, part=1, values=values_text(game.counter), **deck)
    assert f'data-value="{count}"' in response.content.decode()


def test_a_card_of_another_deck_is_none(client):
    response = ask(client, "cards", cards="8H", part=1, suits=JANKEN)
    assert response.status_code == 422
    assert "“8H” (card 1) is no card" in words_of(response)
    assert ask(client, "cards", cards="8R 8R", part=1).status_code == 422


@ROUGHLY
@given(st.sampled_from(KINDS), TYPED, TYPED)
def test_no_hand_breaks_it(client, kind, cards, table):
    response = ask(client, kind, cards=cards, table=table, part=1)
    if "\x00" in cards + table:  # no text at all
        assert response.status_code == 400
        return
    assert response.status_code in (200, 422)
    page = response.content.decode()
    assert ('class="counted"' in page) == (response.status_code == 200)
    assert ('class="problem"' in page) == (response.status_code == 422)


@ROUGHLY
@given(st.dictionaries(st.sampled_from(["least", "most", "rows", "packs", "jokers"]), st.text()))
def test_only_counters_that_games_declare_are_used(limits):
    found = way(KINDS[0], limits)
    assert found is None or found in ways()


def test_the_rules_of_a_game_lead_to_its_counting(client):
    for one in ways():
        page = client.get(reverse("rules", args=[one.slug])).content.decode()
        assert f'href="{reverse("count_hand", args=[one.counter.kind])}?' in page
    assert "/count/" not in client.get(reverse("rules", args=["court-whist"])).content.decode()


@pytest.mark.parametrize("one", ways(), ids=lambda value: f"{value.slug}-{value.counter.kind}")
def test_an_address_names_its_counter(one):
    found = way(one.counter.kind, address_of(one.counter))
    assert address_of(found.counter) == address_of(one.counter)


def test_every_round_of_a_game_counts_its_own_wild_rank(client):
    """Arizona Rummy: threes are wild in the first round, kings in the last."""
    mine = [one for one in ways() if one.slug == "arizona-rummy"]
    assert [one.name for one in mine][::10] == [
        "Arizona Rummy, 3 cards, threes wild",
        "Arizona Rummy, 13 cards, kings wild",
    ]
    counts = []
    for case in (mine[0], mine[-1]):
        response = ask(client, "cards", cards="3S KS JK", part=1, **address_of(case.counter))
        counts.append(re.search(r'data-value="(\d+)"', response.content.decode())[1])
    assert counts == ["85", "80"]


@pytest.mark.parametrize(
    ("kind", "address"),
    [
        ("nothing", {}),
        ("gin", {"most": "99999999"}),
        ("golf", {"rows": 0}),
        ("cards", {"suits": "0.1"}),
        ("cards", {"suits": FRENCH, "packs": "x"}),
        ("cards", {"values": "1.2.3"}),
        ("cards", {"suits": FRENCH, "packs": 1, "most": 5000}),
        ("tiles", {"of": "99.1"}),
        ("tiles", {"of": "x"}),
        ("dice", {"of": "9999999"}),
        ("points", {"without": "XX"}),
        ("points", {"values": "1.2.3.4.5.6.7.8.9.10.11.12.13.14_3H"}),
        ("points", {"values": "1.2.3.4.5.6.7.8.9.10.11.12.13.14", "wild": "wild-x"}),
        ("cards", {"jokers": "999"}),
    ],
)
def test_what_nobody_plays_with_is_not_found(client, kind, address):
    assert ask(client, kind, **address).status_code == 404
