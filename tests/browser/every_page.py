"""Every page of every family, of evenings that have gone on for twelve rounds: for tests that look
at all of them, and for `make pictures`."""

from __future__ import annotations

import json
import re
from collections import deque
from dataclasses import astuple, dataclass
from datetime import timedelta
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from django.test import Client

    from tests.browser.conftest import Server
    from tournaments.models import Event

ROUNDS = 12
# One game of each way of scoring, and of each format; its usual one, or the one named after it.
FAMILIES = {
    "drive": "court-whist",
    "meetings": "hearts meetings",
    "teams": "gin-tournament",
    "bids": "oh-hell",
    "tricks": "hearts",
    "partners": "euchre",
    "contracts": "sticks",
    "points": "mexican-train",
    "coins": "golf",
    "chips": "rummoli",
    "dice": "ten-thousand",
    "winners": "fast-track",
}
NO_FAMILY = ("house", "door")  # pages of no evening: of a host, and of somebody who comes by a code
OF_ONE_EVENING = ("tricks", *NO_FAMILY)  # whose pages are read from one evening
AVOIDED = re.compile(r"/(static|media|language|sign-in|sign-out)/")


@dataclass(frozen=True, slots=True)
class Visit:
    """One page to be looked at. `who`: "host" or "guest"; `family` as above; `name` that of its
    address."""

    who: str
    family: str
    name: str
    path: str


def every_page(server: Server, families: Sequence[str] = ()) -> tuple[str, list[Visit]]:
    """Make an evening of each family on a server, or of some `families`, unless it has them. The
    path that signs its host in, and each page of all of them once."""
    families = families or (*FAMILIES, *NO_FAMILY)
    names = OF_ONE_EVENING if set(families) <= set(OF_ONE_EVENING) else tuple(families)
    if names not in server.visits:
        visits = server.run(
            "import json\nfrom tests.browser.every_page import make_evenings\n"
            f"print(json.dumps(make_evenings({names!r})))"
        )
        server.visits[names] = [Visit(*visit) for visit in json.loads(visits)]
    path = server.run(
        f"from tests.browser.every_page import sign_in_path\nprint(sign_in_path({names!r}), end='')"
    )
    return path, [visit for visit in server.visits[names] if visit.family in families]


def host_name(families: Sequence[str]) -> str:
    return f"host-of-{'-'.join(families)}"


def sign_in_path(families: Sequence[str]) -> str:
    """The path that signs the host of these families' evenings in, once, with Django set up."""
    from django.contrib.auth import get_user_model

    from tournaments.access.services import create_sign_in

    user = get_user_model().objects.get(username=host_name(families))
    return f"/sign-in/{create_sign_in(user, timedelta(days=1))}/"


class Links(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self.found += [value for name, value in attrs if name == "href" and value]


def follow(client: Client, begin: Iterable[str], event: Event | None) -> list[tuple[str, str]]:
    """Each address that can be reached, once: what it is called, and a path of that name."""
    waiting, seen, found = deque(begin), set(), {}
    while waiting:
        path = re.sub(r"^https?://[^/]+", "", waiting.popleft()).split("#")[0]
        other = re.match(r"/events/(\d+)/", path)
        elsewhere = other and event and int(other[1]) != event.pk
        if not path.startswith("/") or path in seen or AVOIDED.search(path) or elsewhere:
            continue
        seen.add(path)
        name = name_of(path)
        if name is None or name in found:
            continue
        answer = client.get(path)
        if answer.status_code == 200 and "html" in answer.get("Content-Type", ""):
            found[name] = path
            waiting += Links(answer.content.decode()).found
    return list(found.items())


def name_of(path: str) -> str | None:
    """What an address is called, with the names of its queries; None where there is none."""
    from django.urls import Resolver404, resolve

    try:
        name = resolve(path.split("?", maxsplit=1)[0]).url_name
    except Resolver404:
        return None
    return "-".join([str(name), *sorted(set(re.findall(r"[?&](\w+)=", path)))])


def visits_of(event: Event, family: str, host: Client, guest: Client) -> list[Visit]:
    """The pages of one evening: of its host, and of those who come by a code."""
    begins = {"spectator": "/s/", "table": "/t/", "wall": "/w/"}
    pages = follow(host, [f"/events/{event.pk}/"], event)
    visits = [
        Visit("host", family, name, path)
        for name, path in pages
        if path.startswith(("/events/", "/t/"))
    ]
    for link in event.links.filter(revoked_at=None):
        if link.kind in begins and link.table_number in (None, 1):
            at = [f"{begins[link.kind]}{link.token}/"]
            visits += [Visit("guest", family, *page) for page in follow(guest, at, event)]
    return visits


def make_evenings(families: Sequence[str]) -> list[Any]:
    """Make the evenings, with Django set up; return the fields of each visit of these families. An
    evening goes on for twelve rounds; all links are followed from where people begin, each address
    of the app once an evening."""
    from django.contrib.auth import get_user_model
    from django.test import Client

    from rulesets import games
    from tournaments.access.services import ensure_links
    from tournaments.events import demo
    from tournaments.models.families import family_alone

    demo.ROUNDS = ROUNDS
    user = get_user_model().objects.create(username=host_name(families))
    family_alone(user)
    host, guest = Client(headers={"host": "127.0.0.1"}), Client(headers={"host": "127.0.0.1"})
    host.force_login(user, "django.contrib.auth.backends.ModelBackend")
    visits: list[Visit] = []
    # Pages of no evening are those of a house with one.
    for family in [family for family in families if family in FAMILIES] or ["tricks"]:
        slug, _space, form = FAMILIES[family].partition(" ")
        event = demo.make_evening(user, games.load(slug), form)
        ensure_links(event)
        visits += visits_of(event, family, host, guest)
    house = [page for page in follow(host, ["/"], event) if not page[1].startswith("/events/")]
    visits += [Visit("host", "house", *page) for page in house]
    visits += [Visit("guest", "door", *page) for page in follow(guest, ["/", "/join/"], None)]
    once = {
        (visit.who, visit.family, visit.name): visit for visit in visits if visit.family in families
    }
    return [astuple(value) for value in once.values()]
