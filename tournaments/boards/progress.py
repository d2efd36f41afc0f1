"""Where each score pad stands, in words and marks: who leads, and what the rows of its board link
to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesets.engine.text import say
from tournaments.boards.deal_reports import DealReport, ReportState
from tournaments.boards.lines import leader_words, match_words
from tournaments.boards.pad import Pad, PadRound
from tournaments.boards.pads import AWAY, row_of
from tournaments.web.labels import called
from tournaments.web.wording import and_list, translate

if TYPE_CHECKING:
    from rulesets.drawing.scoreboard import Scoreboard
    from rulesets.engine.text import Phrase
    from rulesets.formats import Format
    from tournaments.boards.pad import Pad, PadRound
    from tournaments.models import Event


# Missing reports come first, then those that wait for the desk.
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
    """One couple of a round, with a summary of what it has reported so far."""

    report: DealReport
    names: tuple[str, ...]
    state: ReportState
    summary: str

    @property
    def number(self) -> int:
        return self.report.table_number


@dataclass(frozen=True, slots=True)
class RoundPage:
    """A round of the whole room; `rows` are in the order of the long table."""

    round: PadRound
    number: int
    rows: tuple[CoupleRow, ...]
    byes: tuple[str, ...]
    award: str  # what the round brought, in words; "" while somebody is missing

    @property
    def urgent(self) -> tuple[CoupleRow, ...]:
        """The same rows, missing ones first."""
        return tuple(sorted(self.rows, key=lambda row: (ORDER[row.state], row.number)))

    @property
    def missing(self) -> int:
        return sum(
            row.state in ("missing", "waiting") or not row.report.standing for row in self.rows
        )

    @property
    def done(self) -> int:
        return len(self.rows) - self.missing


@dataclass(frozen=True, slots=True)
class PadNow:
    """Where one table's pad stands. `number` is the round to be played now; `match` says which game
    of a match that is, and who has won more."""

    pad: Pad
    number: int
    state: ReportState | Literal["playing", "done"]
    playing: tuple[str, ...]
    dealer: str
    last: str  # what the last round brought
    to_accept: int
    ending: str
    match: str = ""

    @property
    def title(self) -> str:
        return self.pad.title or _("The table")

    @property
    def is_final(self) -> bool:
        return self.pad.set_number > 1

    @property
    def entry_label(self) -> str:
        """The label for what is entered next: a round, or what closes the game if no round can be
        played."""
        final = self.pad.plays.final
        if final is not None and not self.pad.playable:
            return translate(final.label)
        return _("Enter {deal}").format(deal=called(self.pad.form).within(self.number))

    @property
    def deal(self) -> str:
        """What is played now, and whose turn it is."""
        name = called(self.pad.form).numbered(self.number)
        turn = self.pad.plays.turn(self.pad.standing)
        if turn is None:
            return name
        return _("{round}: {name}").format(round=name, name=self.pad.names[turn])


def running(pad: Pad) -> PadRound:
    """The round that the room is playing: the first with a report missing, else the newest."""
    return pad.awaiting or pad.rounds[-1]


def is_over(pads: tuple[Pad, ...]) -> bool:
    """Whether every game that was begun has ended, including that of the final table."""
    if not pads or any(pad.ending is None for pad in pads):
        return False
    wants_final = pads[0].plays.final_table and len(pads) > 1
    return not wants_final or pads[-1].set_number > 1


def missing_words(form: Format, missing: int) -> Phrase:
    """How many deals are missing, in words: "one hand", "3 rounds"."""
    if missing == 1:
        return say("one {deal}", deal=form.called.one)
    return say("{n} {deals}", n=missing, deals=form.called.many)


def round_page(pad: Pad, pad_round: PadRound) -> RoundPage:
    """A round of the whole room with the reports of every couple."""
    return RoundPage(
        round=pad_round,
        number=pad_round.number,
        rows=tuple(couple_row(pad, report) for report in pad_round.reports),
        byes=tuple(pad.names[place] for place in pad_round.byes),
        award=pad_round.brought,
    )


def couple_row(pad: Pad, report: DealReport) -> CoupleRow:
    """One couple's place in a round."""
    names = tuple(pad.names[place] for place in report.chairs)
    return CoupleRow(report, names, report.state, couple_words(pad, report, report.payload))


def couple_words(pad: Pad, report: DealReport, payload: dict[str, object] | None) -> str:
    """A couple's report and its worth in words; "" for none."""
    if payload is None or not pad.couples:
        return ""
    if payload.get(AWAY):
        return _("are not playing this round")
    return translate(pad.plays.row_text(pad.state, row_of(pad, report, payload)))


def pad_now(pad: Pad) -> PadNow:
    """Where a table's pad stands."""
    states = [report.state for one in pad.rounds for report in one.reports]
    state: ReportState | Literal["playing", "done"] = "playing"
    for urgent in ("disputed", "waiting", "provisional"):
        if urgent in states:
            state = urgent
            break
    else:
        state = "done" if pad.is_over else "playing"
    counted = pad.tally.counted
    dealer = pad.plays.next_dealer(pad.state) if pad.plays.dealers == "player" else None
    return PadNow(
        pad=pad,
        number=pad.next_number,
        state=state,
        playing=tuple(pad.names[place] for place in pad.plays.playing(pad.state)),
        dealer="" if dealer is None or pad.is_over else pad.names[dealer],
        last=counted[-1].brought if counted else "",
        to_accept=states.count("provisional"),
        ending=ending_words(pad),
        match=_match_now(pad),
    )


def _match_now(pad: Pad) -> str:
    """ "Game 2, round 1 · Rosa leads 1–0"; "" once the match is over."""
    if pad.match is None or pad.is_over:
        return ""
    return " · ".join((pad.game_words(pad.next_number), match_words(pad)))


def ending_words(pad: Pad) -> str:
    """Who has won and why, or that all is played; "" while it goes on."""
    if pad.ending is None:
        return _all_played(pad) if pad.all_played else ""
    won_by = [pad.scorers[winner] for winner in pad.ending.winners]
    why = translate(pad.ending.words)
    if all(name in why for name in won_by):  # the reason names the winners already
        return why
    winners = and_list(won_by)
    won = ngettext("{names} wins", "{names} win", max(len(pad.ending.winners), _many(pad)))
    return f"{won.format(names=winners)}: {why}"


def _all_played(pad: Pad) -> str:
    """That no deal is left, and who is ahead: "Ann wins by 5: all rounds have been played."."""
    text = _("All {deals} have been played.")
    if len(set(pad.plays.ranks(pad.state))) > 1:
        text = _("{won}: all {deals} have been played.")
    return text.format(won=leader_words(pad), deals=called(pad.form).plural)


def _many(pad: Pad) -> int:
    """How many people a winner's name stands for."""
    return 1 if pad.alone else 2


def run_of(pad: Pad) -> list[tuple[str, list[int]]]:
    """The totals of each side after every round, for a chart."""
    totals = [pad.totals(state) for state in pad.states]
    return [(name, [one[scorer] for one in totals]) for scorer, name in enumerate(pad.scorers)]


@dataclass(frozen=True, slots=True)
class Board:
    """A scoreboard, and the addresses of its rows (`links`) or of the reports it shows (`reports`),
    for `{% scoreboard %}`."""

    board: Scoreboard
    links: list[str | None] = field(default_factory=list)
    reports: dict[int, str] = field(default_factory=dict)


def board_of(pad: Pad, event: Event | None = None) -> Board:
    """The board as it stands; with an event, its rounds link to their reports."""
    board = pad.board
    if event is None or not pad.table_number:
        return Board(board)
    addresses = [
        reverse("event_deal", args=[event.pk, pad.set_number, pad.table_number, one.number])
        for one in pad.tally.counted
    ]
    return Board(board, reports=dict(enumerate(addresses, 1)))


def couples_of(pad_round: PadRound) -> list[tuple[int, int]]:
    """Who faces whom in a round of the room, as seated."""
    return [(report.chairs[0], report.chairs[1]) for report in pad_round.reports]


def worksheet_of(pad: Pad, pad_round: PadRound, event: Event | None = None) -> Board | None:
    """A round's worksheet, filled in as far as reported; None if rounds have none.

    With an event, each row links to its report, or to the form if there is none yet.
    """
    if not pad.couples:
        return None
    board = pad.plays.worksheet(pad_round.before, pad_round.value, couples_of(pad_round))
    if event is None or len(board.rows) != len(pad_round.reports):
        return Board(board)
    return Board(
        board,
        [
            reverse(
                "event_deal" if report.standing else "event_deal_report",
                args=[event.pk, report.set_number, report.table_number, report.deal],
            )
            for report in pad_round.reports
        ],
    )
