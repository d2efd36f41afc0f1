"""Nobody reaches what is another table's, another event's or another family's.

Every address of the configuration is asked for with what is foreign in each of its parts, and every
form is sent with what is foreign in each of its fields, by everybody who may come in. A part of an
address and a field of a form that is listed nowhere fails: say what it names.
"""

from __future__ import annotations

import inspect
import re
import sys
import uuid
from collections.abc import Callable, Iterator
from functools import cache as kept
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.tournaments import board_evening
from tests.tournaments.access.worlds import KINDS, World, all_rows, world, writes
from tests.tournaments.evening import a_stranger, a_user, host
from tournaments.access.services import revoke_link
from tournaments.evenings.services import join
from tournaments.models import Evening, Link, Report, Table
from tournaments.models.errors import Refused

pytestmark = pytest.mark.django_db

# Parts of addresses that name something of an event or of a family.
OBJECTS = {
    *("event_id", "evening_id", "entry_id", "person_id", "dispute_id", "link_id", "job_id"),
    *("edition_id", "import_id", "report_id", "rules_id", "slug", "choice_key"),
    *("cards_id", "photo_key"),
}
PLACES = {"set_number": 1, "number": 1, "deal": 1}
PLAIN = {"kind": "chart", "sheet": "standings", "counter": "", "rest": "x", "key": ""}
PLAIN |= {"game": "all", "name": "wins"}  # of a list in the records, which is one's own family's
# By whose number a host comes in: another evening of the same family may be reached.
ROOTS = {"event_id", "evening_id", "person_id", "edition_id", "rules_id", "slug", "choice_key"}
ROOTS |= {"import_id", "cards_id", "photo_key"}
# Where a slug is that of a game which everybody may look up.
OF_ALL = {"rules", "cheat_sheet", "cheat_sheet_file", "settle", "table_settle"}
# Fields of forms that name an object, with what it is; and all others that views read.
FIELDS = {
    "event": "event_id",
    "like": "event_id",
    "closed": "event_id",
    "evening": "evening_id",
    "entry": "entry_id",
    "by": "entry_id",
    "first": "entry_id",
    "second": "entry_id",
    "who": "entry_id",
    "only": "entry_id",
    "one": "entry_id",
    "open": "entry_id",
    "pick": "entry_id",
    "prize": "prize_id",
    "photo": "photo_id",
    "keep": "person_id",
    "duplicate": "person_id",
    "known": "person_id",
    "with": "person_id",
    "person": "person_id",
    "report": "report_id",
    "accept": "report_id",
    "remove": "pairing_id",
    "game": "slug",
    "rules": "event_id",
    "seating": "seating_id",
    "table": "table_id",
}
NOTHING = """
    act again alike all before dealer all_alike cards chair change chairs choice choices code column
    contradiction confirmed count deal direction heading of out reading settles why
    do drawn due early edition file follows format fresh group hand has help high keeps key kind
    afterwards award gift over title label layout
    last lasts late_as_sit_out letter lines low mark more name names next none number order
    override own page paper payload pocket poster q rank reason reseat rest reveal role round rounds
    saved seat seen set shown single slide start step sure tables team tent then to two upto v year
"""
OTHERS = set(NOTHING.split())
METHODS = ("get", "post")
# Of a sister's, what a host reaches by more than its own number.
OF_EVENTS = {"event_id", "entry_id", "dispute_id", "link_id", "job_id", "report_id"}
EXPECTED = {"foreign": OBJECTS, "sister": OF_EVENTS}
REFUSED = {401, 403, 404, 405, 410}
# What a form sends besides, so that it is not refused for want of it.
FILLED = {
    "name": "New name",
    "label": "New",
    "reason": "because",
    "seen": "1",
    "set": "1",
    "deal": "2",
    "tricks_0": "7",
    "tricks_1": "6",
    "kind": "apart",
    "text": "Too loud",
    "decision": "So be it",
    "minutes": "5",
    "sure": "1",
    "role": "lady",
    "from_hand": "1",
    "seat": "1-0",
    "then": "names",
}
REPORT = {"payload": {"tricks": [7, 6]}, "seen": 1, "reason": "because"}
BODIES = {"api:people": {"name": "New name", "role": "lady"}}


def addresses(resolver: URLResolver, space: str = "") -> Iterator[tuple[str, set[str], Any]]:
    """Every address: its name, what it is made of, its view."""
    inside = resolver.pattern.converters
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            within = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from addresses(pattern, within)
        elif isinstance(pattern, URLPattern) and pattern.name != "api-root":  # the library's
            assert pattern.name, "an address without a name"
            parts = {*inside, *pattern.pattern.converters}
            yield f"{space}{pattern.name}", parts, pattern.callback


ALL = sorted(addresses(get_resolver()), key=lambda value: value[0])


def source(view: Any) -> str:
    """The module of a view, and of the forms beside it."""
    return source_of(inspect.unwrap(view).__module__)


@kept
def source_of(module: str) -> str:
    path = Path(str(sys.modules[module].__file__))
    beside = [path, *path.parent.glob("*form*.py"), *path.parent.glob("request_params.py")]
    return "\n".join(case.read_text(encoding="utf-8") for case in {*beside})


def quoted(view: Any, among: set[str]) -> list[str]:
    return sorted(set(re.findall(r'"([a-z_]+)"', source(view))) & among)


def test_every_part_of_an_address_is_known() -> None:
    parts = set().union(*(parts for _name, parts, _view in ALL))
    assert parts == OBJECTS | {*PLACES} | {*PLAIN} | {"token"}


def test_every_field_that_a_page_reads_is_known() -> None:
    """Read from the source: `request.POST.get("report")`, `asked.getlist("known")`."""
    read = re.compile(r'(?:POST|GET|asked|sent|data)\.(?:get|getlist)\("(\w+)"')
    by_reader = re.compile(r'whole_number\(request\.POST, "(\w+)"')
    found: set[str] = set()
    for _name, _parts, view in ALL:
        module = inspect.unwrap(view).__module__
        if module.startswith("tournaments."):
            found |= set(read.findall(source(view))) | set(by_reader.findall(source(view)))
    assert {"report", "event", "known"} <= found
    assert found - {*FIELDS} - OTHERS == set()


@pytest.fixture(autouse=True)
def no_calls_yet(settings: Any) -> None:
    cache.clear()
    settings.API_CALLS_A_MINUTE = 1_000_000


@pytest.fixture
def own(request: pytest.FixtureRequest) -> World:
    return world(a_user(), "Ownly", getattr(request, "param", "drive"))


@pytest.fixture
def sister(own: World) -> World:
    """Another evening of the same family."""
    return world(a_user(), "Sisterly", own_game="cabin_whist")


@pytest.fixture
def foreign(own: World) -> World:
    """An evening of another family."""
    return world(a_stranger(), "Foreignly", own_game="grandmas_rummy")


@pytest.fixture
def clients(own: World) -> dict[str, Client]:
    """Everybody who may come in somewhere of an evening; programs by their token."""
    owner, scorekeeper = Client(), Client()
    owner.force_login(own.event.owner)
    scorekeeper.post(reverse("scorekeeper_in", args=[own.tokens["scorekeeper"]]))
    values = {"owner": owner, "scorekeeper": scorekeeper, "phone": Client()}
    for kind in ("scorekeeper", "table", "spectator"):
        bearer = f"Bearer {own.tokens[kind]}"
        values[f"program of a {kind}"] = Client(headers={"authorization": bearer})
    return values


Calls = Iterator[tuple[str, set[str], Any, str, Client, str]]
Tries = Callable[[str, set[str], Any, str], list[str]]


def calls(own: World, clients: dict[str, Client], tries: Tries) -> Calls:
    """Every address by everybody who gets in there, and by which methods, with one's own, where
    `tries` names what is to be another's."""
    for name, parts, view in ALL:
        for who, client in those_of(name, clients):
            if tries(name, parts, view, who):
                for method in METHODS:
                    if gets_in(own, client, name, parts, view, method):
                        yield name, parts, view, who, client, method


def those_of(name: str, clients: dict[str, Client]) -> Iterator[tuple[str, Client]]:
    """Programs for an address of the library, people for any other."""
    for who, client in clients.items():
        if who.startswith("program") == name.startswith("api:"):
            yield who, client


def gets_in(
    own: World, client: Client, name: str, parts: set[str], view: Any, *methods: str
) -> bool:
    """Whether an address opens with all that is one's own, by one of these methods."""
    mine = FILLED | {field: own.objects[FIELDS[field]] for field in quoted(view, {*FIELDS})}
    for method in methods or METHODS:
        with transaction.atomic():
            status = ask(client, method, name, filled(own, name, parts), mine).status_code
            transaction.set_rollback(True)
        if status not in REFUSED:
            return True
    return False


def filled(own: World, name: str, parts: set[str]) -> dict[str, Any]:
    """What an address is made of, all of it one's own."""
    given = {part: own.objects[part] for part in parts & OBJECTS}
    given |= {part: value for part, value in PLACES.items() if part in parts}
    given |= {part: value or "x" for part, value in PLAIN.items() if part in parts}
    if name in OF_ALL:
        given["slug"] = own.event.game
    if "token" in parts:
        given["token"] = token_for(own, name)
    return {part: value for part, value in given.items() if part in parts}


def token_for(own: World, name: str) -> str:
    if name == "evening_guests":
        return str(own.objects["evening_token"])
    kind = name.partition("_")[0].replace("board", "table")
    return own.tokens.get(kind, "used-up")


def ask(client: Client, method: str, name: str, values: dict[str, Any], sent: Any = None) -> Any:
    """The answer to a call, or to a form with what is sent."""
    where = reverse(name, kwargs=values)
    more: dict[str, Any] = {"data": {"key": uuid.uuid4().hex, **(sent or {})}}
    if name.startswith("api:") and method == "post":
        body = BODIES.get(name, REPORT)
        more = {"data": body, "content_type": "application/json"}
        more["headers"] = {"Idempotency-Key": uuid.uuid4().hex}
    answer = getattr(client, method)(where, **more)
    if method == "get" and answer.status_code == 303 and where.startswith(answer["Location"]):
        answer.status_code = 405  # only takes a form: led to the page above it, whoever asks
    return answer


def substituted(name: str, parts: set[str], who: str, same_family: bool) -> Iterator[str]:
    """The parts that must not be those of another evening."""
    for part in sorted(parts & OBJECTS):
        of_all = name in OF_ALL and part == "slug"
        if not of_all and not (same_family and who == "owner" and part in ROOTS):
            yield part


@pytest.mark.exhaustive(keep=("foreign",))
@pytest.mark.parametrize(
    ("own", "whose"),
    [("drive", "sister"), ("drive", "foreign"), ("boards", "foreign")],
    indirect=["own"],
)
def test_no_address_leads_to_what_is_another_s(
    whose: str, own: World, clients: dict[str, Client], request: pytest.FixtureRequest
) -> None:
    other: World = request.getfixturevalue(whose)
    before, wrong, tried, named = other.state(), [], set(), set()

    def tries(name: str, parts: set[str], _view: Any, who: str) -> list[str]:
        return list(substituted(name, parts, who, whose == "sister"))

    for name, parts, view in ALL:
        if "event_id" not in parts and own.event.game == board_evening.GOLF:
            continue  # what is of no event is the same beside any
        for who, client in those_of(name, clients):
            foreign_parts = tries(name, parts, view, who)
            named |= {*foreign_parts}
            for part, method in product(foreign_parts, METHODS):
                given = filled(own, name, parts) | {part: other.objects[part]}
                with transaction.atomic(), writes() as wrote:
                    status = ask(client, method, name, given).status_code
                    changed = wrote.any and other.state() != before
                    transaction.set_rollback(True)
                if status not in REFUSED or changed:
                    wrong.append(f"{who}: {method} {name} with a foreign {part}: {status}")
            # Refused is what is foreign, and not the address: with one's own somebody gets in.
            if not tried.issuperset(foreign_parts) and gets_in(own, client, name, parts, view):
                tried |= {*foreign_parts}
    assert not wrong, "\n".join(wrong)
    assert tried == named
    assert own.event.game == board_evening.GOLF or named == EXPECTED[whose]


# Forms that name an object in a field: what is sent with one's own address.
FORMS: dict[str, tuple[dict[str, str], ...]] = {
    "evening_act": ({"act": "join", "event": "event_id"}, {"act": "leave", "event": "event_id"}),
    "people_merge": (
        {"keep": "person_id", "duplicate": "own person_id"},
        {"keep": "own person_id", "duplicate": "person_id"},
    ),
    "event_pairings": ({"remove": "pairing_id"}, {"first": "entry_id", "second": "own entry_id"}),
    "event_balance": ({"entry": "entry_id"},),
    "event_prizes": (
        {"act": "remove", "prize": "prize_id"},
        {"act": "move", "prize": "prize_id", "to": "1"},
    ),
    "records_photos": (
        {"act": "delete", "photo": "photo_id"},
        {"act": "describe", "photo": "photo_id"},
    ),
    "event_known": ({"known": "person_id"},),
}


def test_no_form_leads_to_what_is_another_family_s(
    own: World, foreign: World, clients: dict[str, Client]
) -> None:
    before, addressed = foreign.state(), {name: parts for name, parts, _view in ALL}
    for name, form in ((name, form) for name, forms in FORMS.items() for form in forms):
        sent: dict[str, Any] = FILLED.copy()
        for field, named in form.items():
            mine, part = named.startswith("own "), named.removeprefix("own ")
            sent[field] = (own if mine else foreign).objects.get(part, named)
        with transaction.atomic():
            address = filled(own, name, addressed[name])
            answer = ask(clients["owner"], "post", name, address, sent)
            changed = foreign.state() != before
            transaction.set_rollback(True)
        assert not changed, (name, form)
        words = answer.content.decode()
        assert not any(word in words for word in foreign.words), (name, form)


@pytest.fixture
def next_table(own: World) -> World:
    """The other table of one's own evening, at which a report waits for a yes."""
    reports = Report.objects.filter(table__seating__event=own.event, table__number=2)
    links = Link.objects.filter(event=own.event, table_number=2)
    found = World(own.event, {}, own.objects | {"report_id": reports[0].pk, "number": 2})
    found.rows = {model: set() for model in all_rows()}
    found.rows[Report] = set(reports.values_list("pk", flat=True))
    found.rows[Link] = set(links.values_list("pk", flat=True))
    found.rows[Table] = set(reports.values_list("table_id", flat=True))
    return found


@pytest.mark.parametrize("own", KINDS, indirect=True)
def test_no_table_reaches_the_next(
    own: World, clients: dict[str, Client], next_table: World
) -> None:
    """Neither by its page, of which the address is a token, nor by a program."""
    before, wrong, tried = next_table.state(), [], set()

    def tries(name: str, parts: set[str], view: Any, who: str) -> list[str]:
        if who not in ("phone", "program of a table"):
            return []
        fields = []
        if who == "phone" and name.startswith(("table", "board")):
            fields = [field for field in quoted(view, {*FIELDS}) if field == "report"]
        return [*sorted({"number", "report_id"} & parts), *fields]

    for name, parts, view, who, client, method in calls(own, clients, tries):
        for part in tries(name, parts, view, who):
            tried.add((name, part))
            given = filled(own, name, parts)
            sent = FILLED | {"entry": own.objects["entry_id"]}
            if part in parts:
                given[part] = next_table.objects[part]
            else:
                sent[part] = next_table.objects[FIELDS[part]]
            with transaction.atomic(), writes() as wrote:
                status = ask(client, method, name, given, sent).status_code
                changed = wrote.any and next_table.state() != before
                transaction.set_rollback(True)
            if changed or (part in parts and status not in REFUSED):
                wrong.append(f"{who}: {method} {name} with the next table's {part}: {status}")
    assert not wrong, "\n".join(wrong)
    by_programs = {("api:table", "number"), ("api:report", "number"), ("api:withdraw", "number")}
    assert by_programs | {("api:accept", "report_id"), ("table_accept", "report")} <= tried


def test_a_table_s_program_is_told_of_its_own_reports_alone(
    own: World, clients: dict[str, Client], next_table: World
) -> None:
    values = {"event_id": own.event.pk}
    theirs = next_table.objects["report_id"]
    for who in ("table", "scorekeeper"):
        for case in ({}, {"table": 2}):
            answer = ask(clients[f"program of a {who}"], "get", "api:reports", values, case)
            found = {one["id"] for one in answer.json()["items"]}
            assert (theirs in found) == (who == "scorekeeper"), (who, case)


BY_TOKEN = [(name, parts) for name, parts, _view in ALL if "token" in parts]
OTHER_TOKENS = ("sign_in", "evening_guests")  # used once; of no event


def test_a_token_opens_the_addresses_of_its_kind_alone(own: World) -> None:
    tokens, wrong = own.tokens | {"nobody": "nobody-knows-this"}, []
    kinds = ("scorekeeper", "table", "spectator", "wall", "nobody")
    for kind, (name, parts) in product(kinds, BY_TOKEN):
        if name in OTHER_TOKENS or tokens[kind] == token_for(own, name):
            continue
        given = filled(own, name, parts) | {"token": tokens[kind]}
        for method in METHODS:
            status = ask(Client(), method, name, given, FILLED).status_code
            if status not in (404, 405):
                wrong.append(f"{method} {name} by the token of a {kind}: {status}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("own", KINDS, indirect=True)
def test_a_token_that_was_withdrawn_opens_nothing(own: World) -> None:
    reports = Report.objects.count()
    for link in own.event.links.filter(token__in=own.tokens.values()):
        revoke_link(link=link, actor=host(own.event))
    wrong = []
    for name, parts in BY_TOKEN:
        if name in OTHER_TOKENS or token_for(own, name) == "used-up":
            continue
        for method in METHODS:
            status = ask(Client(), method, name, filled(own, name, parts), FILLED).status_code
            if status not in (405, 410):
                wrong.append(f"{method} {name}: {status}")
    assert not wrong, "\n".join(wrong)
    assert Report.objects.count() == reports


def test_a_foreign_game_joins_no_evening(
    own: World, foreign: World, clients: dict[str, Client]
) -> None:
    """The page does not find it, and the verb refuses it."""
    values = {"evening_id": own.objects["evening_id"]}
    sent = {"act": "join", "event": foreign.event.pk}
    answer = ask(clients["owner"], "post", "evening_act", values, sent)
    assert "Choose a game." in answer.content.decode()
    evening = Evening.objects.get(pk=own.objects["evening_id"])
    with pytest.raises(Refused, match="another family"):
        join(evening=evening, event=foreign.event, user=own.event.owner)
    removed = {"remove": foreign.objects["pairing_id"]}
    values = {"event_id": own.event.pk}
    assert ask(clients["owner"], "post", "event_pairings", values, removed).status_code == 404
