"""A family's own games and house rules in the browser, without a script."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import QueryDict
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulesets.files.house_game import read_declaration
from rulesets.house_games import plain
from tests.rulesets.every_game import declared
from tests.rulesets.house_games.declarations import declarations
from tests.sampling import examples
from tests.tournaments.board_evening import start
from tests.tournaments.evening import a_user
from tournaments.house_games import services
from tournaments.house_games.editor import Editor, is_sound, move_question
from tournaments.models import Event, HouseGame, HouseRules, family_of
from tournaments.models.event_games import every_game, own_games
from tournaments.models.families import family_alone

pytestmark = pytest.mark.django_db

RUMMY = "house-grandmas-rummy"
SOUND = {"name": "Shells", "asks": [{"key": "left", "label": "Left", "high": 9, "worth": 1}]}
Sent = dict[str, Any]


@pytest.fixture
def family() -> int:
    return family_of(a_user())


@pytest.fixture
def host(client: Client) -> Client:
    client.force_login(a_user())
    return client


@pytest.fixture
def stranger() -> Client:
    user = a_user("stranger")
    family_alone(user)
    other = Client()
    other.force_login(user)
    return other


def a_game(family: int, name: str = "grandmas_rummy", **changes: Any) -> HouseGame:
    return services.new_game(family=family, value={**declared(name), **changes})


def editor_data(editor: Editor) -> QueryDict:
    """What a browser sends of the page as it is shown."""
    data = QueryDict(mutable=True)
    for form in (editor.game, *editor.questions, editor.questions.management_form):
        for bound in form:
            value = bound.value()
            if value is not None and value is not False and value != "":
                data[bound.html_name] = "\n".join(value) if isinstance(value, list) else str(value)
    return data


def sent_by(value: dict[str, Any] | None = None, **changes: Any) -> Sent:
    """What a browser sends of the editor, opened for a declaration."""
    editor = Editor.of(declared=value and {"players": [2, 8], **value})
    return {**editor_data(editor).dict(), **changes}


def new(**changes: Any) -> Sent:
    typed = {"name": "Pebbles", "low": 2, "high": 4, "asks-0-label": "Points left"}
    return sent_by(None, **{**typed, "asks-0-high": 20, **changes})


def text_of(response: Any, status: int = 200) -> str:
    assert response.status_code == status
    page: str = response.content.decode()
    return page


# --- declaring ------------------------------------------------------------------------------------


def test_a_game_is_declared_in_the_browser(host: Client, family: int) -> None:
    assert "A game of your own" in text_of(host.get(reverse("own_game_new")))
    response = host.post(reverse("own_game_new"), new(ends="rounds", count=3, wins="low"))
    assert response.status_code == 303
    assert response.headers["Location"] == reverse("own_game", args=["house-pebbles"])
    game = own_games(family)[0]
    assert game.declaration == {
        "name": "Pebbles",
        "players": [2, 4],
        "wins": "low",
        "ends": {"rounds": 3},
        "decks": 1,
        "asks": [
            {"key": "points_left", "label": "Points left", "kind": "number", "high": 20, "worth": 1}
        ],
    }
    page = text_of(host.get(response.headers["Location"]))
    for name in ("Pebbles", "Points left", "Scoring", "Ann", "The lowest total wins."):
        assert name in page
    assert "Pebbles" in text_of(host.get(reverse("own_games")))


def test_what_is_wrong_stands_beside_its_field_and_what_was_typed_stays(host: Client) -> None:
    wrong = new(name="", low=5, high=3, count="", **{"asks-0-high": "", "asks-0-worth": "lots"})
    page = text_of(host.post(reverse("own_game_new"), wrong | {"text": "Keep me"}), 422)
    for field in ("name", "high", "count", "asks-0-high", "asks-0-worth"):
        assert f'id="id_{field}_error"' in page, field
    for name in ("Keep me", "Points left", 'value="lots"'):
        assert name in page
    assert not HouseGame.objects.exists()


def test_cards_that_are_none_are_refused_beside_the_rules(host: Client, family: int) -> None:
    wrong = new(text="Look:\n\n```cards\nAnn: 5H 11H\n```\n")
    page = text_of(host.post(reverse("own_game_new"), wrong), 422)
    assert page.count("“11H” is no card.") == 1
    field = page.partition('name="text"')
    assert "“11H” is no card." in field[0][-600:] + field[2][:900]
    assert not HouseGame.objects.exists()
    assert host.post(reverse("own_game_new"), new(text="```cards\nAnn: 5H\n```")).status_code == 303
    file = SimpleUploadedFile("g.json", json.dumps({**SOUND, "text": "```cards\n5X\n```"}).encode())
    refused = text_of(host.post(reverse("own_game_import"), {"file": file}), 422)
    assert "“5X” is no card." in refused


def test_a_game_that_was_kept_with_such_cards_still_opens(host: Client, family: int) -> None:
    held = a_game(family)
    edition = held.editions.get()
    value = {**json.loads(edition.declared), "text": "```cards\n5X\n```"}
    edition.declared = json.dumps(value)
    edition.save()
    page = text_of(host.get(reverse("own_game", args=[held.slug])))
    assert "5X" in page


def test_no_number_is_told_once_and_one_question_more_judges_nothing(host: Client) -> None:
    page = text_of(host.post(reverse("own_game_new"), new(low="two")), 422)
    problem = page.partition('id="id_low_error"')[2].partition("</div>")[0]
    assert problem.count('class="problem"') == 1
    page = text_of(host.post(reverse("own_game_new"), new(name="", act="add")))
    assert "Points left" in page
    assert "Question 2" in page
    assert 'role="alert"' not in page
    assert 'name="asks-TOTAL_FORMS" value="2"' in page


def test_questions_are_moved_with_everything_that_names_them(host: Client) -> None:
    data = sent_by(declared("grandmas_rummy"))
    labels = [data[f"asks-{place}-label"] for place in range(3)]
    assert (data["out"], data["held"]) == ("1", "2")
    page = text_of(host.get(reverse("own_game_new")))
    assert "Move question 1" not in page  # the only one
    page = text_of(host.post(reverse("own_game_new"), {**data, "act": "down-1"}))
    indexs = [page.index(f'value="{label}"') for label in (labels[1], labels[0], labels[2])]
    assert indexs == sorted(indexs)
    down = '<button class="button" name="act" value="down-2" formnovalidate hx-disable '
    assert f'{down}aria-label="Move question 2 down" autofocus>' in page
    assert "Move question 1 up" not in page
    assert "Move question 3 down" not in page
    assert 'role="alert"' not in page
    assert not HouseGame.objects.exists()


@pytest.mark.parametrize("act", ["down-1", "up-2"])
def test_a_moved_question_takes_its_place_in_the_declaration(
    host: Client, family: int, act: str
) -> None:
    sent = sent_by(declared("grandmas_rummy"))
    number, by = int(act[-1]), {"down": 1, "up": -1}[act[:-2]]
    data = QueryDict(mutable=True)
    data.update(sent)
    assert (
        host.post(reverse("own_game_new"), move_question(data, number, by).dict()).status_code
        == 303
    )
    (game,) = own_games(family)
    was = declared("grandmas_rummy")
    asks = game.declaration["asks"]
    assert [ask["key"] for ask in asks] == [was["asks"][place]["key"] for place in (1, 0, 2)]
    assert asks[1].get("optional") == was["asks"][0].get("optional")
    assert game.declaration["collects"] == was["collects"]


def test_a_picture_of_it_is_shown_without_keeping_it(host: Client) -> None:
    page = text_of(host.post(reverse("own_game_new"), new(act="show", unit="{0.x}")))
    assert "Letters only" in page
    page = text_of(host.post(reverse("own_game_new"), new(act="show")))
    assert 'name="answer-points_left-0"' in page
    fragment = text_of(
        host.post(reverse("own_game_new"), new(act="show"), headers={"HX-Target": "preview"})
    )
    assert fragment.lstrip().startswith('<div id="preview"')
    assert "<html" not in fragment
    missing = text_of(
        host.post(
            reverse("own_game_new"), new(act="show", name=""), headers={"HX-Target": "preview"}
        )
    )
    assert "Give the game a name." in missing
    assert not HouseGame.objects.exists()


@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(declarations())
def test_the_editor_gives_back_any_sound_declaration(value: dict[str, Any]) -> None:
    sound, _problems = read_declaration(value)
    if sound is not None:
        told = plain(sound)
        editor = Editor.of(editor_data(Editor.of(declared=told)))
        assert is_sound(editor), [form.errors for form in (editor.game, *editor.questions)]
        assert read_declaration(editor.declaration())[0] == sound


@settings(max_examples=examples(60), deadline=None)
@given(st.data())
def test_whatever_is_sent_is_kept_or_refused(data: st.DataObject) -> None:
    sent = sent_by(declared("grandmas_rummy"))
    for _ in range(data.draw(st.integers(1, 5))):
        key = data.draw(st.sampled_from(sorted(sent)))
        odd = st.sampled_from(("", "x", "-1", "9" * 30, "2.5", "{0}", "99", "number:side"))
        sent[key] = data.draw(odd | st.text(max_size=12))
    query = QueryDict(mutable=True)
    query.update(sent)
    editor = Editor.of(query)
    fine = is_sound(editor)
    assert fine == (read_declaration(editor.declaration())[0] is not None) or not fine


# --- changing -------------------------------------------------------------------------------------


def test_a_played_game_is_changed_by_an_edition(host: Client, family: int) -> None:
    a_game(family)
    edit, page = reverse("own_game_edit", args=[RUMMY]), reverse("own_game", args=[RUMMY])
    before = text_of(host.get(edit))
    seen = before.partition('name="seen" value="')[2].partition('"')[0]
    data = sent_by(declared("grandmas_rummy"), count=300, seen=seen)
    assert host.post(edit, data).status_code == 303
    assert "edition 2" not in text_of(host.get(reverse("own_games")))
    event = start(RUMMY, 3)
    shown = text_of(host.get(edit))
    assert "Edition 1 has been played." in shown
    assert "in the meantime" in text_of(host.post(edit, {**data, "count": 200}), 422)
    seen = shown.partition('name="seen" value="')[2].partition('"')[0]
    assert host.post(edit, {**data, "count": 200, "seen": seen}).status_code == 303
    assert "edition 2" in text_of(host.get(reverse("own_games")))
    rules = text_of(host.get(page))
    assert "somebody has 200" in rules
    assert "<li>Play until somebody reaches: 200 if you say nothing.</li>" in rules
    assert "somebody has 300" in text_of(host.get(f"{page}?edition=1"))
    assert host.get(f"{page}?edition=7").status_code == 404
    assert "Play until somebody reaches" in text_of(
        host.get(reverse("event_settings", args=[event.pk]))
    )
    assert "This game has been played" in text_of(
        host.post(reverse("own_game_act", args=[RUMMY]), {"act": "delete"}), 422
    )


def test_a_game_is_put_away_offered_again_and_deleted(host: Client, family: int) -> None:
    a_game(family)
    act = reverse("own_game_act", args=[RUMMY])
    assert host.post(act, {"act": "away"}).status_code == 303
    assert own_games(family) == ()
    assert "Put away" in text_of(host.get(reverse("own_games")))
    assert host.post(act, {"act": "back"}).status_code == 303
    assert len(own_games(family)) == 1
    assert host.post(act, {"act": "eat"}).status_code == 422
    services.keep_rules(family=family, name="Quick", game=RUMMY, options={})
    assert host.post(act, {"act": "delete"}).status_code == 303
    assert not HouseGame.objects.exists()
    assert not HouseRules.objects.exists()


def test_a_game_goes_out_as_a_file_and_comes_in(host: Client, stranger: Client) -> None:
    a_game(family_of(a_user()))
    response = host.get(reverse("own_game_export", args=[RUMMY]))
    assert f'filename="{RUMMY}.json"' in response.headers["Content-Disposition"]
    file = SimpleUploadedFile("game.json", response.content, "application/json")
    bring = reverse("own_game_import")
    assert stranger.get(bring).status_code == 200
    assert stranger.post(bring, {"file": file}).status_code == 303
    ours, theirs = (
        own_games(family_of(a_user(name)))[0].declaration for name in ("host", "stranger")
    )
    assert ours == theirs


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "That file is empty."),
        (b"\xff\xfe", "not a game file"),
        (b"[" * 100_000, "not a game file"),
        (b"x" * 300_000, "not a game file"),
        (b"[]", "The game: A game has to be an object"),
        (
            b'{"name": "x", "asks": [{"key": "a", "label": "A"}]}',
            "asks[0].high: What is the highest",
        ),
        (json.dumps({"name": "\ud800"}).encode(), "name: Write plain text"),
    ],
)
def test_a_file_that_is_none_is_refused(host: Client, content: bytes, told: str) -> None:
    file = SimpleUploadedFile("game.json", content, "application/json")
    assert told in text_of(host.post(reverse("own_game_import"), {"file": file}), 422)
    assert not HouseGame.objects.exists()


def test_nobody_reaches_into_another_shelf(stranger: Client, family: int) -> None:
    a_game(family)
    rules = services.keep_rules(family=family, name="Short", game=RUMMY, options={})
    assert "Grandma" not in text_of(stranger.get(reverse("own_games")))
    assert "Grandma" not in text_of(stranger.get(reverse("event_new")))
    for name in ("own_game", "own_game_edit", "own_game_export"):
        assert stranger.get(reverse(name, args=[RUMMY])).status_code == 404
    for address in (
        reverse("own_game_act", args=[RUMMY]),
        reverse("own_game_edit", args=[RUMMY]),
        reverse("house_rules_edit", args=[rules.pk]),
    ):
        assert stranger.post(address, {"act": "delete"}).status_code == 404
    assert HouseRules.objects.count() == HouseGame.objects.count() == 1


# --- house rules and new events -------------------------------------------------------------------


def test_house_rules_are_kept_changed_and_deleted(host: Client) -> None:
    address = reverse("house_rules_new")
    page = text_of(host.get(f"{address}?game=hearts"))
    assert "option_target" in page
    assert page.index(">Baccarat with") < page.index(">Chicken Foot<") < page.index(">Golf<")
    part = host.get(f"{address}?game=hearts", headers={"HX-Target": "rules-part"})
    assert text_of(part).count("<form") == 0
    values = {"game": "hearts", "shown": "hearts", "name": "Kelowna", "option_target": "75"}
    other = text_of(host.post(address, {**values, "shown": "golf"}))
    assert 'value="Kelowna"' in other
    wrong = text_of(host.post(address, {**values, "option_target": "9999", "name": ""}), 422)
    assert 'id="id_option_target_error"' in wrong
    assert 'id="id_name_error"' in wrong
    assert host.post(address, values).status_code == 303
    assert "have that name" in text_of(host.post(address, values), 422)
    kept = HouseRules.objects.get()
    change = reverse("house_rules_edit", args=[kept.pk])
    assert 'value="75"' in text_of(host.get(change))
    assert host.post(change, {"name": "Okanagan", "option_target": "60"}).status_code == 303
    kept.refresh_from_db()
    assert (kept.name, kept.options["target"]) == ("Okanagan", 60)
    assert "Okanagan" in text_of(host.get(reverse("own_games")))
    assert host.post(change, {"act": "delete"}).status_code == 303
    assert not HouseRules.objects.exists()


def event_of(host: Client, **sent: Any) -> Event:
    values = {"name": "Night", "date": "2026-11-21", "place": "", "names": "Ann\nBo\nCy"}
    response = host.post(reverse("event_new"), values | sent)
    assert response.status_code == 303, response.content.decode()
    return Event.objects.latest("pk")


def test_the_list_of_games_has_own_games_and_house_rules_first(host: Client, family: int) -> None:
    a_game(family)
    rules = services.keep_rules(
        family=family, name="Kelowna", game="hearts", options={"target": 75}
    )
    page = text_of(host.get(reverse("choose_game"), {"to": "event"}))
    places = [page.index(name) for name in ("Your own games", "Your house rules", "whole room")]
    assert places == sorted(places)
    key = f"hearts~{rules.pk}"
    chosen = text_of(host.get(reverse("event_new"), {"game": key}))
    assert f'name="shown" value="{key}"' in chosen
    assert 'name="option_target" value="75"' in chosen
    assert event_of(host, game=key, shown="golf", option_target="300").options["target"] == 75
    event = event_of(host, game=key, shown=key, option_target="60")
    assert (event.game, event.options["target"]) == ("hearts", 60)
    own = event_of(host, game=RUMMY, shown=RUMMY, option_target="250")
    assert (own.game, own.edition, own.options) == (RUMMY, 1, {"target": 250})
    again = text_of(host.get(reverse("event_new")))
    assert f'value="{RUMMY}"' in again
    assert reverse("own_game", args=[RUMMY]) in again


def test_the_list_of_games_takes_few_queries(
    host: Client, family: int, django_assert_max_num_queries: Any
) -> None:
    for number in range(8):
        game = services.new_game(
            family=family, value={**declared("grandmas_rummy"), "name": f"Game {number}"}
        )
        services.keep_rules(family=family, name=f"Rules {number}", game=game.slug, options={})
    assert len(every_game(family)) == 8 + len(every_game())
    with django_assert_max_num_queries(8):
        host.get(reverse("own_games"))
    with django_assert_max_num_queries(12):
        host.get(reverse("event_new"))


def test_a_declaration_that_is_not_understood_any_more_breaks_no_page(
    host: Client, family: int
) -> None:
    held = a_game(family)
    services.keep_rules(family=family, name="Short", game=held.slug, options={})
    event = start(RUMMY, 3)
    held.editions.update(declared='{"name": "From another time"}')
    assert own_games(family) == ()
    for name in ("own_games", "event_new", "choose_game", "home", "house_rules_new"):
        text_of(host.get(reverse(name)))
    for name in ("own_game", "own_game_edit"):
        assert host.get(reverse(name, args=[RUMMY])).status_code == 404
    assert "Who went out?" in text_of(
        host.get(reverse("event_deal_report", args=[event.pk, 1, 1, 1]))
    )
