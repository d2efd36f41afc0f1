"""The one thing that the host can do next, and why not yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Event
from tournaments.scoring.progress import PadNow, RoundPage, is_over
from tournaments.words import called, said

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.engine.words import Words
    from rulesets.formats import Format
    from tournaments.events.cards import TableCard
    from tournaments.models import Seating
    from tournaments.scoring.pad import Line, Pad

StepCode = Literal[
    "people", "draw", "publish", "enter", "wait", "roll", "final", "draw_next", "finish", "finished"
]


@dataclass(frozen=True, slots=True)
class NextStep:
    """What the host can do next; `reasons` say why not yet, one sentence each. `pad`: of which
    pad the step is."""

    code: StepCode
    text: str
    reasons: tuple[str, ...] = ()
    pad: Pad | None = None


def before_play(
    event: Event, form: Format, entered: tuple[int, int], *, draft: int, begun: bool
) -> NextStep | None:
    """The steps that are alike in every format; None once play goes on. `entered`: people, and
    those of them who have no role yet. `draft`: the set of the seats that are drawn."""
    people, unmarked = entered
    if event.state == Event.State.FINISHED:
        return NextStep("finished", _("The evening is over."))
    if draft and form.lasts:
        return NextStep("publish", _("Look at the seats and begin"))
    if draft:
        return NextStep("publish", _("Show the seats of set {set}").format(set=draft))
    if not begun and people < (form.game.plays.players[0] if form.lasts else form.width):
        return NextStep("people", _("Enter the people who play"))
    if not begun and unmarked:
        text = _("Mark everybody’s team") if form.lasts else _("Mark everybody’s role")
        return NextStep("people", text)
    if not begun:
        return NextStep("draw", _("Draw the seats") if form.lasts else _("Draw the first seats"))
    return None


def of_sets(form: Format, seating: Seating, cards: Sequence[TableCard]) -> NextStep:
    """After a set the next one is drawn; the last one ends the evening."""
    blocked = _blocked(cards)
    if seating.set_number == form.seatings:
        return NextStep("wait" if blocked else "finish", _("Finish the evening"), blocked)
    text = _("Draw the seats of set {set}").format(set=seating.set_number + 1)
    return NextStep("wait" if blocked else "draw_next", text, blocked)


def of_boards(
    found: tuple[Pad, ...], shown: RoundPage | None, cards: tuple[PadNow, ...]
) -> NextStep:
    """Boards that last are played to their end: the room's (`shown`: its round), or the tables'."""
    waits = _agreements(found)
    if is_over(found):
        return NextStep("wait" if waits else "finish", _("Finish the evening"), waits)
    if shown is not None:
        return _room_step(found[0], shown, waits)
    return _table_step(found, cards, waits)


def _blocked(cards: Sequence[TableCard]) -> tuple[str, ...]:
    reasons = []
    for card in sorted(cards, key=lambda card: card.number):
        missing = card.missing
        if missing:
            text = ngettext(
                "Table {table}: one hand is missing.",
                "Table {table}: {missing} hands are missing.",
                missing,
            )
            reasons.append(text.format(table=card.number, missing=missing))
        elif card.tied:
            text = _("Table {table}: a tie, and the cut is missing.")
            reasons.append(text.format(table=card.number))
        if card.agreement:
            text = _("Table {table}: an override waits for another player’s agreement.")
            reasons.append(text.format(table=card.number))
    return tuple(reasons)


def _room_step(pad: Pad, shown: RoundPage, waits: tuple[str, ...]) -> NextStep:
    """Who has not called out yet."""
    names = [
        _("{number}: {names}").format(number=row.number, names=_(" – ").join(row.names))
        for row in shown.rows
        if row.state == "missing"
    ]
    if not names and not waits:
        text = _("Round {number} waits until both teams have somebody to play it")
        return NextStep("roll", text.format(number=shown.number + 1), (), pad)
    text = ngettext(
        "Round {number}: waiting for {count} couple",
        "Round {number}: waiting for {count} couples",
        len(names),
    ).format(number=shown.number, count=len(names))
    return NextStep("wait", text, (*names, *waits), pad)


def _table_step(
    found: tuple[Pad, ...], cards: tuple[PadNow, ...], waits: tuple[str, ...]
) -> NextStep:
    """Which tables play on, or that the last ones meet."""
    going = [card for card in cards if card.pad.ending is None]
    if not going and not waits:
        return NextStep("final", _("Seat the final table"))
    if len(going) == 1 and not waits:
        text = going[0].entering
        if len(found) > 1 and not going[0].pad.playable:
            text = _("{table}: {step}").format(table=going[0].title, step=text)
        elif len(found) > 1:
            text = _("{table}: enter {deal}").format(
                table=going[0].title, deal=called(going[0].pad.form).within(going[0].number)
            )
        return NextStep("enter", text, (), going[0].pad)
    text = ngettext("{count} table plays on", "{count} tables play on", len(going))
    reasons = [
        _("{table}: {deal}").format(
            table=card.title, deal=called(card.pad.form).within(card.number)
        )
        for card in going
    ]
    return NextStep("wait", text.format(count=len(going)), (*reasons, *waits))


def _agreements(found: tuple[Pad, ...]) -> tuple[str, ...]:
    """Overrides that wait for another player, each as a sentence."""
    text = _("{place}: an override waits for another player’s agreement.")
    return tuple(
        text.format(place=said(_place(pad, line, alone=len(found) == 1)))
        for pad in found
        for one in pad.rounds
        for line in one.lines
        if line.pending
    )


def _place(pad: Pad, line: Line, *, alone: bool) -> Words:
    """Where a report is: "Round 3, place 2"."""
    return pad.form.place(line.set_number, line.table_number, line.deal, alone=alone)
