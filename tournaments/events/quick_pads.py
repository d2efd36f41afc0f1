"""A pad in twenty seconds: a game, people in the order of their seats, play.

What it makes is an event like any other, in the format in which its game is played at one table.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils import timezone

from rulesets.game_search import find_games
from tournaments.actors import host_actor
from tournaments.errors import refusal
from tournaments.evenings.writes import join
from tournaments.events.writes import create_event
from tournaments.games import Choice, choices, formats_of
from tournaments.models import Event, Link, family_of
from tournaments.people.names import ParsedName, parse_names
from tournaments.people.reads import persons
from tournaments.people.recent import named
from tournaments.seating import draws, lineup, roster

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.engine.game import Game
    from rulesets.formats import Format
    from tournaments.models import Evening

TYPED = "+"  # before a name that was typed; people of the book are sent by their number
RECENT = 6  # games on the home page
LOOKED_AT = 50  # events, for what was played last


def at_a_table(game: Game) -> Format | None:
    """The format in which one table keeps a score of its own; None: a game for a whole room."""
    return next((form for form in formats_of(game) if form.lasts and not form.room), None)


def choice_called(family: int, key: str) -> Choice | None:
    """What a table can begin at once by its key: a game, one of the family's own, house rules."""
    found = (one for one in choices(family) if one.key == key)
    return next((one for one in found if at_a_table(one.game)), None)


def found_choices(family: int, query: str) -> tuple[Choice, ...]:
    """Everything that fits what somebody looks for, the best first; house rules are found by their
    own name, and by that of their game."""
    offered = {_named(one): one for one in choices(family)}
    return tuple(offered[game] for game in find_games(query, among=offered))


def _named(choice: Choice) -> Game:
    """The game that a choice is looked for as."""
    game = choice.game
    return replace(game, name=choice.name, aliases=(game.name, *game.aliases))


def recent_choices(family: int, most: int = RECENT) -> tuple[Choice, ...]:
    """What a family played last at a table, filled up with others by name."""
    known = {one.key: one for one in choices(family) if at_a_table(one.game)}
    rules = {(one.game.slug, one.name): one.key for one in known.values() if one.rules}
    events = Event.objects.filter(family_id=family).order_by("-pk")
    played = events.values_list("game", "house_rules")[:LOOKED_AT]
    last = [rules.get((game, name), game) for game, name in played]
    keys = dict.fromkeys(key for key in (*last, *known) if key in known)
    return tuple(known[key] for key in list(keys)[:most])


def people_of(family: int, sent: Sequence[str]) -> list[ParsedName]:
    """The people that a form names, in its order: numbers of the book, and typed names.

    Who is in the book already, with no note beside the name, is that person. Numbers that nobody
    has are left out. Raises Refused for what is no name.
    """
    numbers = [int(one) for one in sent if one.isascii() and one.isdecimal() and len(one) < 10]
    book = {person.pk: person for person in persons(family, numbers)}
    found = []
    for one in sent:
        if one.startswith(TYPED):
            found += [_in_book(family, name) for name in _typed(one.removeprefix(TYPED))]
        elif one.isdecimal() and (known := book.get(int(one))):
            found.append(ParsedName(known.name, known.note, None, 0))
    return found


def _typed(text: str) -> list[ParsedName]:
    """Names as they are typed, several with commas between them."""
    return [name for part in text.split(",") for name in parse_names(part)]


def _in_book(family: int, typed: ParsedName) -> ParsedName:
    """The name as the book has it, if somebody there is called so."""
    known = None if typed.note else named(family, typed.name)
    return typed if known is None else ParsedName(known.name, known.note, None, 0)


def refuse_people(game: Game, people: Sequence[ParsedName]) -> None:
    """Raise Refused unless so many can play, and everybody has one seat."""
    seen: set[tuple[str, str]] = set()
    for one in people:
        if (one.name, one.note) in seen:
            raise refusal("names.twice", "{name} stands there twice.", "name", name=one.name)
        seen.add((one.name, one.note))
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
    *, owner: Any, key: str, people: Sequence[ParsedName], evening: Evening | None = None
) -> Link:
    """Seat these people around a table, in this order, and begin what `key` names (a choice of the
    family); returns the table's link. With an `evening` the game counts for it.

    Raises Refused for a game that is for a whole room, for too few or too many people, and for
    somebody named twice.
    """
    choice = choice_called(family_of(owner), key)
    form = at_a_table(choice.game) if choice else None
    if choice is None or form is None:
        raise refusal("event.game", "Choose a game.", "game")
    refuse_people(choice.game, people)
    event = create_event(
        owner=owner,
        name=choice.name,
        date=timezone.localdate(),
        game=choice.game.slug,
        format=form.slug,
        options=choice.options,
        house_rules=choice.named_for(choice.options),
    )
    actor = host_actor(event, owner)
    roster.enter_people(event=event, actor=actor, parsed=people)
    seats = lineup.draw_seats(event=event, actor=actor, tables=1, shuffle=False)
    draws.publish(event=event, actor=actor, seating=seats)
    if evening is not None:
        join(evening=evening, event=event, user=owner)
    return event.links.get(kind=Link.Kind.TABLE, table_number=1)
