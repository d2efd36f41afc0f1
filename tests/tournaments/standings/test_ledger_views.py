"""The ledger page: at the table, and for spectators as far as the host lets them see."""

from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.benchmarks.halls import long_rummoli
from tests.call_counts import count_calls
from tests.tournaments.board_evening import GOLF, play, start
from tests.tournaments.phones.test_round_pages import address, words
from tournaments.access.services import ensure_links
from tournaments.cache import page_cache
from tournaments.models import Event, Link
from tournaments.scores import books
from tournaments.scores.books import in_words

pytestmark = pytest.mark.django_db


def spectators(event):
    ensure_links(event)
    link = Link.objects.get(event=event, kind="spectator")
    return reverse("spectator_books", args=(link.token,))


def test_spectators_see_no_books_while_results_are_hidden(client):
    event = start(GOLF)
    play(event, most=1)
    Event.objects.filter(pk=event.pk).update(hide_standings=True)
    seen = words(client.get(spectators(event)))
    assert "is keeping the results back" in seen
    assert "quarter" not in seen


def test_one_account_and_one_total_stay_chosen_in_every_part(client):
    event = long_rummoli(120)
    url = address("table_books", event)
    for chosen in ("of=0", "who=0"):
        older = client.get(f"{url}?pad=0&{chosen}&page=2").content.decode()
        assert f'href="{url}?page=3&amp;pad=0&amp;{chosen}"' in older
    script = client.get(f"{url}?pad=0&who=0", headers={"HX-Request": "true"}).content.decode()
    assert f'href="{url}?page=2&amp;pad=0&amp;who=0"' in script  # in a sheet of another page


FEW = 4  # rounds on a page
PARTS = (*(("table_books", query) for query in ("?page=2", "?who=0")), ("table", "?rounds=all"))


def test_a_part_costs_the_same_however_many_rounds_there_are(client, monkeypatch):
    """Queries, calls, and how many rounds are put into words, with twice the rounds."""
    monkeypatch.setattr(books, "ROUNDS", FEW)
    once, twice = (
        {part: cost_of(client, address(part[0], event) + part[1]) for part in PARTS}
        for event in map(long_rummoli, (2 * FEW + 2, 4 * FEW + 4))
    )
    for part, (explained, queries, calls) in once.items():
        assert (explained, queries) == twice[part][:2], part
        assert explained <= FEW, part
        assert twice[part][2] <= 1.1 * calls, part


def cost_of(client, path):
    """How many rounds a page puts into words, its queries, and its calls."""
    client.get(path)  # the board itself is kept
    read = partial(client.get, path)
    explained = count_calls(read, into=in_words)
    with CaptureQueriesContext(connection) as queries:
        read()
    page_cache._fragments.clear()
    return explained, len(queries), count_calls(read)
