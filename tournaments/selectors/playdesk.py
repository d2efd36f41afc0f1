"""The desk of an event that keeps score pads: where each pad stands, and the one next step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesets import games
from rulesets.replay import scheme_of
from tournaments.models import Event, Seating
from tournaments.selectors.log import undo_sentence
from tournaments.selectors.pads import AWAY, COUPLE, Line, Pad, PadRound, pads, row_of
from tournaments.selectors.people import entries
from tournaments.selectors.words import and_list, role_words

if TYPE_CHECKING:
    from datetime import datetime

    from rulesets.game import Game

LineState = Literal["missing", "disputed", "waiting", "provisional", "away", "accepted"]
StepCode = Literal[
    "people", "draw", "begin", "enter", "wait", "roll", "final", "finish", "finished"
]
# What is missing comes first, then what waits for the desk.
ORDER: dict[str, int] = {
    "disputed": 0,
    "missing": 1,
    "waiting": 2,
    "provisional": 3,
    "accepted": 4,
    "away": 5,
}


@dataclass(frozen=True, slots=True)
class CoupleRow:
    """One couple of a round: what it has said so far, in words."""

    line: Line
    names: tuple[str, ...]
    state: LineState
    said: str

    @property
    def number(self) -> int:
        return self.line.table_number


@dataclass(frozen=True, slots=True)
class RoundPage:
    """A round of the whole room. `rows` in the order of the long table."""

    round: PadRound
    number: int
    rows: tuple[CoupleRow, ...]
    byes: tuple[str, ...]
    award: str  # what the round brought, in words; "" while somebody is missing

    @property
    def urgent(self) -> tuple[CoupleRow, ...]:
        """The same rows, what is missing first."""
        return tuple(sorted(self.rows, key=lambda row: (ORDER[row.state], row.number)))

    @property
    def missing(self) -> int:
        return sum(row.state in ("missing", "waiting") for row in self.rows)

    @property
    def done(self) -> int:
        return len(self.rows) - self.missing


@dataclass(frozen=True, slots=True)
class PadCard:
    """One table's pad as the desk shows it. `number` is the round to be played now."""

    pad: Pad
    number: int
    state: LineState | Literal["playing", "done"]
    playing: tuple[str, ...]
    dealer: str
    last: str  # what the last round brought
    to_accept: int
    ending: str

    @property
    def title(self) -> str:
        return self.pad.title or _("The table")

    @property
    def is_final(self) -> bool:
        return self.pad.set_number > 1

    @property
    def entering(self) -> str:
        """What is entered next: a round, or what closes the game where no round can be played."""
        final = self.pad.scheme.final
        if final is not None and not self.pad.playable:
            return _(final.label)
        return _("Enter round {number}").format(number=self.number)


@dataclass(frozen=True, slots=True)
class PlayStep:
    """What the host can do next; `reasons` say why not yet. `pad`: of which pad the step is."""

    code: StepCode
    text: str
    reasons: tuple[str, ...] = ()
    pad: Pad | None = None


@dataclass(frozen=True, slots=True)
class PlayDesk:
    """The whole desk. `round` and `room` where two teams play, else `cards`."""

    version: int
    state: str
    people: int
    present: int
    teams: tuple[tuple[str, int], ...]  # of an event in setup: what a team is called, how many
    unmarked: int  # people without a team
    room: Pad | None
    round: RoundPage | None
    cards: tuple[PadCard, ...]
    next_step: PlayStep
    undo: tuple[int, str] | None
    open_disputes: int
    unfinished: bool  # play has begun and has not ended
    round_ends_at: datetime | None


def play_desk(event: Event) -> PlayDesk:
    """The desk of an event in any state. A fixed number of queries."""
    game = games.load(event.game)
    found = pads(event)
    teams = scheme_of(game).rows == COUPLE
    rows = entries(event)
    words = role_words(event)
    room = found[0] if found and teams else None
    shown = round_page(room, running(room)) if room else None
    cards = () if teams else tuple(pad_card(pad) for pad in _in_order(found))
    draft = event.seatings.filter(state=Seating.State.DRAFT).exists()
    return PlayDesk(
        version=event.version,
        state=event.state,
        people=len(rows),
        present=sum(row.here for row in rows),
        teams=tuple((words[team], sum(row.role == team for row in rows)) for team in game.roles),
        unmarked=sum(not row.role for row in rows) if game.roles else 0,
        room=room,
        round=shown,
        cards=cards,
        next_step=_next_step(event, game, found, shown, cards, draft=draft, people=len(rows)),
        undo=undo_sentence(event),
        open_disputes=event.disputes.filter(decided_at=None).count(),
        unfinished=event.state == Event.State.PLAYING and not is_over(found),
        round_ends_at=event.round_ends_at,
    )


def _in_order(found: tuple[Pad, ...]) -> list[Pad]:
    """The pads of tables: the final table first, then those that play on."""
    return sorted(
        found, key=lambda pad: (-pad.set_number, pad.ending is not None, pad.table_number)
    )


def running(pad: Pad) -> PadRound:
    """The round that the room plays: the first that misses a report, else the newest."""
    return pad.awaiting or pad.rounds[-1]


def is_over(found: tuple[Pad, ...]) -> bool:
    """Whether everything that was begun has ended, the final table included."""
    if not found or any(pad.ending is None for pad in found):
        return False
    wants_final = found[0].scheme.final_table and len(found) > 1
    return not wants_final or found[-1].set_number > 1


def round_page(pad: Pad, one: PadRound) -> RoundPage:
    """A round of the whole room with what every couple has said."""
    return RoundPage(
        round=one,
        number=one.number,
        rows=tuple(couple_row(pad, line) for line in one.lines),
        byes=tuple(pad.names[place] for place in one.byes),
        award=one.played.summary if one.played and one.played.counted else "",
    )


def couple_row(pad: Pad, line: Line) -> CoupleRow:
    """One couple's place in a round."""
    names = tuple(pad.names[place] for place in line.chairs)
    return CoupleRow(line, names, line_state(line), couple_words(pad, line, line.payload))


def couple_words(pad: Pad, line: Line, payload: dict[str, object] | None) -> str:
    """What a couple's report says and is worth; "" for none."""
    if payload is None or pad.scheme.row_text is None:
        return ""
    if payload.get(AWAY):
        return _("do not play this round")
    return pad.scheme.row_text(pad.setup.roster, row_of(pad, line, payload))


def line_state(line: Line) -> LineState:
    """How far a report has come."""
    if line.disputed:
        return "disputed"
    if line.pending:
        return "waiting"
    if line.payload is None:
        return "missing"
    if line.payload.get(AWAY):
        return "away"
    return "accepted" if line.accepted else "provisional"


def pad_card(pad: Pad) -> PadCard:
    """A table's pad in short."""
    states = [line_state(line) for one in pad.rounds for line in one.lines]
    state: LineState | Literal["playing", "done"] = "playing"
    for urgent in ("disputed", "waiting", "provisional"):
        if urgent in states:
            state = urgent
            break
    else:
        state = "done" if pad.ending else "playing"
    counted = [one.played for one in pad.rounds if one.played and one.played.counted]
    dealer = pad.scheme.next_dealer(pad.state) if pad.scheme.dealers == "player" else None
    return PadCard(
        pad=pad,
        number=pad.next_number,
        state=state,
        playing=tuple(pad.names[place] for place in pad.scheme.playing(pad.state)),
        dealer="" if dealer is None or pad.ending else pad.names[dealer],
        last=counted[-1].summary if counted else "",
        to_accept=states.count("provisional"),
        ending=ending_words(pad),
    )


def ending_words(pad: Pad) -> str:
    """Who has won, and why; "" while it goes on."""
    if pad.ending is None:
        return ""
    names = pad.setup.roster.team_names or pad.names
    won_by = [names[side] for side in pad.ending.winners]
    why = _(pad.ending.template).format(**pad.ending.params)
    if all(name in why for name in won_by):  # the game has said so itself
        return why
    winners = and_list(won_by)
    won = ngettext("{names} wins", "{names} win", max(len(pad.ending.winners), _many(pad)))
    return f"{won.format(names=winners)}: {why}"


def _many(pad: Pad) -> int:
    """How many people a winner's name stands for."""
    return 2 if pad.setup.roster.team_names else 1


def _next_step(
    event: Event,
    game: Game,
    found: tuple[Pad, ...],
    shown: RoundPage | None,
    cards: tuple[PadCard, ...],
    *,
    draft: bool,
    people: int,
) -> PlayStep:
    if event.state == Event.State.FINISHED:
        return PlayStep("finished", _("The evening is over."))
    if draft:
        return PlayStep("begin", _("Look at the seats and begin"))
    if not found and people < scheme_of(game).players[0]:
        return PlayStep("people", _("Enter the people who play"))
    if not found:
        return PlayStep("draw", _("Draw the seats"))
    waits = _agreements(found)
    if is_over(found):
        return PlayStep("wait" if waits else "finish", _("Finish the evening"), waits)
    if shown is not None:
        return _room_step(found[0], shown, waits)
    return _table_step(found, cards, waits)


def _room_step(pad: Pad, shown: RoundPage, waits: tuple[str, ...]) -> PlayStep:
    """Who has not called out yet."""
    names = [
        _("{number}: {names}").format(number=row.number, names=_(" – ").join(row.names))
        for row in shown.rows
        if row.state == "missing"
    ]
    if not names and not waits:
        text = _("Round {number} waits until both teams have somebody to play it")
        return PlayStep("roll", text.format(number=shown.number + 1), (), pad)
    text = ngettext(
        "Round {number}: waiting for {count} couple",
        "Round {number}: waiting for {count} couples",
        len(names),
    ).format(number=shown.number, count=len(names))
    return PlayStep("wait", text, (*names, *waits), pad)


def _table_step(
    found: tuple[Pad, ...], cards: tuple[PadCard, ...], waits: tuple[str, ...]
) -> PlayStep:
    """Which tables play on, or that the last ones meet."""
    going = [card for card in cards if card.pad.ending is None]
    if not going and not waits:
        return PlayStep("final", _("Seat the final table"))
    if len(going) == 1 and not waits:
        text = going[0].entering
        if len(found) > 1 and not going[0].pad.playable:
            text = _("{table}: {step}").format(table=going[0].title, step=text)
        elif len(found) > 1:
            text = _("{table}: enter round {number}").format(
                table=going[0].title, number=going[0].number
            )
        return PlayStep("enter", text, (), going[0].pad)
    text = ngettext("{count} table plays on", "{count} tables play on", len(going))
    reasons = [
        _("{table}: round {number}").format(table=card.title, number=card.number) for card in going
    ]
    return PlayStep("wait", text.format(count=len(going)), (*reasons, *waits))


def _agreements(found: tuple[Pad, ...]) -> tuple[str, ...]:
    """Overrides that wait for another player, each as a sentence."""
    text = _("Round {number}, place {place}: an override waits for another player’s agreement.")
    return tuple(
        text.format(number=one.number, place=line.table_number)
        for pad in found
        for one in pad.rounds
        for line in one.lines
        if line.pending
    )
