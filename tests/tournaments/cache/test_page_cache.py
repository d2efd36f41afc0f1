"""Pages that are rendered once: never out of date, and nobody sees what is another's."""

import gzip
import re

import pytest
from django.contrib import messages
from django.contrib.auth import get_user_model
from django.contrib.messages.storage.cookie import CookieStorage
from django.db import connection
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.evening import a_stranger, entry, host, play, say, start, table
from tests.tournaments.visits import signed_in
from tournaments.access import services as access_services
from tournaments.cache.memo import Memo
from tournaments.cache.page_cache import Blanks, PrecompressedPage
from tournaments.models import Link
from tournaments.standings.selectors import standings
from tournaments.wall import services as wall

pytestmark = [pytest.mark.sql, pytest.mark.django_db]

BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def event():
    event = start(people=10)
    play(event, sets=2)
    access_services.ensure_links(event)
    return event


@pytest.fixture
def desk(event):
    return signed_in(event.owner)


def of_host(event):
    return reverse("event_standings", args=(event.pk,))


def of_spectators(event):
    return reverse("spectator_standings", args=(event.links.get(kind="spectator").token,))


@pytest.mark.parametrize("where", [of_host, of_spectators])
def test_a_page_follows_every_result(desk, event, where):
    before = desk.get(where(event)).content
    assert desk.get(where(event)).content != b""
    say(table(event), 1, {"tricks": [13, 0]})
    assert desk.get(where(event)).content != before


def test_what_is_hidden_leaves_the_kept_page_at_once(desk, event):
    best = entry(event, standings(event).rows[0].name)
    assert f'data-entry="{best.pk}"' in desk.get(of_spectators(event)).content.decode()
    wall.hide_standings(event=event, actor=host(event), hidden=True)
    assert f'data-entry="{best.pk}"' not in desk.get(of_spectators(event)).content.decode()
    assert best.name in desk.get(of_host(event)).content.decode()


def token_of(response):
    return re.search(r'"X-CSRFToken": "(\w+)"', response.content.decode())[1]


def test_everybody_has_a_token_of_their_own(event):
    desks = [Client(enforce_csrf_checks=True) for _ in range(2)]
    for client in desks:
        client.force_login(event.owner, backend=BACKEND)
    tokens = [token_of(client.get(of_host(event))) for client in desks]
    assert tokens[0] != tokens[1]
    leave = reverse("sign_out")
    mine = {"csrfmiddlewaretoken": token_of(desks[0].get(of_host(event)))}
    assert desks[1].post(leave, mine).status_code == 403
    assert desks[0].post(leave, mine).status_code in (302, 303)


def test_a_scorekeeper_does_not_see_the_hosts_page(desk, event):
    hosts = desk.get(of_host(event)).content.decode()
    link = access_services.make_link(
        event=event, actor=host(event), kind=Link.Kind.SCOREKEEPER, label="Ida"
    )
    helper = Client()
    helper.post(reverse("scorekeeper_in", args=(link.token,)))
    helpers = helper.get(of_host(event))
    assert helpers.status_code == 200
    for name in ("event_settings", "event_links"):
        where = reverse(name, args=(event.pk,))
        assert f'href="{where}"' in hosts
        assert f'href="{where}"' not in helpers.content.decode()
    assert reverse("sign_out") not in helpers.content.decode()


def test_a_message_is_shown_to_its_reader_alone(desk, event):
    other = signed_in(event.owner)
    desk.cookies["messages"] = kept_message("Only for you")
    assert "Only for you" in desk.get(of_host(event)).content.decode()
    assert "Only for you" not in desk.get(of_host(event)).content.decode()
    assert "Only for you" not in other.get(of_host(event)).content.decode()


def kept_message(text):
    request = RequestFactory().get("/")
    storage = CookieStorage(request)
    storage.add(messages.SUCCESS, text)
    response = HttpResponse()
    storage.update(response)
    return response.cookies["messages"].value


def test_nobody_else_is_let_in_by_a_kept_page(desk, event):
    assert desk.get(of_host(event)).status_code == 200
    stranger = Client()
    assert stranger.get(of_host(event)).status_code == 403
    assert signed_in(a_stranger()).get(of_host(event)).status_code == 404
    shown = stranger.get(of_spectators(event))
    access_services.revoke_link(link=event.links.get(kind="spectator"), actor=host(event))
    assert stranger.get(of_spectators(event)).status_code == 410
    assert again(stranger, of_spectators(event), shown).status_code == 410


@pytest.mark.parametrize(
    "change", [{"is_active": False}, {"password": "!changed"}], ids=["shut out", "password changed"]
)
def test_a_session_ends_with_what_it_stood_for(desk, event, change):
    assert desk.get(of_host(event)).status_code == 200
    get_user_model().objects.filter(pk=event.owner_id).update(**change)
    assert desk.get(of_host(event)).status_code == 403


def test_a_session_from_before_the_secret_was_changed_goes_on(desk, event, settings):
    old = settings.SECRET_KEY
    assert desk.get(of_host(event)).status_code == 200
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "n" * 60, [old]
    assert desk.get(of_host(event)).status_code == 200
    settings.SECRET_KEY_FALLBACKS = []
    assert desk.get(of_host(event)).status_code == 200  # its hash was renewed on the way


@pytest.mark.parametrize(("where", "most"), [(of_host, 2), (of_spectators, 1)])
def test_a_warm_page_costs_at_most_two_queries(event, where, most):
    client = signed_in(event.owner) if most == 2 else Client()
    path = where(event)
    client.get(path)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(path).status_code == 200
    assert len(queries) <= most, [query["sql"] for query in queries]


def test_a_page_weighs_its_bytes_and_those_it_is_compressed_to():
    page = PrecompressedPage.of([b"12", b"34"])
    assert page.size == 4 + sum(map(len, page.deflated))
    memo = Memo(page.size, lambda page: page.size)
    assert memo.get("key", 1, lambda: page) is page
    assert memo.weight == page.size


def test_a_kept_page_comes_compressed_for_those_who_read_that(desk, event):
    for client, path in ((desk, of_host(event)), (Client(), of_spectators(event))):
        plain = client.get(path)
        assert "Content-Encoding" not in plain.headers
        packed = client.get(path, headers={"Accept-Encoding": "gzip, deflate"})
        assert packed.headers["Content-Encoding"] == "gzip"
        assert packed.headers["Content-Length"] == str(len(packed.content))
        assert "Accept-Encoding" in packed.headers["Vary"]
        unmasked = [mask(gzip.decompress(packed.content)), mask(plain.content)]
        assert unmasked[0] == unmasked[1]
        assert len(packed.content) * 3 < len(plain.content)


def mask(page):
    """A page without its tokens, which are masked anew for each answer."""
    return re.sub(rb"\b\w{64}\b", b"token", page)


def test_lengths_of_a_compressed_page_vary(event):
    path = of_spectators(event)
    headers = {"Accept-Encoding": "gzip"}
    lengths = {len(Client().get(path, headers=headers).content) for _ in range(40)}
    assert len(lengths) > 3


@given(
    parts=st.lists(st.binary(max_size=300), min_size=1, max_size=5), token=st.binary(max_size=80)
)
def test_a_compressed_page_is_the_page(parts, token):
    page = PrecompressedPage.of(parts)
    assert gzip.decompress(page.gzipped(token)) == page.plain(token) == token.join(parts)


# --- what a browser has already ---------------------------------------------------------------


def again(client, path, answer):
    return client.get(path, headers={"If-None-Match": answer.headers["ETag"]})


def test_a_browser_is_not_sent_what_it_has(desk, event):
    for client, path in ((desk, of_host(event)), (Client(), of_spectators(event))):
        client.get(path)  # brings the cookie that the token of its forms belongs to
        first = client.get(path)
        assert "private" in first.headers["Cache-Control"]
        assert "no-cache" in first.headers["Cache-Control"]
        same = again(client, path, first)
        assert (same.status_code, same.content) == (304, b"")
        assert same.headers["ETag"] == first.headers["ETag"]
        assert same.headers["Cache-Control"] == first.headers["Cache-Control"]
    say(table(event), 1, {"tricks": [13, 0]})
    assert again(desk, of_host(event), desk.get(of_host(event))).status_code == 304
    assert again(client, path, first).status_code == 200


def test_a_page_with_somebody_elses_token_is_sent_anew(desk, event):
    desk.get(of_host(event))
    first = desk.get(of_host(event))
    assert again(desk, of_host(event), first).status_code == 304
    del desk.cookies["csrftoken"]
    assert again(desk, of_host(event), first).status_code == 200


def test_onlookers_get_an_older_page_for_a_moment_but_nothing_that_was_hidden(event, settings):
    settings.ONLOOKERS_SECONDS = 60
    client, path = Client(), of_spectators(event)
    before = client.get(path).content
    say(table(event), 1, {"tricks": [13, 0]})
    assert client.get(path).content == before
    wall.hide_standings(event=event, actor=host(event), hidden=True)
    best = entry(event, standings(event).rows[0].name)
    assert f'data-entry="{best.pk}"' not in client.get(path).content.decode()


def test_each_reader_gets_their_own_words_in_the_blanks() -> None:
    blanks, others = Blanks("home", "token"), Blanks("home")
    text = f"<a href='{blanks['home']}'>{blanks['token']}</a>{others['home']}"
    filled = blanks.fill(text, home="/t/one/", token="secret")
    assert filled == f"<a href='/t/one/'>secret</a>{others['home']}"
    assert blanks.fill(text, home="/t/two/").count("/t/two/") == 1
    assert blanks["home"] != others["home"]


def test_blanks_of_a_row_are_filled_in_their_order() -> None:
    blanks = Blanks()
    names = [f"N{place}" for place in range(12)]
    text = " ".join(map(blanks.at, range(12)))
    assert blanks.fill_row(text, names) == " ".join(names)
    assert blanks.fill_row(blanks.at(1), ["a", blanks.at(0)]) == blanks.at(0)
