"""Settle it: the referee on a phone, asked once or followed turn by turn."""

import html
import re
from itertools import product
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from rulesets import games
from tests.tournaments.board_evening import at_table, start
from tests.tournaments.board_evening import table as table_of
from tests.tournaments.evening import host, next_set, play_set
from tests.tournaments.evening import start as drive
from tests.tournaments.evening import table as at_number
from tournaments.access.services import ensure_links
from tournaments.boards.deals import due_hand, hands_of
from tournaments.boards.hall import Hall
from tournaments.models import Dispute, Link
from tournaments.referee import game_session
from tournaments.referee.game_session import as_number
from tournaments.reports import dealers
from tournaments.reports.disputes import MOST_OPEN, note_dispute

pytestmark = pytest.mark.django_db

NAMES = "Ann, Bo, Cy, Di"


def words(response):
    """What a reader sees, on one line."""
    text = re.sub(
        r"<(dialog|script|nav)\b.*?</\1>", " ", response.content.decode(), flags=re.DOTALL
    )
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())


class Phone:
    """A phone that asks at one address; what it carries is taken from the page it was shown."""

    def __init__(self, address):
        self.client, self.address, self.page = Client(), address, None

    def ask(self, do, **values):
        data = {"do": do, **values}
        if self.page is not None and (file := self.file()):
            data["file"] = file
        self.page = self.client.post(self.address, data)
        return words(self.page)

    def file(self):
        match = re.search(r'name="file" value="([^"]*)"', self.page.content.decode())
        return html.unescape(match[1]) if match else ""

    @property
    def game(self):
        return game_session.read_session(self.file())


def ask_about(slug):
    """A phone at the page of a game."""
    return Phone(reverse("settle", args=(slug,)))


def begin(slug, **values):
    """A phone that has told who plays a game; Ann begins."""
    phone = ask_about(slug)
    phone.ask("start", players=NAMES, first="Ann", direction="clockwise", **values)
    assert phone.page.status_code == 200
    return phone


def phone_at(event):
    """A phone that was led there by the first table's page."""
    ensure_links(event)
    link = Link.objects.get(event=event, kind="table", table_number=1)
    return Phone(reverse("table_settle", args=(link.token,)))


@pytest.fixture
def phone():
    return ask_about("crazy-eights")


@pytest.fixture
def begun():
    return begin("crazy-eights", top="JP")


def test_the_page_asks_who_plays_and_how_it_lies(phone):
    page = phone.client.get(phone.address)
    assert "Who is playing" in words(page)
    assert "Whose turn is it?" in phone.ask("players", players=NAMES)
    assert "two or more names" in phone.ask("players", players="Ann")
    assert phone.page.status_code == 422
    assert "same name" in phone.ask("players", players="Ann, Bo, Ann")


def test_a_card_that_fits_or_says_why_it_does_not(begun):
    response = begun.ask("play", cards="2R")
    assert "That is not allowed." in response
    assert "fits neither" in response or "does not fit" in response
    assert begun.game.turns == ()
    assert reverse("rules", args=("crazy-eights",)) + "#" in begun.page.content.decode()
    response = begun.ask("play", cards="2P", who="Cy")
    assert "It is Ann’s turn, not Cy’s." in response
    response = begun.ask("play", cards="2P")
    assert "That is allowed." in response
    assert "Bo is next" in response
    assert [turn.get("done") for turn in begun.game.turns] == [None]


def test_a_wild_card_asks_for_its_suit(begun):
    response = begun.ask("play", cards="8R")
    assert "What is called with the 8 of rock?" in response
    assert "Scissors" in response or "scissors" in response
    response = begun.ask("call:S", place="0")
    assert "That is allowed." in response
    assert begun.game.turns[0]["steps"] == [{"play": ["8R=S"]}]


def test_what_was_played_against_the_rules_is_taken_back_or_may_stand(begun):
    begun.ask("play", cards="2R")
    assert "Ann is next" in begun.ask("drop")
    assert begun.game.tried is None
    begun.ask("play", cards="2R")
    response = begun.ask("stand")
    assert "Against the rules, but it stands." in response
    assert "Bo is next" in response


def test_a_turn_of_several_steps_is_followed(begun):
    response = begun.ask("draw", number="2")
    assert "That is allowed." in response
    assert "Ann is next" in response
    assert "Bo is next" in begun.ask("play", cards="5P")
    assert begun.game.turns[0]["steps"] == [{"draw": 2}, {"play": ["5P"]}]


def test_the_last_step_is_undone(begun):
    begun.ask("play", cards="2P")
    begun.ask("draw", number="1")
    assert "Bo is next" in begun.ask("back")
    assert len(begun.game.turns) == 1
    assert "Ann is next" in begun.ask("back")
    assert begun.game.turns == ()


def test_what_could_i_play(begun):
    response = begun.ask("hand", hand="2P JR 8L 3R")
    assert "There are 3 ways to play" in response
    assert "3R" not in begun.file()  # a hand is answered and forgotten
    assert "None of these cards" in begun.ask("hand", hand="3R")


def test_what_is_missing_is_said_beside_it(begun):
    for do, given, wrong in (
        ("play", {}, "Tap the cards first."),
        ("draw", {"number": ""}, "Enter how many cards were drawn."),
        ("draw", {"number": "0"}, "greater than or equal to 1"),
        ("play", {"cards": "ZZ"}, "ZZ"),
        ("hand", {"hand": "2P QX"}, "QX"),
    ):
        assert wrong in begun.ask(do, **given)
    assert begun.page.status_code == 422


def test_what_did_not_come_from_here_begins_anew(phone):
    for file in ("", "[", "[]", "{}", '{"players":[1]}', "x" * 70_000, "[" * 50_000):
        page = phone.client.post(phone.address, {"do": "play", "cards": "2P", "file": file})
        assert page.status_code == 422
        assert "could not be read" in words(page)


@pytest.mark.parametrize(
    "turn",
    [
        {"player": "Ann", "steps": [{"play": 7}]},
        {"player": "Nobody", "steps": []},
        {"player": "Ann", "steps": [{"fly": True}]},
        {"round": "Ann"},
        {"player": "Ann", "steps": [{"play": ["2P"], "to": 3}]},
    ],
)
def test_a_file_that_was_tampered_with_is_no_error_of_the_server(begun, turn):
    verbs = ("draw", "end", "back", "stand", "keep", "call:S", "to:Bo", "hand", "nonsense")
    for do, name in product(verbs, ("turns", "tried")):
        file = {"players": ["Ann", "Bo"], "start": {}, "turns": []}
        file[name] = [turn] if name == "turns" else turn
        data = {"do": do, "file": game_session.json.dumps(file), "number": "1"}
        assert begun.client.post(begun.address, data).status_code in (200, 422)


def test_a_game_without_a_referee_has_no_such_page(client):
    assert client.get(reverse("settle", args=("golf",))).status_code == 404
    assert client.get(reverse("settle", args=("nothing",))).status_code == 404


# --- at a table -----------------------------------------------------------------------------------


@pytest.fixture
def table():
    event = start("crazy-eights", people=4)
    phone = phone_at(event)
    return event, event.links.get(kind="table"), phone


@pytest.fixture
def followed(table):
    """A game at a table that is followed from its first turn: whose turn it is."""
    event, _link, phone = table
    first = event.entries.order_by("pk").first().name
    phone.ask("start", first=first, top="JP", direction="clockwise")
    return event, phone, first


def test_the_table_knows_who_plays_and_its_page_leads_there(table):
    event, link, phone = table
    names = sorted(event.entries.values_list("name", flat=True))
    page = phone.client.get(phone.address)
    assert all(name in words(page) for name in names)
    assert "Who is playing" not in words(page)
    home = phone.client.get(reverse("table", args=(link.token,)))
    assert phone.address in home.content.decode()


def test_a_verdict_goes_on_the_dispute_log_as_it_is(followed):
    event, phone, first = followed
    phone.ask("play", cards="2R")
    assert "Who objects?" in words(phone.page)
    response = phone.ask("dispute", objector=first)
    assert "It is in the dispute log" in response
    (noted,) = Dispute.objects.filter(event=event)
    assert noted.objector == first
    assert noted.text.startswith(f"{first}: plays 2R. Not allowed.")
    assert noted.table is not None


def test_nobody_objects_who_does_not_play(followed):
    _event, phone, _first = followed
    phone.ask("play", cards="2R")
    phone.ask("dispute", objector="")
    assert phone.page.status_code == 422
    assert not Dispute.objects.exists()


def test_a_phone_names_nobody_who_does_not_sit_there(followed):
    """The file that it carries says who plays; at a table the people are the table's."""
    _event, phone, first = followed
    phone.ask("play", cards="2R")
    forged = phone.file().replace(f'"{first}"', '"Aunt Mary"')
    for do in ("dispute", "play"):
        values = {"do": do, "file": forged, "objector": "Aunt Mary", "cards": "2R"}
        page = phone.client.post(phone.address, values)
        assert page.status_code == 422
        assert "Aunt Mary" not in words(page)
        assert "Enter how things stand now." in words(page)
    assert not Dispute.objects.exists()
    assert "It is in the dispute log" in phone.ask("dispute", objector=first)


def test_a_verdict_that_is_noted_has_nothing_unseen(followed):
    _event, phone, first = followed
    phone.ask("play", cards="2R")
    file = phone.file().replace('"2R"', '"2R\u202e\u200b"')
    phone.client.post(phone.address, {"do": "dispute", "file": file, "objector": first})
    assert Dispute.objects.get().text.startswith(f"{first}: plays 2R. Not allowed.")


def test_a_table_has_so_many_open_objections(followed):
    event, phone, first = followed
    values = {"event": event, "objector": first, "text": "x", "table": table_of(event)}
    for _number in range(MOST_OPEN):
        noted = note_dispute(actor=at_table(event, 1), **values)
    phone.ask("play", cards="2R")
    before, asked = phone.page, {"file": phone.file(), "do": "dispute", "objector": first}
    refused = phone.client.post(phone.address, asked)
    assert refused.status_code == 422
    assert words(refused).count("This table already has 20 open objections. Ask the host") == 1
    assert Dispute.objects.count() == MOST_OPEN
    note_dispute(actor=host(event), **values)  # the desk notes what it is told
    Dispute.objects.filter(pk=noted.pk).update(decided_at=timezone.now())
    Dispute.objects.order_by("pk").first().delete()
    phone.page = before
    assert "It is in the dispute log" in phone.ask("dispute", objector=first)


def test_a_withdrawn_link_settles_nothing(table):
    _event, link, phone = table
    Link.objects.filter(pk=link.pk).update(revoked_at=timezone.now())
    assert phone.client.get(phone.address).status_code == 410


def test_nothing_is_written_by_asking(followed, django_assert_max_num_queries):
    event, phone, _first = followed
    version = event.__class__.objects.get(pk=event.pk).version
    with django_assert_max_num_queries(8):
        phone.ask("play", cards="2P")
    assert event.__class__.objects.get(pk=event.pk).version == version


# --- trick games ----------------------------------------------------------------------------------


def test_a_trick_is_followed_card_by_card():
    phone = ask_about("euchre")
    assert "Trump" in phone.ask("players", players=NAMES)
    response = phone.ask("start", players=NAMES, first="Ann", trump="H")
    assert "Ann is next ♥ hearts are trump" in response
    assert "On top" not in response
    for card in ("AH", "JD", "KH"):
        response = phone.ask("play", cards=card)
        assert "That is allowed." in response
    assert "In this trick" in response
    assert "Bo takes the trick with the J♦." in phone.ask("play", cards="QH")
    assert "Bo 1 trick" in words(phone.page)


def test_a_hand_without_trump_says_so():
    phone = ask_about("oh-hell")
    assert "No trump" in phone.ask("start", players=NAMES, first="Ann", trump="NT").split("Why?")[0]


def test_face_cards_called_as_plain_numbers_do_nothing():
    phone = ask_about("extra-steps")
    response = phone.ask("start", players=NAMES, first="Ann", top="10H", direction="clockwise")
    assert "Numbers only" in response
    phone.ask("play", cards="JH", numbers="1")
    assert phone.game.turns[0]["steps"] == [{"play": ["JH=11"]}]
    assert "draws 3" not in words(phone.page)


@pytest.mark.parametrize(
    ("card", "called"), [("JH", "JH=11"), ("as", "as=1"), ("jk", "jk"), ("10S", "10S")]
)
def test_a_joker_has_no_number_of_its_own(card, called):
    assert as_number(card) == called


def test_an_ace_asks_with_whom_hands_are_swapped():
    phone = begin("extra-steps", top="2H")
    assert "Who is it for?" in phone.ask("play", cards="AS")
    assert "That is allowed." in phone.ask("to:Cy")
    assert phone.game.turns[0]["steps"] == [{"play": ["AS"], "to": "Cy"}]


def test_a_five_crowns_table_is_asked_for_the_ace_of_the_round():
    event = start("extra-steps", people=3, options={"deck": "five-crowns", "ace": 7})
    phone = phone_at(event)
    form = phone.client.get(phone.address).context["start"]
    assert "ace" in form.fields
    assert str(form["ace"].value()) == "7"
    first = event.entries.order_by("pk").first().name
    phone.ask("start", first=first, top="KH", ace="5", direction="clockwise")
    assert "That is allowed." in phone.ask("play", cards="5H=1")
    plain = ask_about("extra-steps")
    assert "Number that is the ace" not in plain.ask("players", players=NAMES)


def test_the_last_to_slap_is_asked_for_and_may_stay_unknown():
    phone = begin("extra-steps", top="9H")
    assert "Who slapped last?" in phone.ask("play", cards="9H")
    assert "That is allowed." in phone.ask("keep")
    assert "last_to_slap" not in phone.file()


def test_a_claim_is_settled_once_somebody_doubts_it():
    phone = begin("extended-bluff")
    phone.ask("play", cards="7S")
    assert "The claim" not in phone.ask("keep")
    assert phone.game.turns[0]["steps"] == [{"play": ["7S"]}]
    phone.ask("start", players=NAMES, first="Ann", direction="clockwise")
    assert "Does anybody doubt it?" in phone.ask("play", cards="7S JK")
    response = phone.ask("claim:7")
    assert "That is allowed." in response
    assert "The claim holds: whoever doubts it takes the pile." in response
    assert phone.game.turns[0]["steps"] == [{"play": ["7S", "JK"], "claim": "7"}]


def test_a_table_of_a_drive_knows_its_trump_and_who_leads():
    event = drive(people=8)
    phone = phone_at(event)
    dealers.set_dealer(table=at_number(event, 1), chair=0, actor=host(event))
    board = Hall.of(event).board(1)
    hand = due_hand(board, hands_of(board))
    page = Client().get(phone.address).content.decode()
    checked = re.findall(r'name="(first|trump)" value="([^"]*)"[^>]*checked', page)
    leads = board.names[hand.leader]
    assert dict(checked) == {"first": leads}  # the holder of a king names the trump
    play_set(event, Random(1))
    next_set(event)
    board = Hall.of(event).board(1)
    hand = due_hand(board, hands_of(board))
    page = Client().get(phone.address).content.decode()
    checked = dict(re.findall(r'name="(first|trump)" value="([^"]*)"[^>]*checked', page))
    assert checked["trump"] == hand.trump_key


# --- every game that has a referee ----------------------------------------------------------------

JUDGED = [slug for slug in games.slugs() if games.load(slug).referee is not None]


@pytest.mark.exhaustive(keep=("crazy-eights", "court-whist", "extended-bluff", "oh-hell"))
@pytest.mark.parametrize("slug", JUDGED)
def test_every_game_with_a_referee_is_asked_on_the_same_page(slug):
    phone, referee = Phone(reverse("settle", args=(slug,))), games.load(slug).referee
    response = phone.ask("players", players=NAMES)
    assert ("The card on top of the pile" in response) == ("top" in referee.asks)
    assert ("Trump" in response) == ("trump" in referee.asks)
    answer = phone.ask("start", players=NAMES, first="Bo", trump="H", direction="clockwise")
    assert phone.page.status_code == 200, answer
    assert "What does Bo do?" in answer
    deck = sorted(referee.deck(games.load(slug).options(), 4).cards())
    for do, given in (("play", {"cards": deck[3].text}), ("draw", {"number": "1"}), ("end", {})):
        if do in (*referee.verbs, "end"):
            answer = phone.ask(do, **given)
            assert phone.page.status_code == 200, answer
            assert "allowed" in answer or "?" in answer
            phone.ask("drop")


def test_a_round_of_betting_goes_round_the_table():
    phone = begin("extended-poker")
    response = phone.ask("round", first="Ann", common="9S RVH SKD")
    assert "That is allowed." in response
    word = games.load("extended-poker").referee.act_words[0]
    assert "allowed" in phone.ask(f"act:{word}")
    assert "allowed" in phone.ask("act:fly")


def test_an_ace_of_garbys_blackjack_asks_which_suit_it_calls():
    phone = begin("garby-blackjack", top="9C")
    response = phone.ask("play", cards="AH")
    assert "What is called with the ace of hearts?" in response
    assert "Its own suit" in response
    page = phone.page
    for answer, following in (("call:D", "5D"), ("keep", "5H")):  # where nothing is called, its own
        phone.page = page
        phone.ask(answer, place="0")
        phone.ask("end")
        assert "That is allowed." in phone.ask("play", cards=following)


def test_the_last_trick_stays_in_sight_until_the_next_is_complete():
    phone = begin("court-whist", trump="S")
    for card in ("9H", "3H", "10H", "2H"):
        response = phone.ask("play", cards=card)
    assert "The last trick" in response
    assert "The last trick" in phone.ask("play", cards="4C")
    assert "In this trick" in phone.ask("play", cards="5C")
