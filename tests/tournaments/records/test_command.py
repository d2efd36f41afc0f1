"""`manage.py records`: its fields to the letter, its options, and one line for bad ones."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.people.past_evenings import finished
from tournaments.management import Unusable

pytestmark = pytest.mark.django_db

PERSON = {
    *("evenings", "wins", "shared_wins", "podium", "rounds", "rounds_won", "deals", "beaten"),
    *("wins_in_a_row", "attendance", "nemesis", "victim", "partners", "headline", "years"),
    *("points", "above_room", "splits"),
}


def records(capsys: Any, *options: str) -> dict[str, Any]:
    call_command("records", *options)
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


@pytest.fixture
def evenings() -> None:
    for number in range(6):
        date = dt.date(2024 + number // 4, 5, 1 + number)
        finished("five-hundreds", seed=number, date=date, rounds=5)


@pytest.mark.usefixtures("evenings")
def test_fields_are_to_the_letter(capsys: Any) -> None:
    answer = records(capsys)
    assert answer.keys() == {"people", "house", "evenings"}
    assert answer["people"].keys() == {"Ann", "Bo", "Cy", "Di"}
    for own in answer["people"].values():
        assert own.keys() == PERSON
        assert own["years"].keys() == {"2024", "2025"}
        assert own["years"]["2024"].keys() == {"evenings", "beaten"}
        for split in own["splits"]:
            assert split.keys() == {"game", "by", "part", "n", "mean", "even"}
    house = answer["house"]
    assert house.keys() == {"lists", "champions", "could_fall", "moments"}
    assert house["lists"].keys() == {"all", "five-hundreds"}
    for lists in house["lists"].values():
        for held in lists.values():
            assert held.keys() == {"value", "who"}
    assert house["champions"].keys() == {"2024", "2025"}
    assert house["champions"]["2024"].keys() == {"all", "five-hundreds"}
    assert [row.keys() for row in house["moments"]] == [{"game", "kind", "times", "of"}]
    assert len(answer["evenings"]) == 6
    for evening in answer["evenings"]:
        assert evening.keys() == {
            *("event", "date", "winners", "headline", "turns", "fell", "awards")
        }
        assert all(turn.keys() == {"round", "before", "after"} for turn in evening["turns"])
        assert all(fall.keys() == {"game", "list"} for fall in evening["fell"])


@pytest.mark.usefixtures("evenings")
def test_years_among_and_a_season(capsys: Any) -> None:
    answer = records(capsys, "--years", "2025", "--among", "Ann,bo", "--alone")
    assert [one["date"] for one in answer["evenings"]] == ["2025-05-05", "2025-05-06"]
    assert answer["among"].keys() == {"Ann", "Bo"}
    assert answer["among"]["Ann"].keys() == {"evenings", "ahead", "beaten"}
    assert answer["among"]["Ann"]["evenings"] == 2
    season = records(capsys, "--season", "10,8,6", "--best", "1", "--left", "2")["season"]
    assert all(row.keys() == {"total", "rank", "can_win", "needs"} for row in season.values())
    # The season is the evenings of the latest one's name: here that one alone.
    assert sorted(row["total"] for row in season.values()) == [0, 6, 8, 10]
    assert records(capsys, "--years", "1990-2010")["evenings"] == []


@pytest.mark.sql
@pytest.mark.usefixtures("evenings")
def test_a_bad_option_is_one_line() -> None:
    for options in (
        ("--years", "90"),
        ("--years", "2010-1990"),
        ("--years", "x"),
        ("--among", "Ann"),
        ("--among", "Ann,Ann"),
        ("--among", "Ann,Nobody"),
        ("--among", ""),
        ("--season", "6,8,10"),
        ("--season", "0"),
        ("--season", "wins"),
        ("--season", ""),
        ("--season", "10", "--left", "-1"),
        ("--season", "10", "--best", "99999999"),
        ("--best", "2"),
        ("--host", "nobody"),
    ):
        with pytest.raises(Unusable) as refused:
            call_command("records", *options)
        assert refused.value.returncode == 2, options
        assert "\n" not in str(refused.value), options


def test_what_is_no_number_or_option_is_refused() -> None:
    for options in (("--season", "10", "--best", "x"), ("--nothing",)):
        with pytest.raises(CommandError):
            call_command("records", *options)


def test_without_an_evening_there_is_nothing(capsys: Any) -> None:
    answer = records(capsys, "--season", "games")
    assert answer["people"] == answer["season"] == {}
    assert answer["house"]["lists"] == {}
