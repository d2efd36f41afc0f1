"""What is printed of an event, as the plain values that the printer takes."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from rulesets.roster import AND
from tournaments.games import drive_in, format_of, game_of, options_of, rule_text_of
from tournaments.models import Event, Link, Seating, SitOut, Table
from tournaments.papers import data
from tournaments.papers import short_rules as summaries
from tournaments.people.reads import entries
from tournaments.scoring.pads import pads
from tournaments.seating.reads import SeatsView, seats
from tournaments.standing.player import explained, explanation
from tournaments.standing.reasons import PlayerSet
from tournaments.standing.standings import standings
from tournaments.words import called, role_word, said

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

POINTS = "points"


def heading(event: Event) -> data.Heading:
    """What stands on every page."""
    form, plays = format_of(event), game_of(event).plays
    chairs = 0 if form.room else form.width or plays.players[1]
    return data.Heading(
        event=event.name,
        date=date_format(event.date, "DATE_FORMAT"),
        place=event.place,
        role_names={role: role_word(event, role, many=form.room) for role in form.roles},
        chairs=tuple(said(form.chair_name(chair)) for chair in range(chairs)),
        at="place" if form.room else "table",
        counted="" if plays.unit == POINTS else said(plays.counted),
        stage=called(form).title if form.lasts else "",
        best=_("The lowest total wins.") if plays.wins == "low" else "",
        game=game_of(event).name,
    )


def newest_seats(event: Event) -> SeatsView | None:
    """The seats that are wanted on paper: those drawn for the next set, else those in play."""
    return seats(event, draft=True) or seats(event)


def has_seats(event: Event) -> bool:
    """Whether there are any, without reading them."""
    return event.seatings.exclude(state=Seating.State.REPLACED).exists()


def seats_on_paper(event: Event, shown: SeatsView) -> data.Seats:
    """The seats, with who deals and with those who face an empty chair at the long table."""
    tables = tuple(
        data.TableSeats(
            table.number,
            tuple(data.SeatedPerson(seat.name, seat.role) for seat in table.seats),
            dealer=dealer,
        )
        for table, dealer in zip(shown.tables, _dealers(event, shown), strict=True)
    )
    out = tuple(data.SittingOut(one.name, one.role_name, one.reason) for one in shown.sit_outs)
    if shown.couples:
        tables = tuple(sorted((*tables, *_alone(event, shown)), key=lambda table: table.number))
    return data.Seats(shown.title, tables, out)


def _dealers(event: Event, shown: SeatsView) -> list[int | None]:
    """Whose deal it is at each of the tables: a chair, or a team in the running round."""
    tables = Table.objects.filter(
        seating__event=event,
        seating__set_number=shown.set_number,
        seating__state=Seating.State.PUBLISHED if shown.published else Seating.State.DRAFT,
    )
    first = dict(tables.values_list("number", "first_dealer"))
    if shown.couples and shown.published:
        for pad in pads(event):
            one = pad.round(shown.set_number)
            if one is not None:
                return [pad.plays.next_dealer(one.before)] * len(shown.tables)
    return [first.get(table.number) for table in shown.tables]


def _alone(event: Event, shown: SeatsView) -> list[data.TableSeats]:
    """The places where somebody faces an empty chair."""
    teams = game_of(event).plays.side_names
    rows = SitOut.objects.filter(
        seating__event=event,
        seating__set_number=shown.set_number,
        seating__state=Seating.State.PUBLISHED if shown.published else Seating.State.DRAFT,
    ).select_related("entry")
    found = []
    for row in rows:
        place = (row.reason or {}).get("params", {}).get("chair")
        if place is None or row.entry.role not in teams:
            continue
        person = data.SeatedPerson(row.entry.name, row.entry.role)
        both = [None, None]
        people = tuple(
            person if side == teams.index(row.entry.role) else empty
            for side, empty in enumerate(both)
        )
        found.append(data.TableSeats(place, people))
    return found


def people(
    event: Event, *, only: int | None = None, done: bool = False, first: bool = True
) -> list[data.CardPerson]:
    """Everybody (or only one entry) by name, with role and seat; `done` adds what was scored.

    `first`: the seat of the first set, as score cards carry it; else that of the newest set.
    """
    shown = (seats(event, 1) or seats(event, 1, draft=True)) if first else newest_seats(event)
    places = {
        seat.entry_id: (table.number, seat.chair)
        for table in (shown.tables if shown else ())
        for seat in table.seats
    }
    wanted = [row for row in entries(event) if only is None or row.entry_id == only]
    scored = _scored(event, only) if done and wanted else {}
    totals = {row.entry_id: row.total for row in standings(event).rows} if done else {}
    nothing = card_sets(event, ()) if done else ()
    return [
        data.CardPerson(
            name=row.name,
            role=row.role,
            table=places.get(row.entry_id, (None, None))[0],
            chair=places.get(row.entry_id, (None, None))[1],
            sets=scored.get(row.entry_id, nothing),
            total=totals.get(row.entry_id),
        )
        for row in wanted
    ]


def _scored(event: Event, only: int | None) -> dict[int, tuple[data.CardSet | None, ...]]:
    """The boxes of everybody's card (or of one), by entry."""
    told = explained(event) if only is None else ((only, explanation(event, only)),)
    return {entry_id: card_sets(event, sets) for entry_id, sets in told}


def card_sets(event: Event, played: Iterable[PlayerSet]) -> tuple[data.CardSet | None, ...]:
    """The boxes of one score card; None for a set that was not played."""
    game = drive_in(event)
    boxes: list[data.CardSet | None] = [None] * game.seatings
    for one in played:
        if one.points is None or not 1 <= one.number <= len(boxes):
            continue
        hands = [hand.points for hand in one.hands]
        whole = len(hands) == game.deals and None not in hands
        boxes[one.number - 1] = data.CardSet(
            hands=tuple(hands),
            total=one.points if whole or not hands else None,
            sat_out=one.table is None,
            notes=tuple(forfeits(hand.lines) for hand in one.hands),
        )
    return tuple(boxes)


def forfeits(lines: Iterable[object]) -> str:
    """What a hand cost, to stand beside its points; empty if nothing."""
    lost = sum(min(0, getattr(line, "points", 0)) for line in lines)
    return f"−{-lost}" if lost else ""


def placings(event: Event) -> list[data.Placing]:
    """The standings: of the teams where teams play, of partners, else of everybody."""
    found = standings(event)
    if found.teams:
        return [
            data.Placing(side.rank, side.name, "", side.total, side.rows[0].sets, side.shared)
            for side in found.sides
        ]
    by_side = {row.side or (row.entry_id,): row for row in reversed(found.rows)}
    lines = [*reversed(by_side.values())]
    ranks = sorted(row.rank for row in lines)
    alike = Counter(ranks)
    return [
        data.Placing(
            rank=1 + bisect_left(ranks, row.rank),
            name=AND.join(row.side) or row.name,
            role=row.role,
            total=row.total,
            sets=row.sets,
            shared=alike[row.rank] > 1 if row.side else row.shared,
            sit_outs=row.sit_outs,
        )
        for row in lines
    ]


def title_of_standings(event: Event) -> str:
    """ "Standings · After set 3", while sets are played."""
    after = standings(event).after
    return " · ".join(filter(None, (_("Standings"), after)))


def honoured(event: Event, places: int) -> list[data.Placing]:
    """Who gets a certificate: the first places, though nobody for being last; or everybody in the
    team that won."""
    found = standings(event)
    if not found.teams:
        return best_of(placings(event), places)
    return [
        data.Placing(1, row.name, row.role, side.total, shared=side.shared, team=side.name)
        for side in found.sides
        if side.rank == 1
        for row in side.rows
    ]


def best_of(found: Sequence[data.Placing], places: int) -> list[data.Placing]:
    """The first places, as far as anybody came after them; whoever won in any case."""
    last = max((one.rank for one in found), default=1)
    return [one for one in found if one.rank <= places and (one.rank == 1 or one.rank < last)]


def guests_code(event: Event, base: str) -> data.TableCode | None:
    """The open link of those who look on; None if there is none."""
    link = event.links.filter(kind=Link.Kind.SPECTATOR, revoked_at=None).order_by("pk").first()
    if link is None:
        return None
    url = base + reverse("spectator", args=[link.token])
    return data.TableCode(number=0, url=url, short=url.partition("://")[2])


def short_rules(event: Event) -> list[data.Section]:
    """The rules of the event's game in short, with the options that it is played with."""
    game = game_of(event)
    text = rule_text_of(game)
    return summaries.short_rules(game, text, options_of(event), event.house_rules)


def table_codes(event: Event, base: str) -> list[data.TableCode]:
    """The open links of the tables; `base` is the address that phones reach this machine by."""
    links = event.links.filter(kind=Link.Kind.TABLE, revoked_at=None).order_by("table_number")
    return [
        data.TableCode(
            number=link.table_number or 0,
            url=(url := base + reverse("table", args=[link.token])),
            short=url.partition("://")[2],
        )
        for link in links
    ]
