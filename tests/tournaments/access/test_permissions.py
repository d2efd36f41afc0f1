"""Who may call what: every address, by everybody. An address that is not listed here fails."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver, reverse

from tests.faults.event_files import pages
from tests.rulesets.every_game import GAMES, declared
from tests.tournaments.access.test_foreign_objects import addresses
from tests.tournaments.editions import an_edition
from tests.tournaments.evening import a_stranger, a_user, an_event, host, start, table
from tests.tournaments.job_rows import a_cards_job, a_paper_job, a_photo, an_import_job
from tournaments.access.decorators import SESSION_KEY
from tournaments.access.join_codes import join_token, read_code
from tournaments.access.selectors import join_code
from tournaments.access.services import ensure_links, make_link, revoke_link
from tournaments.evenings.services import create_evening
from tournaments.house_games.services import keep_rules, new_game
from tournaments.models import Dispute, Link, Person, family_of
from tournaments.report_forms.inputs import ways
from tournaments.reports.urls import FORMERLY
from tournaments.rules.rule_markup import rules_address

pytestmark = pytest.mark.django_db

WHO = ("anonymous", "owner", "other host", "scorekeeper", "table and spectator")
# What a GET is answered with, in the order of WHO; 2 means any page that is shown or led on to.
ANYONE = (2, 2, 2, 2, 2)
HOSTS = (403, 2, 2, 403, 403)
DESK = (403, 2, 404, 2, 403)
OWNER = (403, 2, 404, 403, 403)
FORM = (303,) * 5  # only takes a form: who opens it is led to the page of that form
NO_TOKEN = (401,) * 5
NOT_THERE = dict.fromkeys(("api_bare", "api_root", "api_nowhere"), (404,) * 5)
NO_TOKEN_POST = (*((405,) * 5), "token")
# Who may not send such a form is asked with a POST below.
DESK_POST = (*FORM, "desk")
OWNER_POST = (*FORM, "owner")
# The desk of an event that keeps boards: this one is a drive; see test_offers.py.
BOARDS = (403, 404, 404, 404, 403)
BOARDS_POST = (*FORM, "boards")
# While somebody late can still be seated; see seating/test_late_seats.py.
LATE = (*BOARDS, "late")

ADDRESSES: dict[str, tuple[Any, ...]] = {
    "healthz": ANYONE,
    "set_language": ANYONE,
    "home": (403, 2, 2, 2, 403),
    "winners": HOSTS,
    "sign_in_form": ANYONE,
    "sign_in": ANYONE,
    "sign_out": FORM,
    "host_phone": HOSTS,
    "join": ANYONE,  # and who guesses is stopped; see test_joining.py
    "join_event": ANYONE,  # whoever has typed the code
    "scorekeeper_in": ANYONE,  # whoever holds the token; see the test of links below
    "people": HOSTS,
    "people_merge": HOSTS,
    "people_import": HOSTS,
    "cards": HOSTS,
    "cards_import": OWNER,
    "cards_photo": HOSTS,
    "cards_typing": (403, 404, 404, 403, 403),  # an import of a file; see records/
    "person": OWNER,
    "person_care": OWNER,
    "person_download": OWNER,
    "person_remove": OWNER,
    "person_stored": OWNER,
    "person_evenings": OWNER,
    "person_figures": OWNER,
    "records": HOSTS,
    "records_among": HOSTS,
    "records_champions": HOSTS,
    "records_lists": HOSTS,
    "records_list": (403, 404, 404, 403, 403),  # a list that nobody has; see records/
    "records_evening": (403, 404, 404, 403, 403),  # it is not finished; see records/
    "records_photos": OWNER,
    "photo": OWNER,
    "small_photo": OWNER,
    "records_moments": HOSTS,
    "records_table": HOSTS,
    "records_file": HOSTS,
    "cards_empty": HOSTS,
    "records_season": HOSTS,
    "rules": ANYONE,
    "cheat_sheet": ANYONE,
    "cheat_sheet_file": ANYONE,
    "rules_own": ANYONE,  # whoever was led there by a page of the event
    "own_games": HOSTS,
    "own_game_new": HOSTS,
    "own_game_import": HOSTS,
    "own_game": OWNER,
    "own_game_edit": OWNER,
    "own_game_act": OWNER_POST,
    "own_game_export": OWNER,
    "house_rules_new": HOSTS,
    "house_rules_edit": OWNER,
    "rulebook": HOSTS,
    "yearbooks": HOSTS,
    "rulebook_edition": OWNER,
    "rulebook_file": OWNER,
    "rulebook_picture": OWNER,
    "rulebook_booklet": OWNER,
    "counting": ANYONE,
    "count_hand": ANYONE,
    "settle": ANYONE,  # of a game; nothing of any event is read
    "table_settle": ANYONE,  # whoever holds the token
    "choose_game": HOSTS,
    "choose_people": OWNER,  # of a game of the family's own
    "evening_new": HOSTS,
    "evening": OWNER,
    "evening_act": OWNER_POST,
    "evening_settings": OWNER,
    "evening_pdf": OWNER,
    "evening_tonight": OWNER,
    "evening_workbook": OWNER,
    "evening_export": OWNER,
    "evening_code": OWNER,
    "evening_guests": ANYONE,  # whoever has the address
    "components": HOSTS,
    "event_list": HOSTS,
    "event_close": OWNER_POST,
    "event_ready": DESK,
    "event_repeat": OWNER,
    "event_slip": DESK_POST,
    "event_new": HOSTS,
    "event_import": HOSTS,
    "event_import_job": OWNER,
    "event": DESK,
    "event_act": DESK_POST,
    "event_people": DESK,
    "event_known": OWNER_POST,
    "event_balance": DESK_POST,
    "event_pairings": DESK_POST,
    "event_entry": DESK_POST,
    "event_settings": OWNER,
    "event_delete": OWNER,
    "event_again": OWNER_POST,
    "event_share": DESK_POST,
    "event_finish": DESK_POST,
    "event_draw": DESK,
    "event_rehearse": DESK,
    "event_roll": DESK,
    "event_late": DESK_POST,
    "event_late_seats": LATE,
    "event_redraw": LATE,
    "event_substitute": DESK_POST,
    "event_exchange": DESK,
    "event_table": DESK,
    "event_table_act": DESK_POST,
    "event_deal": DESK,
    "event_deal_act": DESK_POST,
    "event_deal_report": DESK,
    "event_deal_withdraw": DESK,
    **{f"event_formerly_{number}": DESK for number in range(1, len(FORMERLY) + 1)},
    "event_end": DESK,
    "event_accept": DESK,
    "event_worksheet": BOARDS,
    "event_stakes": BOARDS,
    "event_standings": DESK,
    "event_results": DESK,
    "event_player": DESK,
    "event_deduct": OWNER_POST,
    "event_deduct_withdraw": OWNER_POST,
    "event_ledger": DESK,
    "event_log": DESK,
    "event_undo": DESK_POST,
    "event_disputes": DESK,
    "event_dispute_decide": DESK_POST,
    "event_links": OWNER,
    "event_link": OWNER_POST,
    "event_link_code": OWNER,
    "event_join_code": OWNER_POST,
    "event_tables_open": DESK_POST,
    "event_prizes": DESK,
    "event_wall_control": DESK,
    "event_print": DESK,
    "event_pdf": DESK,
    "event_picture": DESK,
    "event_search": DESK,
    "print_job": DESK,
    "print_file": DESK,
    "event_export": OWNER,
    "event_score_file": DESK,
    "event_workbook": DESK,
    "event_sheet": DESK,
    # By the token in the address: who has it may come in, whoever that is.
    "table_again": FORM,
    "table_share": FORM,
    "shared": ANYONE,
    "shared_picture": (404,) * 5,  # it is not over; see events/test_share_pages.py
    "shared_square": (404,) * 5,
    "shared_paper": (404,) * 5,
    "table": ANYONE,
    "table_state": ANYONE,
    "table_later": ANYONE,
    "table_code": ANYONE,
    "table_report": FORM,
    "table_accept": FORM,
    "table_back": FORM,
    "table_keep": FORM,
    "table_agree": FORM,
    "table_cut": FORM,
    "table_dealer": FORM,
    "table_last": FORM,
    "table_withdraw": FORM,
    "table_undo": FORM,
    "table_leave": FORM,
    "table_alone": FORM,
    "table_players": (404,) * 5,  # of a drive; see phones/test_board_players.py
    "table_join": FORM,
    "table_agreed": FORM,
    "table_next": (404,) * 5,
    "table_out": FORM,
    "board_report": FORM,
    "board_accept": FORM,
    "board_agree": FORM,
    "board_withdraw": FORM,
    "board_dealer": FORM,
    "table_books": (404,) * 5,  # of a drive; see phones/test_round_pages.py
    "spectator_books": (404,) * 5,
    "spectator_score": (404,) * 5,
    "spectator": ANYONE,
    "spectator_seats": ANYONE,
    "spectator_standings": ANYONE,
    "spectator_player": ANYONE,
    "wall": ANYONE,
    "wall_slides": ANYONE,
    **NOT_THERE,  # what the API does not have; nothing is done, so it wants no token either
    # By the token of a link in a header, and by nothing else; see api/test_roles.py.
    "api:openapi-json": ANYONE,
    "api:events": NO_TOKEN,
    "api:event": NO_TOKEN,
    "api:people": NO_TOKEN,
    "api:standings": NO_TOKEN,
    "api:record": NO_TOKEN,
    "api:teams": NO_TOKEN,
    "api:tables": NO_TOKEN,
    "api:table": NO_TOKEN,
    "api:reports": NO_TOKEN,
    "api:report": NO_TOKEN_POST,
    "api:withdraw": NO_TOKEN_POST,
    "api:accept": NO_TOKEN_POST,
}
OWN = "house-lake-race"  # a game of the owner's family
TOKENS = {
    "scorekeeper_in": "scorekeeper",
    "table": "table",
    "spectator": "spectator",
    "wall": "wall",
    "shared": "share",
}


@cache
def parts_of_addresses() -> dict[str, set[str]]:
    return {name: parts for name, parts, _view in addresses(get_resolver())}


def test_every_address_says_who_may_call_it() -> None:
    assert parts_of_addresses().keys() == ADDRESSES.keys()


def test_the_walk_of_the_fault_tests_knows_every_part_of_an_address() -> None:
    """It raises NoReverseMatch where it has no value, and runs in CI only."""
    assert list(pages(start(people=8)))


@pytest.fixture
def evening() -> dict[str, Any]:
    """An evening with one of everything that an address can name."""
    event = start(people=8)
    ensure_links(event)
    links = {link.kind: link for link in event.links.all()}
    links["scorekeeper"] = make_link(
        event=event, actor=host(event), kind="scorekeeper", label="Sam"
    )
    links["share"] = make_link(event=event, actor=host(event), kind="share")
    dispute = Dispute.objects.create(event=event, objector="G1", text="Too loud")
    job = a_paper_job(event, state="done", file=b"%PDF-", filename="cards.pdf")
    entry = event.entries.first()
    together = create_evening(owner=event.owner, name="Games", date=event.date, way="places")
    values = {
        "event_id": event.pk,
        "evening_id": together.pk,
        "set_number": 1,
        "number": table(event).number,
        "deal": 1,
        "entry_id": entry.pk,
        "person_id": entry.person_id,
        "dispute_id": dispute.pk,
        "link_id": links["spectator"].pk,
        "job_id": job.pk,
        "import_id": an_import_job(event).pk,
        "cards_id": a_cards_job(event).pk,
        "photo_key": a_photo(event).key,
        "edition_id": an_edition(event.book).pk,
        "report_id": 1,
        "kind": "chart",
        "sheet": "standings",
        "slug": event.game,
        "game": "all",
        "name": "wins",
        "key": own_rules(),
        "choice_key": "house-lake-race",
        "rules_id": keep_rules(family=event.book, name="Short", game=OWN, options={}).pk,
        "rest": "events/1/nothing",
        "counter": ways()[0].counter.kind,
    }
    return {"event": event, "links": links, "given": values, "together": together}


def own_rules() -> str:
    """What an evening of a family's own game leads to its rules by."""
    new_game(family=family_of(a_user()), value=declared("lake_race"))
    event = an_event(0, name="Own", game=OWN)
    return rules_address(event).split("/")[-2]


def caller(who: str, evening: dict[str, Any]) -> Client:
    """A browser of somebody; tables and spectators have opened their pages before."""
    client = Client()
    if who == "owner":
        client.force_login(evening["event"].owner)
    elif who == "other host":
        client.force_login(a_stranger())
    elif who == "table and spectator":
        for kind in ("table", "spectator"):
            assert client.get(reverse(kind, args=[evening["links"][kind].token])).status_code == 200
    elif who == "scorekeeper":
        client.post(reverse("scorekeeper_in", args=[evening["links"]["scorekeeper"].token]))
        assert client.session[SESSION_KEY]
    return client


def address(name: str, evening: dict[str, Any]) -> str:
    wanted = parts_of_addresses()[name]
    given = {key: value for key, value in evening["given"].items() if key in wanted}
    if name.startswith("own_game") and "slug" in wanted:
        given["slug"] = OWN
    if name.startswith("cheat_sheet"):
        given["slug"] = next(game.slug for game in GAMES if game.sheet)
    if "token" in wanted:
        kind = TOKENS.get(name.partition("_")[0], TOKENS.get(name))
        given["token"] = evening["links"][kind].token if kind else "used-up"
        if name == "join_event":
            given["token"] = join_token(read_code(join_code(evening["event"])))
        if name == "evening_guests":
            given["token"] = evening["together"].token
    return reverse(name, kwargs=given)


@pytest.mark.parametrize("who", WHO)
def test_who_may_open_what(who: str, evening: dict[str, Any]) -> None:
    client = caller(who, evening)
    wrong = []
    for name, answers in ADDRESSES.items():
        if answers == ANYONE and who not in ("anonymous", "owner"):
            continue  # what strangers may see, everybody may
        wanted = answers[WHO.index(who)]
        path = address(name, evening)
        status = client.get(path).status_code
        fits = status in (200, 302, 303) if wanted == 2 else status == wanted
        if who == "owner" and answers in (DESK_POST, OWNER_POST):
            status = client.get(path, follow=True).status_code
            fits = fits and status == 200
        if not fits:
            wrong.append(f"{name}: {status} instead of {wanted}")
    assert not wrong, "\n".join(wrong)
    if who in ("anonymous", "other host", "table and spectator"):
        assert_changes_nothing(client, 404 if who == "other host" else 403, evening)


def assert_changes_nothing(client: Client, refused: int, evening: dict[str, Any]) -> None:
    """Whoever may not come in is refused by every form, too."""
    version, wrong = evening["event"].version, []
    for name, answers in ADDRESSES.items():
        if answers in (DESK, DESK_POST, OWNER, OWNER_POST, BOARDS, BOARDS_POST, LATE):
            status = client.post(address(name, evening), {"act": "draw"}).status_code
            only_read = status == 405 and answers in (DESK, OWNER, BOARDS)
            if status != refused and not only_read:
                wrong.append(f"{name}: {status}")
    assert not wrong
    evening["event"].refresh_from_db()
    assert evening["event"].version == version


def test_a_scorekeeper_cannot_do_the_owners_work(evening: dict[str, Any]) -> None:
    client, open_links = caller("scorekeeper", evening), Link.objects.filter(revoked_at=None)
    data = {"act": "revoke", "name": evening["event"].name, "label": "Me too"}
    before = open_links.count()
    for name, answers in ADDRESSES.items():
        if answers in (OWNER, OWNER_POST):
            status = client.post(address(name, evening), data).status_code
            assert status == 403 or (status == 405 and answers == OWNER), name
    assert open_links.count() == before


def test_a_scorekeeper_does_not_see_the_book_of_people(evening: dict[str, Any]) -> None:
    event = an_event(0, name="Next week")
    Person.objects.create(name="Somebody Private")
    link = make_link(event=event, actor=host(event), kind="scorekeeper", label="Sam")
    sam, owner = Client(), Client()
    sam.post(reverse("scorekeeper_in", args=[link.token]))
    owner.force_login(event.owner)
    url = reverse("event_people", args=[event.pk])
    assert "Somebody Private" in owner.get(url).content.decode()
    assert "Somebody Private" not in sam.get(url).content.decode()


def test_a_withdrawn_scorekeepers_link_closes_the_desk(evening: dict[str, Any]) -> None:
    client = caller("scorekeeper", evening)
    link = evening["links"]["scorekeeper"]
    owner = Client()
    owner.force_login(evening["event"].owner)
    owner.post(reverse("event_link", args=[link.event_id, link.pk]), {"act": "revoke"})
    assert client.get(reverse("event", args=[link.event_id])).status_code == 403
    assert client.get(reverse("scorekeeper_in", args=[link.token])).status_code == 410
    assert client.post(reverse("scorekeeper_in", args=[link.token])).status_code == 410


def test_forms_from_other_sites_are_refused(evening: dict[str, Any]) -> None:
    """Every address that takes a POST wants the token of its form, also from those signed in."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(evening["event"].owner)
    open_to_posts = []
    for name, answers in ADDRESSES.items():
        status = client.post(address(name, evening), {"act": "draw"}).status_code
        refused = (401, 405) if answers in (NO_TOKEN, NO_TOKEN_POST) else (403, 405)
        refused = (404,) if name in NOT_THERE else refused
        if status not in refused:
            open_to_posts.append(f"{name}: {status}")
    # The language is a preference kept in a cookie; a token would add nothing.
    assert [post for post in open_to_posts if not post.startswith("set_language")] == []


@pytest.mark.parametrize("page", ["sign-in", "k", "t", "s", "w", "e", "join"])
def test_tokens_that_cannot_be_are_not_found(client: Client, page: str) -> None:
    for token in ("nobody", "%00", "a b", "%F0%9F%82%A1", "x" * 3000):
        assert client.post(f"/{page}/{token}/").status_code in (403, 404, 405)
        status = client.get(f"/{page}/{token}/").status_code
        assert status == 404 or (page == "sign-in" and status == 200)


# --- who comes in by a link ---------------------------------------------------------------------


def test_a_browser_cannot_pass_off_another_link_as_a_scorekeepers(evening: dict[str, Any]) -> None:
    event, other = evening["event"], start(people=4, name="Another evening")
    client = caller("scorekeeper", evening)
    assert client.get(reverse("event", args=[other.pk])).status_code == 403
    session = client.session
    session[SESSION_KEY] = {str(event.pk): evening["links"]["table"].pk}
    session.save()
    assert client.get(reverse("event", args=[event.pk])).status_code == 403


def test_a_page_of_a_link_is_for_nobody_else_s_eyes(evening: dict[str, Any]) -> None:
    link, client = evening["links"]["table"], Client()
    address = reverse("table", args=[link.token])
    answer = client.get(address)
    assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    revoke_link(link=link, actor=host(link.event))
    assert client.get(address).status_code == 410
