"""What a pad fetches in advance: the forms of the deals that come, and what they add."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.tournaments.board_evening import read_board, say, start, table
from tests.tournaments.phones.test_round_pages import address

pytestmark = pytest.mark.django_db

HAND = {"hearts": [3, 5, 5, 0], "queen": 0}


def later(client: Any, event: Any) -> dict[str, Any]:
    response = client.get(address("table_later", event))
    assert response.status_code == 200
    data: dict[str, Any] = response.json()
    return data


def inputs(form: str) -> dict[str, str]:
    """The hidden inputs of a form."""
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))


def test_the_next_deals_with_their_forms(client: Any) -> None:
    event = start("hearts", 4)
    say(table(event), 1, HAND)
    deals = later(client, event)["deals"]
    assert [deal["deal"] for deal in deals] == [2, 3, 4, 5, 6, 7]
    assert [deal["seen"] for deal in deals] == [0] * 6
    assert deals[1]["label"] == deals[1]["title"] == "Round 3"
    assert deals[1]["summary"] == "Cy deals."
    form = deals[1]["form"]
    assert {"set": "1", "deal": "3", "seen": "0"}.items() <= inputs(form).items()
    assert "Enter round 3" in form
    assert "Save round 3" in form
    assert "Keep your cards" in deals[2]["form"]  # what the table is told before the fourth


def test_a_form_can_be_sent_once_those_before_it_are_in(client: Any) -> None:
    event = start("hearts", 4)
    answers = {f"answer-hearts-{place}": n for place, n in enumerate(HAND["hearts"])}
    answers["answer-queen"] = 0
    for deal in later(client, event)["deals"][:3]:
        sent = inputs(deal["form"]) | {"key": f"k{deal['deal']}"} | answers
        assert client.post(address("table_report", event), sent).status_code == 303
    assert read_board(event).totals(read_board(event).state) == (48, 15, 15, 0)


def test_what_a_deal_adds(client: Any) -> None:
    found = later(client, start("hearts", 4))
    assert [deal["addends"] for deal in found["deals"]] == [0] * 6  # told once
    (added,) = found["addends"]
    assert found["wins"] == "low"
    assert ["answer-hearts-0", 0, 13, 1, [], None] in added["inputs"]
    assert ["answer-queen", "2"] in added["inputs"]
    assert added["sums"] == [[13, "answer-hearts-"]]


def test_what_only_the_rules_can_tell(client: Any) -> None:
    found = later(client, start("rummoli", 4))
    assert found["addends"] == [None]
    assert len(found["deals"]) > 1


@pytest.mark.parametrize(("game", "wins"), [("hearts", "low"), ("oh-hell", "high"), ("golf", "")])
def test_who_leads_is_worked_out_only_if_totals_decide(client: Any, game: str, wins: str) -> None:
    assert later(client, start(game, 4))["wins"] == wins


def test_no_more_than_are_played(client: Any) -> None:
    event = start("canadian-salad", 4)
    assert [deal["deal"] for deal in later(client, event)["deals"]] == [1, 2, 3, 4, 5, 6]
    added = later(client, event)["deals"]
    assert len({deal["addends"] for deal in added}) > 1  # each of its rounds costs something else


def test_nothing_once_it_is_over(client: Any) -> None:
    event = start("hearts", 4, options={"target": 25})
    say(table(event), 1, {"hearts": [13, 0, 0, 0], "queen": 1})
    say(table(event), 2, {"hearts": [13, 0, 0, 0], "queen": 1})
    assert read_board(event).is_over
    found = later(client, event)
    assert (found["deals"], found["addends"]) == ([], [])
    assert "?deal=2" in found["rounds"]


def test_the_rounds_in_their_fold_come_after_the_page(client: Any) -> None:
    event = start("hearts", 4)
    say(table(event), 1, {"hearts": [13, 0, 0, 0], "queen": 1})
    page, state = (
        client.get(address(name, event)).content.decode() for name in ("table", "table_state")
    )
    rounds = later(client, event)["rounds"]
    assert "?deal=1" in rounds
    assert rounds in page
    fold = re.search(r'(?s)<details class="fold" id="rounds".*?</details>', state)
    assert fold is not None
    assert "data-same" in fold[0]
    assert "<table" not in fold[0]
    assert "<table" in client.get(address("table_state", event) + "?rounds=all").content.decode()
    # A page that has what counts is not sent the same again, whether it came whole or in part.
    marks = [re.findall(r"\?seen=([^\"&]+)", text) for text in (page, state)]
    assert marks[0] == marks[1] != []
