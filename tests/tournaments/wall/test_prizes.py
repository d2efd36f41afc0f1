"""Prizes: named before the end, told on the wall with the champion last, passed over by awards."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from rulesets.records.stories import AWARD_KINDS
from tests.tournaments.evening import host, play, start
from tests.tournaments.visits import words_of
from tournaments.events import services as events
from tournaments.models import Event, Prize
from tournaments.models.errors import Refused
from tournaments.records.evening_pages import AWARDS
from tournaments.records.selectors import family_records
from tournaments.standings.selectors import standings
from tournaments.wall import services
from tournaments.wall.prizes import (
    MOST_PLACES,
    event_awards,
    name_prize,
    note_cut,
    prize_lines,
)
from tournaments.wall.reveal import reveal

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return start(people=14)


def press(client: Client, event: Event, **form: Any) -> Any:
    answer = client.post(reverse("event_prizes", args=[event.pk]), form)
    event.refresh_from_db()
    return answer


def finish(event: Event) -> Event:
    play(event, sets=3)
    services.plan_reveal(event=event, actor=host(event), first=3)
    events.finish_event(event=event, actor=host(event), early=True)
    return Event.objects.get(pk=event.pk)


@pytest.mark.sql
def test_a_host_names_them_in_their_order(client: Client, event: Event) -> None:
    client.force_login(event.owner)
    for key, gift in (("place:1", "the cup"), ("last", "a spoon"), ("lot", "")):
        assert press(client, event, act="name", key=key, gift=gift).status_code == 303
    assert [prize.title for prize in event.prizes.all()] == [
        "First place", "Last place", "A stroke of luck",
    ]  # fmt: skip
    luck = event.prizes.last()
    assert luck is not None
    press(client, event, act="move", prize=luck.pk, to=2)
    press(client, event, act="switch", over="0")
    assert not event.passes_over
    page = words_of(client.get(reverse("event_prizes", args=[event.pk])))
    assert page.index("First place") < page.index("A stroke of luck") < page.index("a spoon")
    assert "Somebody may have several." in page
    press(client, event, act="remove", prize=luck.pk)
    assert event.prizes.count() == 2
    wrong = press(client, event, act="name", key=f"place:{MOST_PLACES + 1}")
    assert wrong.status_code == 422
    first = event.prizes.first()
    assert first is not None
    press(client, event, act="move", prize=first.pk, to=9)  # beyond the last
    assert event.prizes.last() == first
    assert press(client, event, act="move", prize=first.pk, to="up").status_code == 422
    gone = press(client, event, act="move", prize=luck.pk, to=1)
    assert gone.status_code == 422
    assert "not on the list any more" in words_of(gone)
    with pytest.raises(Refused, match="before the result"):
        name_prize(event=finish(event), actor=host(event), key="lot", title="", gift="")


@pytest.mark.sql
def test_they_are_told_before_the_places_and_the_champion_comes_last(event: Event) -> None:
    actor = host(event)
    for key, title, gift in (
        ("place:1", "The winner", "the cup"),
        ("place:2", "", "wine"),  # so that the lot falls to nobody of the first three
        ("place:3", "The bronze", "chocolate"),
        ("lot", "", "dates"),
        ("last", "", "a spoon"),
    ):
        name_prize(event=event, actor=actor, key=key, title=title, gift=gift)
    event = finish(event)
    result = reveal(event)
    rows = standings(event).rows
    early = [step for step in result.steps if step.words in ("dates", "a spoon")]
    assert [step.words for step in early] == ["a spoon", "dates"]
    assert set(early[0].names) == {row.name for row in rows if row.rank == rows[-1].rank}
    assert result.awards == len([step for step in result.steps if step.kind == "award"])
    champion = result.steps[-1]
    assert champion.kind == "champion"
    wanted = "the cup" if champion.title == "The winner" else "The winner: the cup"
    assert champion.gifts == (wanted,)
    third = next((step for step in result.steps if step.gifts == ("The bronze: chocolate",)), None)
    assert third is None or third.kind == "place"
    # Nobody has two: neither of the prizes nor of the awards, and winners have no award.
    names = [name for step in result.steps[: result.awards] for name in step.names]
    assert len(names) == len(set(names))
    assert {row.name for row in rows if row.rank == 1}.isdisjoint(names)
    while not reveal(event).is_over:
        services.reveal_next(event=event, actor=actor)
        event.refresh_from_db()
    evening = family_records(event.book).house.evenings[-1]
    spoon = {row.entry_id for row in rows if row.rank == rows[-1].rank}
    people = dict(event.entries.values_list("pk", "person_id"))
    assert evening.holders >= {people[pk] for pk in spoon}


@pytest.mark.sql
def test_who_is_level_cuts_for_it(client: Client, event: Event) -> None:
    prize = name_prize(event=event, actor=host(event), key="last", title="", gift="")
    client.force_login(event.owner)
    event = finish(event)
    rank = standings(event).rows[-1].rank
    last = [row for row in standings(event).rows if row.rank == rank]
    if len(last) == 1:  # let somebody share the last place
        event.snapshot.standings[-2]["rank"] = rank = event.snapshot.standings[-1]["rank"]
        event.snapshot.save(update_fields=["standings"])
        Event.objects.filter(pk=event.pk).update(version=event.version + 1)
        event = Event.objects.get(pk=event.pk)
    (line,) = prize_lines(event)
    assert len(line.names) == len(line.level) > 1
    key, name = line.level[-1]
    assert press(client, event, act="cut", prize=prize.pk, entry=key).status_code == 303
    (line,) = prize_lines(event)
    assert line.names == (name,)
    assert len(line.level) > 1  # so that it can be put right
    best = standings(event).rows[0].entry_id
    with pytest.raises(Refused, match="level"):
        note_cut(event=event, actor=host(event), prize_id=prize.pk,
                 entry=event.entries.get(pk=best))  # fmt: skip
    assert "They are level, and it goes to all of them." in words_of(
        client.get(reverse("event_prizes", args=[event.pk]))
    )
    assert f"{name} won the cut for the prize “Last place”." in words_of(
        client.get(reverse("event_log", args=[event.pk]))
    )
    assert Prize.objects.get().cut_winner_id == key


def test_awards_are_read_out_as_they_are_ticked(client: Client, event: Event) -> None:
    client.force_login(event.owner)
    ticked = words_of(client.get(reverse("event_prizes", args=[event.pk])))
    assert "Giant killer" in ticked
    every = finish(start(people=14))
    usual = [award.kind for award in event_awards(every, standings(every))]
    assert len(usual) > 1
    off = usual[0]
    kinds = [kind for kind in AWARD_KINDS if kind != off]
    assert press(client, event, act="choose", award=kinds).status_code == 303
    log = words_of(client.get(reverse("event_log", args=[event.pk])))
    assert f"Awards that are not read out: {AWARDS[off]}." in log
    event = finish(event)
    read_out = [award.kind for award in event_awards(event, standings(event))]
    assert off not in read_out
    assert read_out
    assert press(client, event, act="choose", award=[]).status_code == 422
    assert event.awards_off == [off]
