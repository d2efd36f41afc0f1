"""The page of the rulebook: choose, print, keep, reprint, delete; and what it refuses."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from scorekeeper.celery import app
from tests.tournaments.editions import a_wish, an_edition
from tests.tournaments.evening import a_user, an_event
from tests.tournaments.papers.rulebook.books import read_pdf
from tournaments.house_games.services import keep_rules
from tournaments.jobs import runner
from tournaments.models import BookEdition, Job, family_of
from tournaments.models.event_games import game_of
from tournaments.papers import printing
from tournaments.papers.board_selectors import rules_source
from tournaments.papers.editions import selectors, services
from tournaments.papers.rulebook import typesetter

pytestmark = pytest.mark.django_db

FORM = {
    "title": "Our <games>",
    "line": "First edition",
    "year": "2026",
    "family": "The Łódź family",
    "which": "chosen",
    "games": ["hearts", "golf"],
    "order": "name",
    "rules": "shelf",
    "sheets": "on",
    "paper": "a4",
    "size": "usual",
    "form": "pages",
    "signature": "6",
}


@pytest.fixture
def host(client: Client) -> Client:
    client.force_login(a_user())
    return client


def sent(host: Client, **values: Any) -> Any:
    return host.post(reverse("rulebook"), {**FORM, **values})


def text_in(response: Any) -> str:
    return response.content.decode()


def test_the_page_offers_everything_that_can_be_chosen(host: Client) -> None:
    text = text_in(host.get(reverse("rulebook")))
    for words in (
        "The family book of games",
        "The games of the book “Metzker”",
        "Large print",
        "A5",
    ):
        assert words in text
    assert "The games we play here (0)" in text
    assert f'href="{reverse("rulebook")}"' in text_in(host.get(reverse("home")))


def test_the_page_asks_once_for_all_evenings_with_rules(
    host: Client, django_assert_max_num_queries: Any
) -> None:
    for number in range(12):
        an_event(people=4, name=f"Evening {number}", options={"fewer_repeats": True})
    host.get(reverse("rulebook"))
    with django_assert_max_num_queries(9):
        text = text_in(host.get(reverse("rulebook")))
    assert "Evening 11" in text


def test_an_edition_is_printed_and_kept_byte_for_byte(host: Client) -> None:
    response = sent(host, dedication="For Agatha.")
    assert response.status_code == 303
    page = text_in(host.get(response["Location"]))
    assert "It is ready." in page
    assert "Our &lt;games&gt;, First edition" in page
    edition = BookEdition.objects.get()
    file = host.get(reverse("rulebook_file", args=[edition.pk]))
    assert file["Content-Type"] == "application/pdf"
    assert "our-games-first-edition" in file["Content-Disposition"]
    reader = PdfReader(io.BytesIO(file.content))
    assert len(reader.pages) == edition.pages
    assert "For Agatha." in reader.pages[1].extract_text()
    assert "Hearts" in "".join(page.extract_text() for page in reader.pages[2:4])
    again = host.get(reverse("rulebook_file", args=[edition.pk]))
    assert again.content == file.content
    services.print_edition(edition)  # a second worker changes nothing
    assert selectors.file_of(edition) == file.content
    BookEdition.objects.update(pages=0, pdf=None)
    services.print_edition(edition)
    assert selectors.file_of(edition) == file.content
    assert host.get(reverse("rulebook_booklet", args=[edition.pk])).status_code == 404


def test_a_booklet_says_how_many_sheets_it_takes_before_it_is_printed(host: Client) -> None:
    page = text_in(host.get(sent(host, form="booklet")["Location"]))
    edition = BookEdition.objects.get()
    sheets = -(-edition.pages // 4)
    assert f"{sheets} sheets of A4" in page
    file = host.get(reverse("rulebook_booklet", args=[edition.pk])).content
    assert len(PdfReader(io.BytesIO(file)).pages) == 2 * sheets


@pytest.mark.exhaustive
def test_a_thick_booklet_is_printed_in_signatures(host: Client) -> None:
    address = sent(host, form="booklet", which="source:Metzker", signature="5")["Location"]
    page = text_in(host.get(address))
    edition = BookEdition.objects.get()
    sheets = -(-edition.pages // 4)
    assert edition.wish["signature"] == 5
    assert f"{sheets} sheets of A4 · {-(-sheets // 5)} signatures of up to 5" in page
    assert "sew them through the folds" in page
    file = host.get(reverse("rulebook_booklet", args=[edition.pk])).content
    assert len(PdfReader(io.BytesIO(file)).pages) == 2 * sheets
    assert 'value="5" selected' in text_in(host.get(reverse("rulebook")))


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("title", "", "Give the book a title."),
        ("title", "x" * 81, "at most 80 characters"),
        ("line", "", "Write which edition it is"),
        ("games", [], "Choose at least one game."),
        ("games", ["no-such"], "no-such is not one of the available choices"),
        ("paper", "a3", "a3 is not one of the available choices"),
        ("which", "played", "No game matches your choice."),
    ],
)
def test_what_is_wrong_stands_beside_its_field(
    host: Client, field: str, value: Any, words: str
) -> None:
    response = sent(host, **{field: value})
    assert response.status_code == 422
    text = text_in(response)
    assert words in text
    assert "The Łódź family" in text  # nothing that was typed is lost
    assert not BookEdition.objects.exists()


def test_large_print_is_not_squeezed_onto_half_an_a5(host: Client) -> None:
    response = sent(host, paper="a5", size="large", form="booklet")
    assert response.status_code == 422
    assert "Large print does not fit on half a sheet of A5." in text_in(response)


def test_a_new_edition_lists_what_changed_since(host: Client) -> None:
    family = family_of(a_user())

    def print_before(line: str, *games: str) -> None:
        wish = a_wish(line=line, games=games, rules="shelf", own=False)
        services.new_edition(family=family, wish=wish, language="en")
        BookEdition.objects.update(pages=2)

    print_before("First edition", "hearts", "golf")
    keep_rules(family=family, name="Short", game="hearts", options={"target": 75})
    print_before("Another book", "euchre")
    response = sent(host, line="Second edition")
    page = text_in(host.get(response["Location"]))
    assert "New since First edition" in page
    edition = BookEdition.objects.get(line="Second edition")
    told = {change["name"]: change["what"] for change in edition.changes}
    assert told == {"Hearts": ["New house rules: Short."]}
    # What is another book is no edition of this one.
    assert BookEdition.objects.get(line="Another book").changes == []
    text = "".join(
        page.extract_text() for page in PdfReader(io.BytesIO(selectors.file_of(edition))).pages
    )
    assert "New in this edition" in text
    assert "New house rules: Short." in text
    assert "We play:" in text


def test_the_form_begins_as_the_last_edition_was(host: Client) -> None:
    an_edition(family_of(a_user()), title="Our <games>", order="kind", paper="letter")
    text = text_in(host.get(reverse("rulebook")))
    assert "Our &lt;games&gt;, First edition" in text
    assert 'value="Edition 2"' in text
    assert '<option value="letter" selected>' in text
    assert '<option value="kind" selected>' in text


def test_house_rules_of_an_evening_can_be_marked() -> None:
    event = an_event(0, game="hearts", name="Autumn", options={"target": 60})
    book = selectors.book_of(family_of(a_user()), a_wish(rules=f"event:{event.pk}"))
    (rules,) = next(chapter for chapter in book.chapters if chapter.key == "hearts").house
    assert (rules.name, [one.value for one in rules.agreed]) == ("Autumn", ["60"])


def test_the_order_and_the_choice_of_games() -> None:
    family = family_of(a_user())
    by_page = selectors.games_of(family, a_wish(which="source:Metzker", order="source"))
    assert [game.slug for game in by_page][:3] == ["500-bid", "euchre", "hand-and-foot"]
    assert all(game.source.startswith("Metzker p.") for game in by_page)
    kinds = [game.family for game in selectors.games_of(family, a_wish(which="all", order="kind"))]
    assert kinds == sorted(kinds, key=list(dict.fromkeys(kinds)).index)
    event = an_event(0, game="sticks")
    assert selectors.games_of(family, a_wish(which="played")) == []
    type(event).objects.update(state="playing")
    assert [game.slug for game in selectors.games_of(family, a_wish(which="played"))] == ["sticks"]


def test_while_it_is_printed_the_page_tells_how_far_it_is(
    host: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "start_thread", lambda *_work, **_lane: None)
    app.conf.task_always_eager = False
    try:
        response = sent(host)
    finally:
        app.conf.task_always_eager = True
    assert "Being made" in text_in(host.get(response["Location"]))
    Job.objects.update(done=2, total=4, state="running")
    page = text_in(host.get(response["Location"], headers={"HX-Request": "true"}))
    assert "Pages are being set. (Step 3 of 4)" in page
    assert "<html" not in page
    edition = BookEdition.objects.get()
    assert host.get(reverse("rulebook_file", args=[edition.pk])).status_code == 404


def test_an_edition_is_deleted_with_its_job(host: Client) -> None:
    edition = an_edition(family_of(a_user()))
    address = reverse("rulebook_edition", args=[edition.pk])
    assert host.post(address, {"act": "polish"}).status_code == 422
    assert host.post(address, {"act": "delete"}).status_code == 303
    assert not BookEdition.objects.exists()
    assert host.get(address).status_code == 404


def test_printing_that_failed_or_was_stopped_is_begun_again(
    host: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_given: Any) -> None:
        raise OSError("no room")

    with monkeypatch.context() as patched:
        patched.setattr(printing, "print_edition", broken)
        address = sent(host)["Location"]
    assert "It could not be printed." in text_in(host.get(address))
    app.conf.task_always_eager = False
    try:
        with monkeypatch.context() as patched:
            patched.setattr(runner, "start_thread", lambda *_work, **_lane: None)
            assert host.post(address, {"act": "print"}).status_code == 303
    finally:
        app.conf.task_always_eager = True
    assert host.post(address, {"act": "stop"}).status_code == 303
    assert not Job.objects.exists()
    assert "It is not printed yet." in text_in(host.get(address))
    assert host.post(address, {"act": "print"}).status_code == 303
    assert "It is ready." in text_in(host.get(address))


def test_cards_are_printed_four_to_a_sheet(host: Client) -> None:
    page = text_in(host.get(sent(host, form="cards")["Location"]))
    edition = BookEdition.objects.get()
    assert edition.pages == 2
    assert "2 cards" in page
    sheets = host.get(reverse("rulebook_booklet", args=[edition.pk])).content
    assert len(PdfReader(io.BytesIO(sheets)).pages) == 1


def test_where_the_typesetter_is_missing_the_page_says_why(
    host: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(typesetter, "find_spec", lambda _name: None)
    words = "Books cannot be printed on this machine"
    assert words in text_in(host.get(reverse("rulebook")))
    response = sent(host)
    assert response.status_code == 422
    assert words in text_in(response)
    assert not BookEdition.objects.exists()


def test_other_papers_name_the_page_of_the_newest_book_that_has_the_game(host: Client) -> None:
    event = an_event(0, game="hearts")
    assert rules_source(event, game_of(event)).startswith("Metzker p. ")
    assert "our book" not in rules_source(event, game_of(event))
    sent(host)
    sent(host, games=["golf"], line="Golf alone")
    first = BookEdition.objects.get(line="First edition")
    pages = read_pdf(selectors.file_of(first))
    page = pages.page_of("Hearts") + 1
    assert rules_source(event, game_of(event)).endswith(f", our book p. {page}")
