"""The log of a whole evening lets nobody in."""

import io
import logging
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.db import OperationalError
from django.test import Client
from django.urls import reverse
from django.utils.log import configure_logging

from scorekeeper.outages import Lines, masked
from tests.tournaments import evening
from tournaments.access import services as access
from tournaments.models import Link

PAGES = {
    "table": "table",
    "spectator": "spectator",
    "wall": "wall",
    "scorekeeper": "scorekeeper_in",
}
NONSENSE = ("no-such-page/", "../", "?v=1&w=2", "state/", "report/", "cut/", "slides/", "%00/")


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """All that the installation logs, down to the least, as its console shows it."""
    configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)
    [handler] = [
        handler for handler in logging.root.handlers if isinstance(handler.formatter, Lines)
    ]
    console = handler.setStream(io.StringIO())  # type: ignore[attr-defined]
    level = logging.root.level
    logging.root.setLevel(logging.DEBUG)
    yield handler.stream  # type: ignore[attr-defined]
    logging.root.setLevel(level)
    handler.setStream(console)  # type: ignore[attr-defined]
    logging.root.removeHandler(handler)


@pytest.mark.django_db
def test_the_log_of_an_evening_holds_no_key_to_any_door(log: io.StringIO, client: Client) -> None:
    event = evening.start()
    actor = evening.host(event)
    access.make_link(event=event, actor=actor, kind="scorekeeper", label="Ann")
    sign_in = access.create_sign_in(event.owner)
    links = list(access.links_for(event))
    addresses = [reverse(PAGES[link.kind], args=[link.token]) for link in links]
    addresses += [reverse("sign_in", args=[sign_in])]
    strict = Client(enforce_csrf_checks=True)
    for address in addresses:
        client.get(address)
        client.put(address)
        client.post(address.replace("sign-in", "k"))
        strict.post(address, headers={"referer": f"http://testserver{address}"})
        for more in NONSENSE:
            client.get(address + more)
            client.post(address + more)
    access.revoke_link(link=links[0], actor=actor)
    client.get(reverse(PAGES[links[0].kind], args=[links[0].token]))
    evening.play(event, sets=1)
    for link in links:
        values = {"Authorization": f"Bearer {link.token}"}
        client.get(f"/api/events/{event.pk}", headers=values)
        client.post(f"/api/events/{event.pk}/people", headers=values)
        logging.getLogger("somebody").warning("sent %r", values)
    for address in addresses:
        logging.getLogger("somebody").warning("%s failed, see %r.", address, {"at": address})
        error = ValueError(f"http://hall.local{address}")
        logging.getLogger("somebody").error("It failed", exc_info=error)
    text = log.getvalue()
    assert "Not Found: /" in text
    assert "Method Not Allowed" in text
    assert "Forbidden" in text
    assert "ValueError: http://hall.local/" in text
    for token in (*Link.objects.values_list("token", flat=True), sign_in):
        assert token not in text


@pytest.mark.parametrize(
    "line",
    [
        'File "/srv/app/tournaments/scoring/test_what_is_kept_and_what_is_not.py", line 3',
        "Not Found: /events/12/standings/",
        "GET /static/tournaments/css/components.0123456789ab.css",
    ],
)
def test_the_rest_is_told_as_it_is(line: str) -> None:
    assert masked(line) == line


def test_a_full_disk_is_one_line(log: io.StringIO) -> None:
    error = OperationalError("database or disk is full")
    logging.getLogger("django.request").error("Internal Error: /events/3/", exc_info=error)
    [line] = log.getvalue().splitlines()
    assert line.endswith("Internal Error: /events/3/ (database or disk is full)")
