"""How a game begins: from a list of names to the first seats, a board in twenty seconds, and
the repetition of an evening on another day."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from rulesets.engine.problems import error
from rulesets.game_search import find_games
from tournaments.access.permissions import Actor, host_actor
from tournaments.access.selectors import open_link
from tournaments.boards.by_keeping import DRAWS_EVERY_SET
from tournaments.db.steps import event_transaction
from tournaments.evenings.services import join
from tournaments.events.arrangement import arrange
from tournaments.events.selectors import last_played
from tournaments.events.services import create_event, create_event_like, put_away_event
from tournaments.log.selectors import AGAIN, successor_number
from tournaments.models import Entry, Event, Link, Pairing, family_of
from tournaments.models.errors import Refused, refusal
from tournaments.models.event_games import (
    Choice,
    choices,
    format_of,
    formats_of,
    key_of_choice,
)
from tournaments.people.names import ParsedName, parse_names
from tournaments.people.selectors import people_by_id, persons
from tournaments.seating import draws, roster, searches
from tournaments.standings.selectors import only_board
from tournaments.web.paging import plain

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Sequence

    from rulesets.engine.game import Game
    from rulesets.engine.problems import Problem
    from rulesets.formats import Format
    from tournaments.models import Evening


WEEK = 7


@dataclass(frozen=True, slots=True)
class DrawRequests:
    """Wishes for the draw, in names as they were typed."""

    apart: Sequence[tuple[str, str]] = ()
    together: Sequence[tuple[str, str]] = ()
    chairs: Sequence[str] = ()


def note_requests(*, event: Event, actor: Actor, requests: DrawRequests) -> None:
    """Save wishes for the draw. Raises Refused, beside the field, for somebody who does not come
    and for a wish that is there twice."""
    by_name: dict[str, Entry] = {}
    for entry in event.entries.select_related("person", "second"):
        by_name |= dict.fromkeys((entry.name, *(person.name for person in entry.people)), entry)
    problems = find_strangers(requests, by_name)
    by_name = {plain(name): entry for name, entry in by_name.items()}
    offered = format_of(event).facts.requests
    for field, kind, pairs in (
        ("apart", Pairing.Kind.APART, requests.apart),
        (
            "together",
            Pairing.Kind.TOGETHER if "together" in offered else Pairing.Kind.PARTNERS,
            requests.together,
        ),
    ):
        for names in pairs:
            first, second = (by_name.get(plain(name)) for name in names)
            if first is None or second is None:
                continue
            try:
                roster.add_pairing(event=event, actor=actor, first=first, second=second, kind=kind)
            except Refused as refused:
                problems += [replace(problem, at=(field,)) for problem in refused.problems]
    for name in requests.chairs:
        if (keeper := by_name.get(plain(name))) is not None:
            roster.set_keeps_chair(event=event, actor=actor, entry=keeper, keeps=True)
    if problems:
        raise Refused(problems)


def find_strangers(requests: DrawRequests, names: Iterable[str]) -> list[Problem]:
    """Each name in a wish that is none of these names, beside its field, with the one that it
    resembles."""
    by_name = {plain(name): name for name in names}
    wishes = [("apart", name) for pair in requests.apart for name in pair]
    wishes += [("together", name) for pair in requests.together for name in pair]
    wishes += [("chairs", name) for name in requests.chairs]
    problems = []
    for field, name in wishes:
        if plain(name) in by_name:
            continue
        text = "Nobody on the list is called {name}."
        alike = [by_name[close] for close in get_close_matches(plain(name), by_name, n=1)]
        params = {"name": name}
        if alike:
            text = "Nobody on the list is called {name}. Did you mean {alike}?"
            params["alike"] = alike[0]
        problems.append(error("wish.name", text, (field,), **params))
    return problems


def begin_at_table(*, event: Event, actor: Actor, dealer: int | None = None) -> Link:
    """Seat everybody at one table in the order of entering, and begin to play; return the table's
    link. `dealer`: the chair that deals first, if that is settled."""
    seating = draws.draw_seats(event=event, actor=actor, tables=1, shuffle=False)
    if dealer is not None:
        seating.tables.exclude(first_dealer=None).update(first_dealer=dealer)
    draws.publish(event=event, actor=actor, seating=seating)
    return event.links.get(kind=Link.Kind.TABLE, table_number=1)


def first_round(link: Link) -> str:
    """The address of a table's page with its first round open."""
    return reverse("table", args=[link.token]) + "?deal=1"


def seat_people(*, event: Event, actor: Actor) -> str:
    """Seat those who are entered, as far as nobody has to decide anything; return the address of
    the next page.

    One table begins to play at once, in the order of entering. Other seats are drawn and looked at
    first. If roles are missing or uneven, the list of people comes first. Raises Refused if that
    many cannot play.
    """
    format, people = format_of(event), event.entries.count()
    arrangement = arrange(format, people)
    if arrangement.starts and people:
        return first_round(begin_at_table(event=event, actor=actor))
    unmarked = format.facts.roles.names and event.entries.filter(role="").exists()
    if not people or unmarked or roster.propose_balance(event):
        return reverse("event_people", args=[event.pk])
    if DRAWS_EVERY_SET(format):
        searches.draw(event=event, actor=actor)
    else:
        draws.draw_seats(event=event, actor=actor, tables=format.tables.count(people))
    return reverse("event_draw", args=[event.pk])


def next_date(date: dt.date, today: dt.date | None = None) -> dt.date:
    """The next day of the same weekday, after today."""
    today = today or timezone.localdate()
    ahead = (date.weekday() - today.weekday()) % WEEK or WEEK
    return today + timedelta(days=ahead)


@transaction.atomic
def repeat_event(
    *,
    event: Event,
    owner: Any,
    date: dt.date,
    entries: Iterable[Entry],
    starts_at: dt.time | None = None,
    more: Sequence[ParsedName] = (),
) -> Event:
    """Create the same evening on another day, with its game, rules, roles and wishes, those of its
    people who come, and `more`; if these are not as many as then, its length follows their number.
    Raises Refused."""
    people = list(entries)
    count = len(people) + len(more)
    other = count if count != event.entries.count() else None
    when: Any = {"date": date, "starts_at": starts_at}
    new = create_event_like(event, owner=owner, name=event.name, people=other, **when)
    actor = host_actor(new, owner)
    parsed = [_as_typed(entry) for entry in people]
    roster.enter_people(event=new, actor=actor, parsed=[*parsed, *more])
    entered = {entry.person_id: entry for entry in new.entries.all()}
    same = {entry.pk: entered[entry.person_id] for entry in people if entry.person_id in entered}
    for entry in people:
        if entry.keeps_chair and entry.pk in same:
            roster.set_keeps_chair(event=new, actor=actor, entry=same[entry.pk], keeps=True)
    for pair in event.pairings.filter(first__in=same, second__in=same).order_by("pk"):
        first, second = same[pair.first_id], same[pair.second_id]
        roster.add_pairing(event=new, actor=actor, first=first, second=second, kind=pair.kind)
    return new


def _as_typed(entry: Entry) -> ParsedName:
    """An entry, of one person or two who share a chair, as if it were typed."""
    first, *others = ((person.name, person.note) for person in entry.people)
    role, second = entry.asked_role or entry.role or None, next(iter(others), None)
    return ParsedName(*first, role, 0, second, entry.team)


TYPED = "+"  # before a name that was typed; people of the book are sent by their number
RECENT = 6  # games on the home page
FOUR = 4  # people, where nobody has played yet


def at_a_table(game: Game) -> Format | None:
    """The format in which one table keeps its own score; None if the game is for a whole room."""
    return next((format for format in formats_of(game) if not format.keeping.moves), None)


def choice_called(family: int, key: str) -> Choice | None:
    """What a table can begin at once, by its key: a game, one of the family's own, or house rules;
    None if there is none."""
    candidates = (choice for choice in choices(family) if choice.key == key)
    return next((choice for choice in candidates if at_a_table(choice.game)), None)


def search_choices(family: int, query: str) -> tuple[Choice, ...]:
    """The choices that match a query, the best first; house rules are found by their own name and
    by that of their game."""
    offered = {_game_name(choice): choice for choice in choices(family)}
    return tuple(offered[game] for game in find_games(query, among=offered))


def _game_name(choice: Choice) -> Game:
    """The game under whose names a choice is found."""
    game = choice.game
    return replace(game, name=choice.name, aliases=(game.name, *game.aliases))


def recent_choices(family: int, most: int = RECENT, people: int = FOUR) -> tuple[Choice, ...]:
    """What a family played last at a table, filled up with games that suit the number of people and
    need only what is in every house, the best known (those with most names) first."""
    by_key = {choice.key: choice for choice in choices(family) if at_a_table(choice.game)}
    last = [
        key_of_choice(by_key.values(), event.game, event.house_rules)
        for event in last_played(family)
    ]

    def order(key: str) -> tuple[bool, bool, bool, int, str]:
        choice, game = by_key[key], by_key[key].game
        low, high = game.plays.players
        plain = game.needs.decks[0] == 1 and not game.needs.pack and len(game.needs.parts) == 1
        return (
            not choice.own,
            not low <= people <= high,
            not plain,
            -len(game.aliases),
            choice.name,
        )

    keys = dict.fromkeys(key for key in (*last, *sorted(by_key, key=order)) if key in by_key)
    return tuple(by_key[key] for key in list(keys)[:most])


def people_of(family: int, values: Sequence[str]) -> list[ParsedName]:
    """The people named in a form, in its order: ids of the book, and typed names.

    A typed name that is in the book without a note is that person. Unknown ids are left out. Raises
    Refused for what is no name.
    """
    numbers = [
        int(value) for value in values if value.isascii() and value.isdecimal() and len(value) < 10
    ]
    book = {person.pk: person for person in persons(family, numbers)}
    people = []
    for value in values:
        if value.startswith(TYPED):
            people += [_in_book(family, name) for name in _typed(value.removeprefix(TYPED))]
        elif value.isdecimal() and (person := book.get(int(value))):
            people.append(ParsedName(person.name, person.note, None, 0))
    return people


def _typed(text: str) -> list[ParsedName]:
    """Typed names, separated by commas."""
    return [name for part in text.split(",") for name in parse_names(part)]


def _in_book(family: int, typed: ParsedName) -> ParsedName:
    """The name as it is in the book, if somebody there has it."""
    person = None if typed.note or typed.second else people_by_id(family, typed.name)
    return typed if person is None else ParsedName(person.name, person.note, None, 0)


def refuse_people(game: Game, people: Sequence[ParsedName]) -> None:
    """Raise Refused unless that many can play, and everybody has one seat."""
    seen: set[tuple[str, str]] = set()
    for person in people:
        if (person.name, person.note) in seen:
            raise refusal("names.twice", "{name} is there twice.", "name", name=person.name)
        seen.add((person.name, person.note))
    low, high = game.plays.players
    params: dict[str, Any] = {"count": len(people), "low": low, "high": high, "game": game.name}
    if low <= len(people) <= high:
        return
    if low == high:
        text = "{game} is for {low} people; you have {count}."
    else:
        text = "{game} is for {low} to {high} people; you have {count}."
    raise refusal("people.tables", text, "name", **params)


@transaction.atomic
def begin(
    *,
    owner: Any,
    key: str,
    people: Sequence[ParsedName],
    evening: Evening | None = None,
    instead: Event | None = None,
    dealer: int | None = None,
) -> Link:
    """Seat these people around a table, in this order, and begin what `key` names (a choice of the
    family); return the table's link. With an `evening` the game counts for it; `instead`: the game
    of one table that it takes the place of, which is put away if nothing has been played there;
    `dealer`: the chair (from 0) that deals first, if that is settled.

    Raises Refused for a game that is for a whole room, for too few or too many people, and for
    somebody named twice.
    """
    choice = choice_called(family_of(owner), key)
    format = at_a_table(choice.game) if choice else None
    if choice is None or format is None:
        raise refusal("event.game", "Choose a game.", "game")
    refuse_people(choice.game, people)
    event = create_event(
        owner=owner,
        name=choice.name,
        date=timezone.localdate(),
        game=choice.game.slug,
        format=format.kind.slug,
        options=choice.options,
        house_rules=choice.named_for(choice.options),
    )
    actor = host_actor(event, owner)
    roster.enter_people(event=event, actor=actor, parsed=people)
    if dealer is not None and dealer >= len(people):
        dealer = None
    link = begin_at_table(event=event, actor=actor, dealer=dealer)
    if evening is not None:
        join(evening=evening, event=event, user=owner)
    if instead is not None:
        _take_place_of(instead, event, owner)
    return link


def event_in(family: int, number: int) -> Event | None:
    """The event of a family with that number, if there is one."""
    return Event.objects.filter(family_id=family, pk=number).first()


def people_in(event: Event) -> set[int]:
    """The numbers of everybody who is entered in an event."""
    persons = event.entries.values_list("person", "second")
    return {person for both in persons for person in both if person is not None}


def successor_link(event: Event) -> Link | None:
    """The link of the table that took the place of an event's, if its people were changed."""
    number = successor_number(event)
    return open_link(number, Link.Kind.TABLE, 1) if number else None


def _take_place_of(former: Event, event: Event, owner: Any) -> None:
    """Put a former game away whose people were changed, and note which one goes on; not if another
    phone has saved a round there meanwhile."""
    board = only_board(former) if former.state == Event.State.PLAYING else None
    if board is None or board.has_begun:
        return
    actor = host_actor(former, owner)
    put_away_event(event=former, actor=actor)
    with event_transaction(former, actor) as step:
        step.log(AGAIN, event=event.pk, name=event.name, changed=True)
