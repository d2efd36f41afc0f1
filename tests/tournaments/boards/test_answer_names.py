"""Names of answers: a question may be called like anything else that a form of a report holds."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from rulesets.engine.answers import PLAYER, YES_NO
from rulesets.engine.fields import Field
from rulesets.engine.roster import Roster
from rulesets.engine.text import say as words
from tests.tournaments.board_evening import an_event, begin, read_board, say, table
from tests.tournaments.board_pages import at
from tests.tournaments.evening import a_user
from tests.tournaments.house_games.test_pages import new
from tournaments.access.services import ensure_links
from tournaments.models import Event, HouseGame, Link, Report
from tournaments.report_forms.inputs import ANSWER, former_name, input_name
from tournaments.report_forms.report_form import ReportForm
from tournaments.reports.forms import REASONS
from tournaments.web.wording import translate

if TYPE_CHECKING:
    from collections.abc import Mapping

pytestmark = pytest.mark.django_db

# What people may call their questions: as our own inputs are called, and what templates ask a form.
LABELS = ("Deal", "Set", "Seen", "Key", "Reason", "Last", "Step", "CSRFmiddlewaretoken", "Asks")
WHO = ("Deal", "Asks")  # a player; the others are numbers of each player
ROSTER = Roster(("Ann", "Bo", "Cy"))
Pairs = list[tuple[str, str]]


# --- a browser ------------------------------------------------------------------------------------


@dataclass
class Sheet:
    """A form of a page: where it is sent, and what it would send as it stands."""

    action: str
    pairs: Pairs = field(default_factory=list)
    names: list[str] = field(default_factory=list)

    def filled(self, answers: Mapping[str, Any], **more: str) -> str:
        """What is sent once these inputs are filled in, in the order of the page."""
        blank = [(name, value) for name, value in self.pairs if name not in {**answers, **more}]
        assert set(answers) <= set(self.names), set(answers) - set(self.names)
        return urlencode([*blank, *more.items(), *answers.items()])


class Forms(HTMLParser):
    """All forms of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[Sheet] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag == "form":
            self.found.append(Sheet(values.get("action") or ""))
        if tag != "input" or not self.found or not values.get("name"):
            return
        one, name = self.found[-1], str(values["name"])
        one.names.append(name)
        if values.get("type") not in ("radio", "checkbox") or "checked" in values:
            one.pairs.append((name, values.get("value") or ""))


def sheet(page: Any, holds: str = "set") -> Sheet:
    """The form of a report on a page."""
    found = Forms(page.content.decode()).found
    return next(one for one in found if ANSWER in one.names and holds in one.names)


def post(client: Client, where: str, body: str, **headers: str) -> Any:
    kind = "application/x-www-form-urlencoded"
    return client.post(where, body, content_type=kind, headers=headers)


# --- an evening -----------------------------------------------------------------------------------


@pytest.fixture
def event(client: Client) -> Event:
    """A game of one's own with such questions, typed in the editor; three play it."""
    client.force_login(a_user())
    asks: dict[str, Any] = {"asks-TOTAL_FORMS": len(LABELS)}
    for number, label in enumerate(LABELS):
        kind = "player:table" if label in WHO else "number:player"
        high = {} if label in WHO else {f"asks-{number}-high": 9}
        asks |= {f"asks-{number}-label": label, f"asks-{number}-kind": kind, **high}
    sent = new(high=4, ends="never", count="", deals="1") | {"asks-0-high": ""} | asks
    assert client.post(reverse("own_game_new"), sent).status_code == 303
    return begin(an_event(HouseGame.objects.get().slug, 3))


def keys(event: Event) -> dict[str, str]:
    """The key of each question by its label."""
    board = read_board(event)
    return {translate(one.label): one.key for one in board.plays.fields(board.standing)}


def report(event: Event, number: int) -> dict[str, Any]:
    """A report as the engine has it."""
    found = keys(event)
    return {
        key: 2 if label in WHO else [number, 2, (place + number) % 9]
        for place, (label, key) in enumerate(found.items())
    }


def typed(event: Event, number: int) -> dict[str, Any]:
    """The same as it is typed."""
    values: dict[str, Any] = {}
    for key, value in report(event, number).items():
        if isinstance(value, list):
            values |= {input_name(key, place): one for place, one in enumerate(value)}
        else:
            values[input_name(key)] = value
    return values


def phone_of(event: Event) -> str:
    ensure_links(event)
    return reverse("table", args=(Link.objects.get(event=event, kind="table").token,))


def test_a_round_is_what_it_was_entered_as(client: Client, event: Event) -> None:
    """A third round whose next dealer is player 2 replaced the second."""
    home = phone_of(event)
    for number in (1, 2, 3):
        form = sheet(client.get(home))
        response = post(client, form.action, form.filled(typed(event, number)), **{"X-Outbox": "1"})
        assert response.json()["saved"], response.content
    rows = Report.objects.order_by("pk").values_list("deal", "revision", "payload")
    assert [tuple(one) for one in rows] == [(n, 1, report(event, n)) for n in (1, 2, 3)]


def test_no_name_of_an_answer_is_one_of_ours(client: Client, event: Event) -> None:
    say(table(event), 1, report(event, 1))
    home = phone_of(event)
    desk = at("event_deal_report", event, 1, 1, 1)
    for page in (
        client.get(home),
        client.get(f"{home}?deal=1"),
        client.get(desk),
        client.get(at("event_deal_report", event, 1, 1, 2)),
        client.get(at("event_table", event, 1, 1)),
    ):
        text = page.content.decode()
        asked = [one for one in Forms(text).found if ANSWER in one.names]
        assert asked
        for form in asked:
            ours = Counter(name for name in form.names if not name.startswith(ANSWER))
            reasons = ours.pop("why", 0)  # a correction's: the usual ones, and another
            assert reasons in (0, len(REASONS) + 1)
            assert set(ours.values()) == {1}, ours  # no answer among them
            assert set(typed(event, 1)) <= set(form.names)
        ids = re.findall(r'\bid="([^"]+)"', text)
        assert len(ids) == len(set(ids))


# --- what a template asks of a form ---------------------------------------------------------------


# --- entries from before ------------------------------------------------------------------------


def before(event: Event, told: Mapping[str, Any], **hidden: Any) -> str:
    """A form as its page sent it when keys alone were names: what is hidden comes first."""
    return urlencode([*hidden.items(), *((former_name(name), one) for name, one in told.items())])


def test_an_entry_from_before_is_saved_as_it_was_meant(client: Client) -> None:
    client.force_login(a_user())
    sent = new(ends="rounds", count=9, **{"asks-0-label": "Points", "asks-0-high": 20})
    assert client.post(reverse("own_game_new"), sent).status_code == 303
    event = begin(an_event(HouseGame.objects.get().slug, 3))
    where = f"{phone_of(event)}report/"
    told = {input_name("points", place): 4 + place for place in range(3)}
    body = before(event, told, set=1, deal=1, seen=0, key="old")
    answer = post(client, where, body, **{"X-Outbox": "1"})
    assert answer.json() == {"saved": True} | answer.json()
    assert Report.objects.get().payload == {"points": [4, 5, 6]}


def test_an_entry_from_before_that_nobody_can_read_is_told_about(
    client: Client, event: Event
) -> None:
    for number in (1, 2):
        say(table(event), number, report(event, number))
    body = before(event, typed(event, 3), set=1, deal=3, seen=0, key="old")
    answer = post(client, f"{phone_of(event)}report/", body)
    assert answer.status_code == 422
    assert "before the program was updated" in answer.content.decode()
    assert Report.objects.count() == 2


def test_a_form_of_today_without_answers_is_not_read_as_one_from_before() -> None:
    """Its own `deal` is no answer to a question that is called so."""
    who = Field("deal", words("Who deals?"), kind=PLAYER, required=False)
    yes = Field("note", words("Noted?"), kind=YES_NO, per="player", required=False)
    data = QueryDict(f"{ANSWER}=&deal=2&note_1=on&set=1")
    form = ReportForm(data, fields=(who, yes), roster=ROSTER)
    assert form.is_valid(), form.errors
    assert form.payload == {}
