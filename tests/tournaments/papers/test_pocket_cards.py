"""Pocket cards: every round of everybody, cut apart, with nothing clipped."""

from __future__ import annotations

from typing import Any

import pytest

from tests.sampling import on_both_papers
from tests.tournaments import evening
from tests.tournaments.events.test_drives_without_roles import an_event, played
from tests.tournaments.papers.conftest import NAMES, visual
from tests.tournaments.visits import texts_of
from tournaments.models import Event
from tournaments.models.errors import Refused
from tournaments.papers.catalogue import PrintOptions
from tournaments.papers.data import PocketCard, PocketRound
from tournaments.papers.geometry import paragraph
from tournaments.papers.people import list_names
from tournaments.papers.pocket_cards import WIDTH, pocket_cards
from tournaments.papers.printing import print_paper
from tournaments.papers.selectors import papers_of
from tournaments.papers.typefaces import Face, shape
from tournaments.seating import draws
from tournaments.seats.own_rounds import own_rounds
from tournaments.seats.selectors import seats


def cards(count: int = 12, rounds: int = 7, names: int = 1) -> list[PocketCard]:
    return [
        PocketCard(
            NAMES[number % len(NAMES)],
            "",
            tuple(
                PocketRound(one)
                if one == 3
                else PocketRound(
                    one,
                    one + 1,
                    "South",
                    tuple(NAMES[(number + one + n) % 9] for n in range(names)),
                )
                for one in range(1, rounds + 1)
            ),
            partners=names == 1,
        )
        for number in range(count)
    ]


@on_both_papers
@pytest.mark.parametrize(("rounds", "names", "each"), [(7, 1, 8), (60, 1, 2)])
def test_as_many_cards_come_on_a_page_as_their_rounds_leave_room_for(
    heading: Any, read: Any, paper: str, rounds: int, names: int, each: int
) -> None:
    one, two = (
        read(pocket_cards, heading, pocket_cards=cards(count, rounds, names), paper=paper)
        for count in (each, each + 1)
    )
    assert (len(one), len(two)) == (1, 2)
    (page,) = one
    for char in page.chars:
        assert 18 <= char["x0"] <= char["x1"] <= page.width - 18
        assert 12 <= char["top"] <= char["bottom"] <= page.height - 12


def test_each_card_has_its_name_and_rounds_and_nothing_reaches_into_the_next(
    heading: Any, read: Any, find_all: Any
) -> None:
    given = cards(4)
    (page,) = read(pocket_cards, heading, pocket_cards=given)
    middle = page.width / 2
    for place, card in enumerate(given):
        left = middle - WIDTH if place % 2 == 0 else middle
        for name in (
            card.name,
            *(board_round.names[0] for board_round in card.rounds if board_round.names),
        ):
            found = [
                chars
                for chars in find_all(page, visual(name))
                if left <= chars[0]["x0"] <= chars[-1]["x1"] <= left + WIDTH
            ]
            assert found, name
    assert len(find_all(page, "sits out")) == 4
    assert len(find_all(page, "Partner")) == 4
    lines = [board_round for card in given for board_round in card.rounds if board_round.table == 8]
    assert len(find_all(page, "South")) == 6 * len(lines)


def test_without_partners_everybody_at_the_table_is_named(
    heading: Any, read: Any, find_all: Any
) -> None:
    (page,) = read(pocket_cards, heading, pocket_cards=cards(1, names=3))
    assert find_all(page, "With")
    assert not find_all(page, "Partner")


def test_names_keep_their_notes_and_their_order() -> None:
    told = list_names(["محمد السيد", "Ann (the elder)", "Bo Lind"])
    assert told == "\u2068محمد السيد\u2069, Ann\u00a0(the\u00a0elder), Bo Lind"
    lines = paragraph(told, Face.TEXT, 10, 60)
    assert [line for line in lines if "(the" in line and "elder)" in line]
    first = shape(told, Face.TEXT).runs
    assert first[0].face is Face.ARABIC  # on the left, where the list begins


@pytest.mark.django_db
def test_an_event_prints_what_its_pages_say() -> None:
    event = an_event("individual", 9)
    with pytest.raises(Refused):
        print_paper(event, PrintOptions("pocket-cards"))
    draft = draws.draw(event=event, actor=evening.host(event), seed=4)
    before = read_text(event)
    draws.publish(event=event, actor=evening.host(event), seating=draft)
    event = Event.objects.get(pk=event.pk)
    assert read_text(event) == before
    view = seats(event)
    assert view is not None
    rounds = own_rounds(event, view)
    words = before.split()
    assert words.count("out") == 7
    entry = evening.entry(event, "P4")
    mine = read_text(event, only=entry.pk).split()
    for board_round in rounds[entry.pk]:
        told = (
            ["out"]
            if board_round.table is None
            else [str(board_round.table), board_round.chair, *board_round.partners]
        )
        assert all(word in mine for word in told)


def read_text(event: Event, **questions: Any) -> str:
    pdf = print_paper(event, PrintOptions("pocket-cards", **questions)).pdf
    return "\n".join(texts_of(pdf))


@pytest.mark.django_db
def test_who_keeps_a_partner_reads_against_whom() -> None:
    event = an_event("pairs", 8)
    evening.next_set(event)
    view = seats(event)
    mine = own_rounds(event, view)[view.by_name[0].entry_id]
    told = read_text(event, only=view.by_name[0].entry_id)
    (partner,) = {one.partners for one in mine}
    assert "Against" in told
    assert "Partner" not in told
    assert told.count(partner[0]) == 1  # in the head: "with P1"
    assert f"with {partner[0]}" in told
    assert all(", ".join(one.others) in told for one in mine)


@pytest.mark.django_db
def test_where_results_decide_there_are_none() -> None:
    for event in (evening.start(8), played("progressive", 1)):
        assert "pocket-cards" not in {kind.kind for kind in papers_of(event)}
