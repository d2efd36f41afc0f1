"""The desk is kept as it was rendered, and never shows what is old: after every kind of deed it is
what would be made anew, and renews itself."""

from __future__ import annotations

import html
import re
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.call_counts import count_calls
from tests.sampling import one_of
from tests.tournaments import evening as drives
from tests.tournaments.phones.test_polls import STORIES
from tests.tournaments.visits import signed_in
from tournaments.access.services import make_link, revoke_link
from tournaments.cache.memo import clear_memos
from tournaments.desk import views
from tournaments.models import Event, Link
from tournaments.wall import services as wall

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.django_db

# What is another for each reader: the token of forms.
OWN = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"|"X-CSRFToken": "[^"]*"')
RENEWED = re.compile(r'id="desk"[^>]*hx-get="([^"]*)"')
WITHOUT_NEWS = 2  # queries: the session, and the event with its host


def look(client: Client, path: str, **headers: str) -> str:
    answer = client.get(path, headers=headers)
    assert answer.status_code == 200, path
    return OWN.sub("", answer.content.decode())


def renewed(client: Client, path: str) -> str:
    """The living part; "" if the browser has it already."""
    answer = client.get(path, headers={"HX-Request": "true"})
    assert answer.status_code in (200, 204), path
    return OWN.sub("", answer.content.decode())


def has_no_news(client: Client, path: str) -> None:
    assert client.get(path, headers={"HX-Request": "true"}).status_code == 204, path


def renewal_of(page: str) -> str:
    """The address by which a desk renews itself."""
    match = RENEWED.search(page)
    assert match is not None
    return html.unescape(match[1])


@pytest.mark.parametrize(("make", "story"), STORIES, ids=[make.__name__ for make, _ in STORIES])
def test_after_every_deed_the_desk_is_what_would_be_made_anew(
    make: Callable[[], Event], story: Any
) -> None:
    event = make()
    host, path = signed_in(event.owner), reverse("event", args=(event.pk,))
    before = renewal_of(look(host, path))
    has_no_news(host, before)
    for number, (name, step, _tables) in enumerate(story):
        event.refresh_from_db()
        step(event)
        seen = look(host, path)
        if renewal_of(seen) != before and number % one_of(3) == 0:
            assert renewed(host, before), name
        clear_memos()
        assert look(host, path) == seen, name
        before = renewal_of(seen)


@pytest.fixture
def event() -> Event:
    event = drives.start(people=12)
    drives.say(drives.table(event), 1, {"tricks": [7, 6]})
    return event


def test_the_second_look_costs_two_queries_and_no_rendering(
    event: Event, django_assert_num_queries: Any
) -> None:
    """Of the page, and of what it renews by itself."""
    path, host = reverse("event", args=(event.pk,)), signed_in(event.owner)
    address = renewal_of(first := look(host, path))
    assert look(host, path) == first
    wall.set_timer(event=event, actor=drives.host(event), minutes=20)
    for where, headers in ((path, {}), (address, {"HX-Request": "true"})):
        assert host.get(where, headers=headers).status_code == 200
        with django_assert_num_queries(WITHOUT_NEWS):
            host.get(where, headers=headers)
        read = lambda to=where, value=headers: host.get(to, headers=value)  # noqa: E731
        assert count_calls(read, into=views.desk) == 0


def test_a_countdown_that_is_over_shows_at_once(event: Event) -> None:
    """Though nothing happened in the event: whoever is late can be nudged."""
    host, path = signed_in(event.owner), reverse("event", args=(event.pk,))
    wall.set_timer(event=event, actor=drives.host(event), minutes=20)
    nudge = 'value="nudge"'
    assert nudge not in look(host, path)
    past = timezone.now() - timedelta(seconds=1)
    Event.objects.filter(pk=event.pk).update(round_ends_at=past)
    assert nudge in look(host, path)
    with pytest.MonkeyPatch.context() as clock:
        clock.setattr(timezone, "now", lambda: past - timedelta(minutes=5))
        assert nudge not in look(host, path)
    assert nudge in look(host, path)


def test_each_reader_has_tokens_and_rights_of_their_own(event: Event) -> None:
    """A kept desk leaks neither tokens nor what only the host may do, and lets nobody in."""
    path = reverse("event", args=(event.pk,))
    token = re.compile(r'name="csrfmiddlewaretoken" value="([^"]*)"')
    host, again = signed_in(event.owner), signed_in(event.owner)
    link = make_link(event=event, actor=drives.host(event), kind=Link.Kind.SCOREKEEPER)
    scorekeeper = Client()
    scorekeeper.post(reverse("scorekeeper_in", args=(link.token,)))
    pages = [client.get(path).content.decode() for client in (host, again, scorekeeper)]
    assert len({token.findall(page)[0] for page in pages}) == 3
    assert reverse("event_settings", args=(event.pk,)) in pages[0]
    assert reverse("event_settings", args=(event.pk,)) not in pages[2]
    assert Client().get(path).status_code == 403
    revoke_link(link=link, actor=drives.host(event))
    assert scorekeeper.get(path).status_code in (403, 404)


def test_a_message_is_for_its_reader_alone(event: Event) -> None:
    host, other = signed_in(event.owner), signed_in(event.owner)
    path = reverse("event", args=(event.pk,))
    look(host, path)
    response = host.post(reverse("event_act", args=(event.pk,)), {"act": "timer", "minutes": "20"})
    assert response.status_code == 303
    assert 'class="messages"' in look(host, path)
    assert 'class="messages"' not in look(other, path)
    assert 'class="messages"' not in look(host, path)
