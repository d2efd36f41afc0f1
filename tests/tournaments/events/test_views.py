"""From the front door to the first seats: signing in, people, a new event, roles, the draw."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from rulesets import games
from rulesets.engine.game import parse_options
from rulesets.formats import format_of
from tests.sampling import GAMES_OF_EACH_KIND
from tests.tournaments.evening import a_user, an_event, entry, host, start
from tournaments.access.services import create_sign_in
from tournaments.events import services as events
from tournaments.models import Event, Pairing, Person
from tournaments.models.errors import Refused
from tournaments.people.names import parse_names
from tournaments.seating import roster

pytestmark = pytest.mark.django_db

NEW = {"name": "Drive for the roof", "date": "2026-11-21", "place": "Hall", "game": "court-whist"}
DAY = dt.date(2026, 11, 21)


def a_game(slug: str, *lines: str) -> Event:
    """An evening of a game with people as they are typed."""
    event = events.create_event(owner=a_user(), game=slug, name="Evening", date=DAY)
    parsed = parse_names("\n".join(lines), roles=format_of(games.load(slug)).facts.roles.names)
    roster.enter_people(event=event, actor=host(event), parsed=parsed)
    return event


def test_a_sign_in_link_works_once_and_opening_it_does_not_use_it_up(client: Client) -> None:
    url = reverse("sign_in", args=[create_sign_in(a_user())])
    for _ in range(2):
        assert b"Sign in here" in client.get(url).content
    assert client.get("/").status_code == 403
    assert client.post(url).status_code == 303
    assert client.get("/").status_code == 200
    second = Client().post(url)
    assert second.status_code == 403
    assert "used already" in second.content.decode()
    old = reverse("sign_in", args=[create_sign_in(a_user(), dt.timedelta(seconds=-1))])
    assert Client().post(old).status_code == 403


def test_in_by_name_and_password_and_out_again(client: Client) -> None:
    get_user_model().objects.create_user("vera", password="correct horse battery")
    url = reverse("sign_in_form")
    wrong = client.post(url, {"username": "vera", "password": "no"})
    assert wrong.status_code == 422
    assert "do not match" in wrong.content.decode()
    assert 'value="vera"' in wrong.content.decode()
    right = client.post(url, {"username": "vera", "password": "correct horse battery"})
    assert right.status_code == 303
    assert client.get("/").status_code == 200
    assert client.post(reverse("sign_out")).status_code == 302
    assert client.get("/").status_code == 403


def test_guessing_passwords_is_limited(client: Client, settings: Any) -> None:
    get_user_model().objects.create_user("vera", password="correct horse battery")
    url = reverse("sign_in_form")
    statuses = [
        client.post(url, {"username": "vera", "password": f"guess {number}"}).status_code
        for number in range(settings.AXES_FAILURE_LIMIT)
    ]
    assert statuses[-1] == 429
    good = client.post(url, {"username": "vera", "password": "correct horse battery"})
    assert good.status_code == 429


def test_the_enter_key_goes_on_and_does_not_choose_a_game(laptop: Client) -> None:
    """A browser presses the form's first button; that one must not be the one of the games."""
    page = laptop.get(reverse("event_new")).content.decode()
    form = page[page.index('class="new-event"') :]
    assert form.index('<button hidden name="act" value="go">') < form.index('value="game"')


@pytest.mark.parametrize(
    ("game", "sent", "field", "said"),
    [
        ("golf", {"option_stake": "0"}, "option_stake", "greater than or equal to 1"),
        (
            "rummoli",
            {"option_board": "custom", "option_spaces": "a\nb"},
            "option_spaces",
            "give 9 different names, not 2",
        ),
        (
            "gin-tournament",
            {"role_guys_many": "Reds", "role_girls_many": "reds"},
            "role_girls_many",
            "other team has that name",
        ),
    ],
)
def test_rules_that_cannot_be_are_refused_beside_their_field(
    laptop: Client, game: str, sent: dict[str, str], field: str, said: str
) -> None:
    answer = laptop.post(reverse("event_new"), NEW | {"game": game, "names": "Ann"} | sent)
    page = answer.content.decode()
    assert answer.status_code == 422
    beside = page[page.index(f'id="id_{field}_error"') :][:300]
    assert said in beside
    for value in sent.values():
        assert value in page
    assert not Event.objects.exists()


def test_what_two_teams_are_called_can_be_changed_but_not_to_one_name(laptop: Client) -> None:
    event = a_game("gin-tournament")
    url = reverse("event_settings", args=[event.pk])
    data = {"name": "Gin", "date": "2026-11-21", "place": ""}
    same = laptop.post(url, data | {"role_guys_many": "Blues", "role_girls_many": "BLUES"})
    assert same.status_code == 422
    assert "other team has that name" in same.content.decode()
    assert laptop.post(url, data | {"role_guys_many": "Blues"}).status_code == 303
    event.refresh_from_db()
    assert event.role_names["guys"]["many"] == "Blues"
    names = {"guys": {"many": "Blues"}, "girls": {"many": "blues"}}
    with pytest.raises(Refused):
        events.update_event(event=event, actor=host(event), role_names=names)


def test_rules_agreed_on_are_changed_in_the_settings(laptop: Client) -> None:
    event = a_game("rummoli")
    url = reverse("event_settings", args=[event.pk])
    data = {"name": "Chips", "date": "2026-11-21", "place": "", "option_chips": "30"}
    custom = data | {"option_board": "custom", "option_spaces": " a\n\nb\nc\nd\ne\nf\ng\nh\ni\n"}
    assert laptop.post(url, custom).status_code == 303
    event.refresh_from_db()
    assert event.options["spaces"] == list("abcdefghi")
    page = laptop.get(url).content.decode()
    assert "a\nb\nc\nd\ne\nf\ng\nh\ni" in page
    assert laptop.post(url, data | {"option_board": "custom"}).status_code == 422
    before = event.log.count()
    assert laptop.post(url, custom).status_code == 303
    assert event.log.count() == before  # nothing was changed


def test_a_team_says_nothing_about_the_role_of_other_evenings(laptop: Client) -> None:
    """Ladies are among the Girls until somebody says otherwise; the book is left alone."""
    Person.objects.create(name="Olga", usual_role="lady")
    event = a_game("gin-tournament", "Olga", "Ann, guys")
    assert entry(event, "Olga").role == "girls"
    roster.set_role(event=event, actor=host(event), entry=entry(event, "Olga"), role="guys")
    usual = dict(Person.objects.values_list("name", "usual_role"))
    assert usual == {"Olga": "lady", "Ann": ""}


@pytest.mark.exhaustive(keep=GAMES_OF_EACH_KIND)
@pytest.mark.parametrize("slug", games.slugs())
def test_every_game_has_its_rules_as_a_page(client: Client, slug: str) -> None:
    page = client.get(reverse("rules", args=[slug])).content.decode()
    assert games.load(slug).name in page
    assert 'id="readings"' in page
    assert "{#" not in page
    game = games.load(slug)
    won = game.plays.victory(parse_options(game.options, {})[0]).text
    assert f"<dt>Winner</dt><dd>{won}</dd>" in page
    assert page.index("</h1>") < page.index("<dt>Players</dt>") < page.index("<h2")


def test_marking_roles_by_the_big_toggles(laptop: Client) -> None:
    event = an_event(4)
    first = event.entries.order_by("name").first()
    assert first is not None
    url = reverse("event_entry", args=[event.pk, first.pk])
    plain = laptop.post(url, {"act": "role", "role": "lady"})
    assert plain.status_code == 303
    first.refresh_from_db()
    assert first.role == "lady"
    fragment = laptop.post(
        url, {"act": "role", "role": "gentleman"}, headers={"HX-Request": "true"}
    )
    assert fragment.status_code == 200
    assert fragment.content.decode().lstrip().startswith("<section")
    assert laptop.post(url, {"act": "role", "role": "king"}).status_code == 422
    assert laptop.post(url, {"act": "juggle"}).status_code == 422
    assert laptop.post(url, {"act": "rename", "name": " "}).status_code == 422
    assert laptop.post(url, {"act": "rename", "name": "Gerald"}).status_code == 303
    first.refresh_from_db()
    assert first.name == "Gerald"


def test_keeping_chairs_pairs_and_the_scorekeeper(laptop: Client) -> None:
    event = an_event(8)
    one, two = event.entries.order_by("name")[:2]
    url = reverse("event_entry", args=[event.pk, one.pk])
    laptop.post(url, {"act": "keeps", "keeps": "1"})
    laptop.post(url, {"act": "scorekeeper", "keeps": "1"})
    one.refresh_from_db()
    event.refresh_from_db()
    assert one.keeps_chair
    assert event.scorekeeper == one
    pairs = reverse("event_pairings", args=[event.pk])
    same = laptop.post(pairs, {"first": one.pk, "second": one.pk, "kind": "apart"})
    assert same.status_code == 422
    assert "two different people" in same.content.decode()
    laptop.post(pairs, {"first": one.pk, "second": two.pk, "kind": "apart"})
    pair = Pairing.objects.get()
    assert "not with" in laptop.get(reverse("event_people", args=[event.pk])).content.decode()
    laptop.post(pairs, {"remove": pair.pk})
    assert not Pairing.objects.exists()
    assert laptop.post(pairs, {"remove": pair.pk}).status_code == 404
    laptop.post(url, {"act": "remove"})
    assert not event.entries.filter(pk=one.pk).exists()


def test_people_are_kept_told_apart_and_merged(laptop: Client) -> None:
    url = reverse("people")
    laptop.post(url, {"name": "Ann Miller"})
    twice = laptop.post(url, {"name": "Ann Miller"})
    assert twice.status_code == 422
    assert "tell the two apart" in twice.content.decode()
    laptop.post(url, {"name": "Ann Miller", "note": "from Leeds"})
    keep, gone = Person.objects.order_by("pk")
    assert "from Leeds" in laptop.get(url, {"q": "leeds"}).content.decode()
    assert "contains" in laptop.get(url, {"q": "nobody at all"}).content.decode()
    merge = reverse("people_merge")
    preview = laptop.get(merge, {"keep": keep.pk, "duplicate": gone.pk})
    assert "leaves your list" in preview.content.decode()
    assert laptop.post(merge, {"keep": keep.pk, "duplicate": keep.pk}).status_code == 422
    assert laptop.post(merge, {"keep": keep.pk, "duplicate": gone.pk}).status_code == 303
    gone.refresh_from_db()
    assert gone.merged_into == keep
    assert laptop.get(reverse("person", args=[gone.pk])).status_code == 404


def test_deleting_wants_the_name_typed(laptop: Client) -> None:
    event = start(people=4)
    url = reverse("event_delete", args=[event.pk])
    assert laptop.post(url, {"name": "something"}).status_code == 422
    assert Event.objects.filter(pk=event.pk).exists()
    assert laptop.post(url, {"name": "autumn evening"}).status_code == 303
    assert not Event.objects.filter(pk=event.pk).exists()


@pytest.mark.parametrize(
    ("asked", "target"),
    [
        ("/people/?q=ann", "/people/?q=ann"),
        ("https://elsewhere.example/", None),
        ("//elsewhere.example/", None),
        ("http://testserver//elsewhere.example/", "/elsewhere.example/"),
    ],
)
def test_the_way_back_never_leaves_this_site(
    laptop: Client, asked: str, target: str | None
) -> None:
    event = an_event(people=4)
    page = laptop.post(reverse("event_act", args=[event.pk]), {"act": "no_timer", "next": asked})
    assert page.status_code == 303
    assert page.headers["Location"] == (target or reverse("event", args=[event.pk]))
