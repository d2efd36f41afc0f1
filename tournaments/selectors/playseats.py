"""Where everybody sits in an event that keeps score pads: at round tables, or at one long one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulesets import games
from rulesets.movements import team_line
from rulesets.replay import scheme_of
from tournaments.models import Event, Seat, Seating, SitOut, Table
from tournaments.selectors.pads import COUPLE
from tournaments.selectors.people import present
from tournaments.selectors.words import role_word

if TYPE_CHECKING:
    from rulesets.scheme import Scheme
    from tournaments.selectors.pads import Pad


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody in a chair. `deals`: has the first deal."""

    entry_id: int
    name: str
    chair: int
    deals: bool


@dataclass(frozen=True, slots=True)
class RoundTable:
    """One table with its people clockwise; `first_dealer` None: nobody is known to deal."""

    table_id: int
    number: int
    first_dealer: int | None
    sitters: tuple[Sitter, ...]

    @property
    def top(self) -> Sitter | None:
        """Who is drawn at the upper end."""
        return self.sitters[0] if self.sitters else None

    @property
    def right(self) -> tuple[Sitter, ...]:
        """Who is drawn down the right side."""
        return self.sitters[1 : 1 + (len(self.sitters) - 1) // 2]

    @property
    def bottom(self) -> Sitter | None:
        """Who is drawn at the lower end: somebody where the number is even."""
        several = len(self.sitters)
        return self.sitters[several // 2] if several and several % 2 == 0 else None

    @property
    def left(self) -> tuple[Sitter, ...]:
        """Who is drawn up the left side."""
        return self.sitters[len(self.sitters) // 2 + 1 :]


@dataclass(frozen=True, slots=True)
class Facing:
    """A place at the long table: who stays there and who moves on (None: an empty chair)."""

    chair: int
    stays: str | None
    moves: str | None

    @property
    def plays(self) -> bool:
        return self.stays is not None and self.moves is not None


@dataclass(frozen=True, slots=True)
class PlaySeats:
    """One seating. `tables` where each table plays for itself, `places` where two teams face each
    other; `first_team` is the team that deals first, `teams` what the two are called."""

    seating_id: int
    set_number: int
    seed: int
    people: int
    tables: tuple[RoundTable, ...] = ()
    places: tuple[Facing, ...] = ()
    teams: tuple[str, ...] = ()
    first_team: int | None = None

    @property
    def byes(self) -> tuple[str, ...]:
        """Who faces an empty chair."""
        return tuple(one.stays or one.moves or "" for one in self.places if not one.plays)


def drawn_seats(event: Event) -> PlaySeats | None:
    """The seats that are drawn but not shown, if there are any."""
    found = event.seatings.filter(state=Seating.State.DRAFT).order_by("-pk").first()
    return _seats(event, found) if found else None


def shown_seats(event: Event) -> PlaySeats | None:
    """The seats in play: those of the newest round, or of the last table."""
    found = event.seatings.filter(state=Seating.State.PUBLISHED).order_by("-set_number").first()
    return _seats(event, found) if found else None


def next_places(event: Event, pad: Pad) -> tuple[Facing, ...]:
    """Who would face whom in the round after the newest one, as people are here now."""
    number = len(pad.rounds) + 1
    here = present(event, number)
    stays, moves = (
        [place for place in team if pad.entry_ids[place] in here] for team in pad.setup.roster.teams
    )
    return tuple(
        Facing(
            one.chair,
            None if one.stays is None else pad.names[one.stays],
            None if one.moves is None else pad.names[one.moves],
        )
        for one in team_line.seated(stays, moves, number)
    )


def _seats(event: Event, seating: Seating) -> PlaySeats:
    """A fixed number of queries, whatever the number of tables."""
    scheme = scheme_of(games.load(event.game))
    rows = Seat.objects.filter(seating=seating).order_by("table__number", "chair")
    sitting: dict[int, list[tuple[int, str]]] = {}
    for table_id, pk, name in rows.values_list("table_id", "entry_id", "entry__name"):
        sitting.setdefault(table_id, []).append((pk, name))
    tables = list(
        Table.objects.filter(seating=seating)
        .order_by("number")
        .values_list("pk", "number", "first_dealer")
    )
    if scheme.rows == COUPLE:
        pairs = {number: [name for _pk, name in sitting[pk]] for pk, number, _first in tables}
        return PlaySeats(
            seating.pk,
            seating.set_number,
            seating.seed,
            sum(len(people) for people in sitting.values()),
            places=_places(seating, scheme, pairs),
            teams=tuple(role_word(event, team, many=True) for team in scheme.teams),
            first_team=tables[0][2] if tables else None,
        )
    round_tables = tuple(
        RoundTable(
            pk,
            number,
            first,
            tuple(
                Sitter(entry_id, name, chair, chair == first)
                for chair, (entry_id, name) in enumerate(sitting.get(pk, ()))
            ),
        )
        for pk, number, first in tables
    )
    people = sum(len(table.sitters) for table in round_tables)
    return PlaySeats(seating.pk, seating.set_number, seating.seed, people, tables=round_tables)


def _places(seating: Seating, scheme: Scheme, pairs: dict[int, list[str]]) -> tuple[Facing, ...]:
    """The couples and those who face an empty chair, chair by chair."""
    places = [Facing(number, stays, moves) for number, (stays, moves) in pairs.items()]
    outs = SitOut.objects.filter(seating=seating).values_list(
        "entry__name", "entry__role", "reason"
    )
    for name, role, reason in outs:
        chair = int(reason.get("params", {}).get("chair", 0)) if reason else 0
        stays = role == scheme.teams[0]
        places.append(Facing(chair, name if stays else None, None if stays else name))
    return tuple(sorted(places, key=lambda one: one.chair))
