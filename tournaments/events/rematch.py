"""The same people play again: a new event with everything that was settled for the one before.

People at one table sit there again at once; from a hall the people, their roles and their wishes
are copied, and the seats are drawn again. A next table takes these people, or others who wait.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.access.permissions import Actor, host_actor
from tournaments.boards.hall import Hall
from tournaments.db.steps import Step, Touches, event_transaction, register
from tournaments.events.opening import begin_at_table
from tournaments.events.services import LENGTHS, create_event_like, finish_event
from tournaments.log.selectors import AGAIN, rematch_number
from tournaments.models import Entry, Event, Pairing
from tournaments.models.errors import Refused, refusal
from tournaments.models.event_games import choices, key_of_choice, live_game
from tournaments.standings.finales import event_finale
from tournaments.standings.selectors import boards, only_board

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.boards.event_board import EventBoard
    from tournaments.db.steps import Params

MOST_WAITING = 60  # people to choose from
COUNTED = re.compile(r"(?P<name>.*\S) (?P<count>[1-9]\d?)")


@transaction.atomic
def play_again(*, event: Event, actor: Actor) -> Event:
    """Create a new event for today with the same people, roles, wishes, game and options, or return
    the one created before.

    The former event is finished if nothing in it is open. Raises Refused if it is still played, and
    for anybody who may not (`may_play_again`).
    """
    if not may_play_again(event, actor):
        raise refusal("again.host", "Ask the host for another game.")
    if event.state == Event.State.SETUP:
        raise refusal("again.early", "This game has not started.")
    rematch = rematch_of(event)
    if rematch is not None:
        return rematch
    if event.state == Event.State.PLAYING and event_finale(event) is None:
        raise refusal("again.playing", "This game is still being played.")
    board = only_board(event)
    _finish(event, actor)
    new = _copy(event)
    everybody = {entry.pk: entry for entry in event.entries.select_related("person").order_by("pk")}
    order = [board.entry_ids[place] for place in board.clockwise] if board else list(everybody)
    _enter_again(event, new, [everybody[pk] for pk in order])
    if board:
        begin_at_table(
            event=new, actor=host_actor(new, new.owner), dealer=_first_dealer(event, board)
        )
    with event_transaction(event, actor) as step:
        step.log(AGAIN, event=new.pk, name=new.name)
    return new


def may_play_again(event: Event, actor: Actor) -> bool:
    """Hosts may; and whoever holds the link of an event's only table with its own board, since a
    board is handed round. A hall's next game is begun at the desk."""
    if actor.kind == "host":
        return True
    return actor.kind == "table" and only_board(event) is not None


def rematch_of(event: Event) -> Event | None:
    """The game that followed with the same people, if there is one."""
    number = rematch_number(event)
    return Event.objects.filter(pk=number).first() if number else None


def title_again(name: str, others: set[str]) -> str:
    """The name with the next number, "Hearts 2", that none of the `others` has."""
    counted = COUNTED.fullmatch(name)
    base, count = (counted["name"], int(counted["count"])) if counted else (name, 1)
    while True:
        count += 1
        end = f" {count}"
        title = base[: LENGTHS["name"] - len(end)].rstrip() + end
        if title not in others:
            return title


def _finish(event: Event, actor: Actor) -> None:
    """Finish the former game if nothing in it is open; else it stays as it is."""
    if event.state != Event.State.PLAYING:
        return
    try:
        with transaction.atomic():
            finish_event(event=event, actor=actor)
    except Refused:
        event.refresh_from_db()


def _copy(event: Event) -> Event:
    """The new event, for today, without people."""
    today = timezone.localdate()
    others = Event.objects.filter(family_id=event.book, date=today)
    name = title_again(event.name, set(others.values_list("name", flat=True)))
    new = create_event_like(event, owner=event.owner, name=name, date=today)
    new.evening_id, new.hide_standings = event.evening_id, event.hide_standings
    new.live_standings = event.live_standings
    new.save(update_fields=["evening", "hide_standings", "live_standings"])
    return new


def _enter_again(event: Event, new: Event, people: Sequence[Entry]) -> None:
    """Enter these people with their roles and wishes, in this order."""
    same = [
        Entry(
            event=new,
            person=entry.person,
            second_id=entry.second_id,
            name=entry.name,
            role=entry.role,
            asked_role=entry.asked_role,
            keeps_chair=entry.keeps_chair,
            team=entry.team,
            seating_team=entry.team,
        )
        for entry in people
    ]
    entries = Entry.objects.bulk_create(same)
    entered = dict(zip((entry.pk for entry in people), entries, strict=True))
    Pairing.objects.bulk_create(
        Pairing(
            event=new,
            first=entered[pairing.first_id],
            second=entered[pairing.second_id],
            kind=pairing.kind,
        )
        for pairing in event.pairings.order_by("pk")
        if pairing.first_id in entered and pairing.second_id in entered
    )
    if event.scorekeeper_id in entered:
        new.scorekeeper = entered[event.scorekeeper_id]
        new.save(update_fields=["scorekeeper"])
    with event_transaction(new, host_actor(new, new.owner)) as step:
        names = [entry.name for entry in entries]
        step.log("people.entered", entries=[entry.pk for entry in entries], names=names)


def _first_dealer(event: Event, board: EventBoard) -> int | None:
    """Who deals first by today's rules: the winner, or whoever is next; counted clockwise."""
    dealer = board.plays.deal_again(board.state, live_game(event).plays.winner_deals)
    return None if dealer is None else board.clockwise.index(dealer)


@dataclass(frozen=True, slots=True)
class Waiting:
    """Somebody who is not playing at any table; `here`: they sat at the one that is over."""

    person: int
    name: str
    here: bool


def waiting_people(event: Event, table_number: int) -> list[Waiting]:
    """Those of this table, if its game is over, then others of the evening whose game is over or
    has not begun; nobody twice."""
    others = Event.objects.filter(family_id=event.book)
    since = timezone.localdate() - timedelta(days=1)  # an evening may last past midnight
    of_evening = Q(evening=event.evening_id) if event.evening_id else Q(date__gte=since)
    tonight = list(others.filter(of_evening | Q(pk=event.pk)).order_by("pk"))
    busy: set[int] = set()
    for game in tonight:
        for board in boards(game) if game.state == Event.State.PLAYING else ():
            if board.ending is None:
                busy.update(board.entry_ids)
    mine = Hall.of(event).board(table_number)
    order = list(mine.entry_ids) if mine is not None else []
    tonights = Entry.objects.filter(event__in=tonight).select_related("person", "second")
    entries = tonights.order_by("-pk")
    waiting: dict[int, Waiting] = {}
    by_pk = {entry.pk: entry for entry in entries}
    playing = {who.pk for pk in busy if pk in by_pk for who in by_pk[pk].people}
    for pk in [*order, *(entry.pk for entry in by_pk.values())]:
        entry = by_pk.get(pk)
        for person in entry.people if entry is not None else ():
            if person.pk not in playing:
                waiting.setdefault(person.pk, Waiting(person.pk, str(person), pk in order))
    return list(waiting.values())[:MOST_WAITING]


def choice_key(event: Event) -> str:
    """The key by which the game of an event begins again: that of its house rules, if it had
    any."""
    return key_of_choice(choices(event.book), event.game, event.house_rules)


def _sentence(params: Params) -> str:
    """The same people play again, or somebody else plays in the place of one of them."""
    if params.get("changed"):
        return _("Other people are playing now: {name}.")
    return _("The same people are playing again: {name}.")


register(
    Step(
        AGAIN,
        _sentence,
        touches=Touches.NOTHING,
        is_aside=True,
    )
)
