"""The ledger page: at the table, and for spectators as far as the host lets them see."""

import pytest
from django.urls import reverse

from tests.tournaments.board_evening import GIN, GOLF, RUMMOLI, an_event, play, start
from tests.tournaments.evening import start as start_drive
from tests.tournaments.phones.test_round_pages import address, words
from tournaments.access.services import ensure_links
from tournaments.models import Event, Link

pytestmark = pytest.mark.django_db


def spectators(event):
    ensure_links(event)
    link = Link.objects.get(event=event, kind="spectator")
    return reverse("spectator_books", args=(link.token,))


def test_a_table_reads_its_own_books(client):
    event = start(GOLF, 8, tables=2)
    play(event, most=2, tables=(1, 2))
    response = client.get(address("table_books", event, 2))
    seen = words(response)
    for wanted in (
        "How we got here Table 2",
        "Brought in: 16 quarters.",
        "In and out match.",
        "Round 2",
    ):
        assert wanted in seen
    assert "Ann" not in seen
    assert f"{reverse('rules', args=(GOLF,))}#paying" in response.content.decode()


def test_one_account_is_followed(client):
    event = start(GOLF)
    seen = words(client.get(address("table_books", event), {"of": "0"}))
    assert "Only Ann: 3 quarters" in seen
    assert "then 3 quarters" in seen
    assert "Bo puts the ante into the pot" not in seen


@pytest.mark.parametrize("asked", [{"of": "x"}, {"of": "999"}, {"round": "²"}, {"pad": "7"}])
def test_what_is_not_there_is_passed_over(client, asked):
    event = start(RUMMOLI)
    assert client.get(address("table_books", event), asked).status_code == 200


def test_spectators_choose_among_tables(client):
    event = start(GOLF, 8, tables=2)
    page = client.get(spectators(event), {"pad": "1"})
    assert "How we got here Table 2" in words(page)
    assert 'href="?pad=0"' in page.content.decode()


def test_spectators_see_no_books_while_results_are_hidden(client):
    event = start(GOLF)
    play(event, most=1)
    Event.objects.filter(pk=event.pk).update(hide_standings=True)
    seen = words(client.get(spectators(event)))
    assert "is keeping the results back" in seen
    assert "quarter" not in seen


def test_before_the_first_seats_there_are_no_books(client):
    event = an_event(GIN)
    link = Link.objects.create(event=event, kind="spectator")
    seen = words(client.get(reverse("spectator_books", args=(link.token,))))
    assert "Nothing has been played yet" in seen


def test_a_table_link_is_no_spectators_and_a_drive_has_no_books(client):
    event = start(GOLF)
    ensure_links(event)
    table = Link.objects.get(event=event, kind="table")
    spectator = Link.objects.get(event=event, kind="spectator")
    assert client.get(reverse("spectator_books", args=(table.token,))).status_code == 404
    assert client.get(reverse("table_books", args=(spectator.token,))).status_code == 404
    drive = start_drive(people=8)
    assert client.get(address("table_books", drive)).status_code == 404
    assert client.get(spectators(drive)).status_code == 404


def test_the_number_of_queries_stays(client, django_assert_max_num_queries):
    event = start(RUMMOLI)
    url = address("table_books", event)
    play(event, most=3)
    with django_assert_max_num_queries(8):
        assert client.get(url).status_code == 200
