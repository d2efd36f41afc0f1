"""A family's own games and house rules: kept by editions, seen by nobody else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from tests.rulesets.every_game import declared
from tests.tournaments.board_evening import read_board, say, start, table
from tests.tournaments.evening import a_user, codes
from tournaments.access.permissions import host_actor
from tournaments.events import services as events
from tournaments.events.opening import begin
from tournaments.files.event_document import export_event, score_file
from tournaments.files.event_import import import_event
from tournaments.house_games import services
from tournaments.house_games.selectors import newest
from tournaments.models import Event, HouseEdition, HouseGame, HouseRules, Link, family_of
from tournaments.models.errors import Refused
from tournaments.models.event_games import (
    choices,
    declared_game,
    every_game,
    game_name,
    game_of,
    game_title,
    options_of,
    unsound,
)
from tournaments.models.families import Family, family_alone
from tournaments.papers.selectors import EventOrder
from tournaments.people.names import parse_names
from tournaments.rules.rule_markup import rules_address

pytestmark = pytest.mark.django_db

RUMMY = "house-grandmas-rummy"


@pytest.fixture
def family() -> int:
    return family_of(a_user())


@pytest.fixture
def stranger() -> Any:
    other = get_user_model().objects.create(username="stranger")
    family_alone(other)
    return other


def a_game(family: int, **changes: Any) -> HouseGame:
    return services.new_game(family=family, value={**declared("grandmas_rummy"), **changes})


def change(game: HouseGame, **changes: Any) -> tuple[HouseEdition, bool]:
    value = {**declared("grandmas_rummy"), **changes}
    return services.change_game(game=game, value=value, basis=services.seen(newest(game)))


def test_a_family_without_games_meets_none(stranger: Any, family: int) -> None:
    a_game(family)
    with pytest.raises(Refused) as refused:
        events.create_event(owner=stranger, name="X", date="2026-11-21", game=RUMMY)
    assert codes(refused) == ["event.game"]


@pytest.mark.sql
def test_who_is_alone_is_not_with_those_who_are_in_no_family() -> None:
    Family.objects.all().delete()
    alone = get_user_model().objects.create(username="stranger")
    family_alone(alone)
    assert family_of(alone) != family_of(a_user())


def test_slugs_are_unique_and_wrong_declarations_refused(family: int) -> None:
    games = [a_game(family, name=name) for name in ("Élan!", "elan", "ÉLAN")]
    assert [game.slug for game in games] == ["house-elan", "house-elan-2", "house-elan-3"]
    long = [a_game(family, name="x" * 60) for _ in range(2)]
    assert all(len(game.slug) <= 50 for game in long)
    with pytest.raises(Refused) as refused:
        a_game(family, wins="most", colour="red")
    assert {problem.at for problem in refused.value.problems} == {("wins",), ("colour",)}
    assert HouseGame.objects.count() == len(games + long)


def test_a_game_is_changed_in_place_until_it_is_played_and_by_editions_then(family: int) -> None:
    game = a_game(family)
    assert change(game, ends={"reach": 300}) == (newest(game), False)
    event = start(RUMMY, 3)
    say(table(event), 1, {"out": 0, "held": [0, 5, 10], "melds": [1, 0, 0]})
    changed, new = change(game, ends={"reach": 100}, wins="low")
    assert (changed.number, new) == (2, True)
    event = Event.objects.get(pk=event.pk)
    assert (event.edition, options_of(event).target, game_of(event).plays.wins) == (1, 300, "high")
    assert read_board(event).plays.totals(read_board(event).state) == (40, 0, 0)
    assert [one.number for one in game.editions.all()] == [1, 2]
    later = start(RUMMY, 3)
    assert (later.edition, game_of(later).plays.wins) == (2, "low")
    assert change(game, ends={"reach": 100}, wins="low") == (newest(game), False)


@pytest.mark.sql
def test_nobody_writes_over_what_somebody_else_wrote(family: int) -> None:
    game = a_game(family)
    basis = services.seen(newest(game))
    change(game, name="Other")
    with pytest.raises(Refused) as refused:
        services.change_game(game=game, value=declared("grandmas_rummy"), basis=basis)
    assert codes(refused) == ["house.changed"]


@pytest.mark.sql
def test_house_rules_are_options_with_a_name(
    family: int, stranger: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_game(family)
    kept = services.keep_rules(
        family=family, name=" Kelowna  Hearts ", game="hearts", options={"target": 75}
    )
    services.keep_rules(family=family, name="Short", game=RUMMY, options={"target": 100})
    assert (kept.name, kept.options["target"]) == ("Kelowna Hearts", 75)
    offered = choices(family)
    assert [one.name for one in offered[:3]] == ["Grandma's Rummy", "Kelowna Hearts", "Short"]
    assert [one.game.slug for one in offered[:3]] == [RUMMY, "hearts", RUMMY]
    assert len({choice.key for choice in offered}) == len(offered)
    assert [choice.name for choice in choices(family_of(stranger))] == [
        g.name for g in every_game()
    ]
    for name, options, code in (
        ("Short", {}, "rules.twice"),
        ("", {}, "rules.name"),
        ("Long", {"target": 10**6}, "options.range"),
        ("Odd", {"colour": 1}, "options.unknown"),
    ):
        with pytest.raises(Refused) as refused:
            services.keep_rules(family=family, name=name, game="hearts", options=options)
        assert codes(refused) == [code]
    monkeypatch.setattr(services, "MOST_RULES", 2)
    with pytest.raises(Refused) as refused:
        services.keep_rules(family=family, name="Third", game="hearts", options={})
    assert codes(refused) == ["rules.most"]
    services.keep_rules(
        family=family, name="To 60", game="hearts", options={"target": 60}, rules=kept
    )
    assert [(choice.name, choice.options["target"]) for choice in choices(family)[2:3]] == [
        ("To 60", 60)
    ]
    services.delete_rules(rules=kept)
    assert [choice.name for choice in choices(family)[1:2]] == ["Short"]


@pytest.mark.sql
def test_the_declaration_goes_with_the_event(family: int, stranger: Any) -> None:
    a_game(family)
    event = start(RUMMY, 3)
    say(table(event), 1, {"out": 0, "held": [0, 5, 10], "melds": [1, 0, 0]})
    document = json.loads(json.dumps(export_event(event)))
    assert document["event"]["declared"] == json.loads(event.declared)
    assert score_file(event)["game"] == document["event"]["declared"]
    copy = import_event(owner=stranger, data=document)
    assert copy.declared == event.declared
    assert read_board(copy).plays.totals(read_board(copy).state) == (40, 0, 0)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"declared": {"name": "x"}}, "event.declared.asks"),
        ({"declared": None}, "event.declared"),
        ({"game": "hearts"}, "event.game"),
        ({"game": "house-../x"}, "event.game"),
        ({"options": {"target": -5}}, "event.options"),
    ],
)
def test_a_hostile_event_file_is_refused(family: int, change: dict[str, Any], place: str) -> None:
    a_game(family)
    document = json.loads(json.dumps(export_event(start(RUMMY, 3))))
    with pytest.raises(Refused) as refused:
        import_event(owner=a_user(), data={**document, "event": document["event"] | change})
    assert codes(refused) == ["file.unusable"]
    assert place in str(refused.value)
    del document["event"]["declared"]
    with pytest.raises(Refused):
        import_event(owner=a_user(), data=document)


@pytest.mark.sql
def test_what_stands_in_the_database_is_judged_before_it_is_played(family: int) -> None:
    game = a_game(family)
    assert unsound() == ""
    for broken in ("", "{", "[]", '{"name": "x"}'):
        HouseEdition.objects.filter(game=game).update(declared=broken)
        assert RUMMY in unsound()
        with pytest.raises(LookupError):
            declared_game(broken, RUMMY, 1)


# --- the rules ------------------------------------------------------------------------------------


@pytest.mark.sql
def test_the_rules_of_an_own_game_are_found_from_its_event_alone(
    client: Client, family: int
) -> None:
    a_game(family, text="# Deal\n\n<script>x</script> ![spy](https://example.com/a.png)")
    event = start(RUMMY, 3)
    address = rules_address(event)
    page = client.get(address)
    text = page.content.decode()
    assert (page.status_code, page.headers["X-Robots-Tag"]) == (200, "noindex, nofollow")
    assert 'id="scoring"' in text
    assert "<h1>Grandma" in text
    assert "<script>x" not in text
    assert "<img" not in text.partition("<article")[2].partition("</article>")[0]
    for wrong in (
        f"{event.pk}",
        f"{event.pk}:x",
        f"{event.pk + 1}:{address.split(':')[-1]}",
        "%00",
    ):
        assert client.get(f"/rules/own/{wrong}/").status_code == 404
    assert client.get(f"/rules/{RUMMY}/").status_code == 404


# --- evenings under house rules -------------------------------------------------------------------


NAME = "Kelowna Hearts"


@pytest.fixture
def rules() -> HouseRules:
    return services.keep_rules(
        family=family_of(a_user()), name=NAME, game="hearts", options={"target": 75}
    )


@pytest.fixture
def board(rules: HouseRules) -> Link:
    people = parse_names("Ann\nBo\nCy")
    return begin(owner=a_user(), key=f"hearts~{rules.pk}", people=people)


@pytest.fixture
def host(client: Client) -> Client:
    client.force_login(a_user())
    return client


def text_of(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode()


def test_a_board_shows_their_name_wherever_the_game_is_told(board: Link, host: Client) -> None:
    event = board.event
    assert (event.house_rules, game_title(event), game_name(event)) == (NAME, NAME, "Hearts")
    events.update_event(event=event, actor=host_actor(event, a_user()), name="Friday")
    guests = event.links.get(kind=Link.Kind.SPECTATOR).token
    for address in (
        reverse("event", args=[event.pk]),
        reverse("event_standings", args=[event.pk]),
        reverse("table", args=[board.token]),
        reverse("spectator_standings", args=[guests]),
    ):
        assert f"Rules: {NAME}" in text_of(host, address)
    assert NAME in text_of(host, reverse("event_settings", args=[event.pk]))
    assert NAME in text_of(host, reverse("home"))
    (sheet,) = EventOrder(event).blank_sheets
    assert (sheet.title, sheet.subtitle, sheet.rules) == ("Hearts", NAME, "Metzker p. 17")


def test_their_rule_page_has_the_name_and_what_was_agreed_on(board: Link, client: Client) -> None:
    phone = text_of(client, reverse("table", args=[board.token]))
    address = phone.split('house-rules"><a href="')[1].split('"')[0]
    page = text_of(client, address)
    assert f"<h1>{NAME}</h1>" in page
    assert "House rules of Hearts" in page
    assert "<dt>Play until somebody reaches</dt><dd>75</dd>" in page
    assert "<dt>Winner</dt><dd>The lowest total when somebody reaches 75</dd>" in page
    assert NAME not in text_of(client, reverse("rules", args=["hearts"]))


def test_the_name_goes_with_the_event_file(board: Link) -> None:
    document = json.loads(json.dumps(export_event(board.event)))
    assert import_event(owner=a_user("other"), data=document).house_rules == NAME
    del document["event"]["house_rules"]  # as files were written before
    assert import_event(owner=a_user("other"), data=document).house_rules == ""
    for wrong in ("x" * 61, 7, None):
        document["event"]["house_rules"] = wrong
        with pytest.raises(Refused, match=r"event\.house_rules"):
            import_event(owner=a_user("other"), data=document)


def test_the_name_goes_when_the_options_become_others(board: Link) -> None:
    event = board.event
    actor = host_actor(event, a_user())
    events.update_event(event=event, actor=actor, place="Lake", options={"target": 75})
    event.refresh_from_db()
    assert event.house_rules == NAME
    events.update_event(event=event, actor=actor, options={"target": 60})
    event.refresh_from_db()
    assert (event.options["target"], event.house_rules) == (60, "")


@pytest.mark.parametrize(("target", "called"), [("75", NAME), ("60", "")])
def test_a_new_event_has_the_name_while_it_keeps_to_them(
    rules: HouseRules, host: Client, target: str, called: str
) -> None:
    key = f"hearts~{rules.pk}"
    values = {"name": "Night", "date": "2026-11-21", "place": "", "names": "Ann\nBo\nCy"}
    answer = host.post(
        reverse("event_new"), {**values, "game": key, "shown": key, "option_target": target}
    )
    assert answer.status_code == 303
    assert Event.objects.latest("pk").house_rules == called
