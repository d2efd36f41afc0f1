"""A result by a link of its own: who may make it, what it shows, and when it stops."""

from __future__ import annotations

import io

import pypdfium2
import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from PIL import Image

from tests.tournaments.board_evening import say, start, table
from tests.tournaments.evening import a_user, at_table, host
from tournaments.access.selectors import open_link
from tournaments.access.services import make_link, revoke_link
from tournaments.events import services as events
from tournaments.models import Event, Link
from tournaments.models.errors import Refused
from tournaments.papers.share import may_share, open_share, share_picture, victory_card
from tournaments.papers.victory_picture import (
    TITLE_SIZES,
    VictoryCard,
    VictoryRow,
    fit_title,
    victory_page,
    victory_picture,
)
from tournaments.standings.finales import event_finale
from tournaments.wall import services as wall

pytestmark = pytest.mark.django_db
JSON = {"Accept": "application/json"}
LONG = "Bartholomew Fotheringay-Smythe and 山田 太郎 win!"


@pytest.fixture
def event() -> Event:
    """A game of Hearts that Rosa has won."""
    cache.clear()
    found = start("hearts", ("Rosa", "Emil", "山田 太郎"), name="Hearts", options={"target": 26})
    say(table(found), 1, {"hearts": [0, 10, 3], "queen": 2})
    say(table(found), 2, {"hearts": [1, 12, 0], "queen": 1})
    found.refresh_from_db()
    return found


def board_of(event: Event) -> str:
    return str(event.links.get(kind=Link.Kind.TABLE, table_number=1).token)


def shared(event: Event) -> Link:
    return open_share(event=event, actor=host(event))


def said_by(pdf: bytes) -> str:
    document = pypdfium2.PdfDocument(pdf)
    return " ".join(page.get_textpage().get_text_bounded() for page in document)


def test_the_phone_of_a_board_gets_addresses_and_a_picture(event: Event) -> None:
    answer = Client().post(reverse("table_share", args=[board_of(event)]), headers=JSON)
    data = answer.json()
    assert (answer.status_code, data["title"]) == (200, "Rosa wins!")
    assert data["page"].endswith(reverse("shared", args=[open_link(event, Link.Kind.SHARE).token]))
    assert data["filename"] == "hearts.png"
    picture = Client().get(data["picture"])
    image = Image.open(io.BytesIO(picture.content))
    assert (picture["Content-Type"], image.format, image.size) == ("image/png", "PNG", (1200, 630))
    square = Client().get(reverse("shared_square", args=[open_link(event, Link.Kind.SHARE).token]))
    assert Image.open(io.BytesIO(square.content)).size == (1080, 1080)


def test_without_script_it_leads_to_the_page(event: Event) -> None:
    answer = Client().post(reverse("table_share", args=[board_of(event)]))
    link = open_link(event, Link.Kind.SHARE)
    assert (answer.status_code, answer["Location"]) == (303, reverse("shared", args=[link.token]))


def test_the_page_says_who_won_and_shows_its_picture_to_messengers(event: Event) -> None:
    link = shared(event)
    answer = Client().get(reverse("shared", args=[link.token]))
    text = answer.content.decode()
    assert "Rosa wins!" in text
    assert "The turn of the game" in text
    picture = reverse("shared_picture", args=[link.token])
    assert 'property="og:image" content="http' in text
    assert picture in text
    assert "noindex" in answer["X-Robots-Tag"]


def test_it_outlives_the_evening_and_goes_with_the_event(event: Event) -> None:
    link = shared(event)
    events.finish_event(event=event, actor=host(event), early=True)
    event.refresh_from_db()
    address = reverse("shared", args=[link.token])
    assert Client().get(address).status_code == 200
    paper = Client().get(reverse("shared_paper", args=[link.token]))
    assert paper["Content-Type"] == "application/pdf"
    assert "Rosa" in said_by(paper.content)
    events.delete_event(event=event, actor=host(event))
    assert Client().get(address).status_code == 404


def test_the_host_takes_it_back_and_alone_opens_it_again(event: Event) -> None:
    first = shared(event)
    revoke_link(link=first, actor=host(event))
    for name in ("shared", "shared_picture", "shared_square", "shared_paper"):
        assert Client().get(reverse(name, args=[first.token])).status_code == 410
    with pytest.raises(Refused) as refused:
        open_share(event=event, actor=at_table(event, 1))
    assert [problem.code for problem in refused.value.problems] == ["share.withdrawn"]
    assert shared(event).token != first.token
    assert open_share(event=event, actor=at_table(event, 1)).token != first.token


def test_what_is_hidden_is_not_shared(event: Event) -> None:
    link = shared(event)
    wall.hide_standings(event=event, actor=host(event), hidden=True)
    event.refresh_from_db()
    with pytest.raises(Refused):
        shared(event)
    assert share_picture(event, square=False) is None
    assert Client().get(reverse("shared_picture", args=[link.token])).status_code == 404
    assert Client().get(reverse("shared_paper", args=[link.token])).status_code == 404
    page = Client().get(reverse("shared", args=[link.token])).content.decode()
    assert "The host is keeping the results back for now." in page
    assert "Rosa" not in page


def test_before_the_end_there_is_nothing_to_share() -> None:
    event = start("hearts", ("Rosa", "Emil", "Hilde"))
    with pytest.raises(Refused):
        shared(event)
    answer = Client().post(reverse("table_share", args=[board_of(event)]), headers=JSON)
    assert (answer.status_code, len(answer.json()["problems"])) == (422, 1)


def test_of_a_hall_the_desk_alone_shares() -> None:
    hall = start("hearts", 6, tables=2)
    assert may_share(hall, host(hall))
    assert not may_share(hall, at_table(hall, 1))


def test_a_link_of_another_kind_opens_no_shared_page(event: Event) -> None:
    for token in (board_of(event), make_link(event=event, actor=host(event), kind="wall").token):
        assert Client().get(reverse("shared", args=[token])).status_code == 404
    link = shared(event)
    assert Client().get(reverse("table", args=[link.token])).status_code == 404


def test_the_desk_shares_and_a_stranger_does_not(event: Event) -> None:
    desk = Client()
    desk.force_login(a_user())
    address = reverse("event_share", args=[event.pk])
    assert desk.post(address, headers=JSON).status_code == 200
    assert Client().post(address, headers=JSON).status_code == 403


def test_playing_again_leads_to_the_next_board(event: Event) -> None:
    phone = Client()
    answer = phone.post(reverse("table_again", args=[board_of(event)]))
    new = Event.objects.exclude(pk=event.pk).get()
    assert answer.status_code == 303
    assert answer["Location"] == reverse("table", args=[board_of(new)]) + "?deal=1"
    again = phone.post(reverse("table_again", args=[board_of(event)]))
    assert again["Location"] == answer["Location"]
    desk = Client()
    desk.force_login(a_user())
    assert desk.post(reverse("event_again", args=[event.pk]))["Location"] == answer["Location"]
    assert (
        reverse("table", args=[board_of(new)])
        in phone.get(reverse("table", args=[board_of(event)])).content.decode()
    )


# --- the picture ---


def test_the_picture_says_what_the_page_says(event: Event) -> None:
    ending = event_finale(event)
    assert ending is not None
    card = victory_card(event, ending)
    assert (card.title, card.rows[0].is_first) == ("Rosa wins!", True)
    text = said_by(victory_page(card))
    for word in ("Rosa wins!", "Hearts", "Emil", "山田 太郎", card.rows[0].total, "Scorekeeper"):
        assert word in text


@pytest.mark.parametrize("square", [False, True])
def test_long_names_of_any_script_are_read_whole(square: bool) -> None:
    names = ("Γιώργος Παπαδόπουλος", "Анатолий Шевченко", "Llanfairpwllgwyngyllgogerychwyrndrobwll")
    lines = tuple(VictoryRow("4=", name, "−120") for name in names)
    card = VictoryCard(LONG, "Oh Hell!", "Round 7: Zoë made 45.", lines, "and 7 more")
    text = said_by(victory_page(card, square=square)).replace("\r\n", " ").replace("\n", " ")
    for word in ("Fotheringay-", "山田", "Παπαδόπουλος", "Шевченко", "and 7 more", "Zoë"):
        assert word in text
    assert Image.open(io.BytesIO(victory_picture(card, square=square))).mode == "RGB"


def test_a_long_title_shrinks_and_then_wraps() -> None:
    sizes = []
    for title in ("Rosa wins!", "Hildegard wins!", "Grandma Joan of Leeds wins!", LONG):
        done = fit_title(title, 584)
        assert " ".join(done.lines).split() == title.split()
        sizes.append((len(done.lines), done.size))
    assert sizes[0] == (1, TITLE_SIZES[0])
    assert sizes[1] == (1, TITLE_SIZES[1])
    assert [lines > 1 for lines, _size in sizes[2:]] == [True, True]
    assert all(size <= TITLE_SIZES[2] for _lines, size in sizes[2:])
