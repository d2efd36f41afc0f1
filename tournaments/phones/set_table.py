"""A table of one set: its hands, who sits where, who won, and where everybody goes next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from tournaments.models import CUT
from tournaments.phones.blocks import (
    Both,
    Chair,
    CutQuestion,
    Entry,
    FirstDeal,
    Head,
    Moved,
    Outcome,
    Ruling,
    Seats,
    Told,
    Waiting,
)
from tournaments.phones.places import both_of, form_of
from tournaments.scoring.table_page import table_page

if TYPE_CHECKING:
    from tournaments.actors import EventRequest
    from tournaments.errors import Conflict
    from tournaments.models import Table
    from tournaments.phones.page import Answer
    from tournaments.scoring.deals import Deal
    from tournaments.scoring.table_page import TablePage


def blocks(request: EventRequest, number: int, _token: str, answer: Answer) -> dict[str, Any]:
    """What the page of a table shows; nothing before the first seats."""
    page = table_page(request.event, number)
    if page is None:
        return {"head": Head(_("Table {number}").format(number=number))}
    told = {"number": page.set_number, "of": page.sets_total}
    hand = entered_hand(page, answer.number)
    untouched = not any(one.line.report_id for one in page.hands)
    before = _before(request, page) if untouched else None
    changing = hand is not None and hand.line.report_id is not None
    first = page.first_dealer is None and untouched and hand is not None
    unaccepted = [one for one in page.hands if one.state == "provisional"]
    return {
        "head": Head(
            _("Table {number}").format(number=number),
            page.set_name,
            _("set {number} of {of}").format(**told),
        ),
        "seated": True,
        "moved": before,
        "rulings": [_ruling(request, page, one) for one in page.hands if one.line.pending],
        "waiting": [_waiting(page, one) for one in unaccepted if not changing or one is not hand],
        "outcome": _outcome(page) if page.complete or page.closed else None,
        "first_deal": _first_deal(page) if first else None,
        "entry": _entry(page, hand, answer) if hand is not None else None,
        "seats": _seats(page, hand) if hand is not None else None,
        "line": page.line,
        "hands": () if untouched else page.hands,
        "sums": tuple(zip((chair.name for chair in page.chairs), page.sums, strict=False)),
        "closed": page.closed,
        "marks": (page.marks, before),
    }


def entered_hand(page: TablePage, deal: int | None) -> Deal | None:
    """The hand that the form is for: the one asked for, while it may be changed, or the next."""
    if page.closed or page.finished:
        return None
    if deal is not None:
        asked = next((one for one in page.hands if one.number == deal), None)
        if asked is not None and not asked.accepted:
            return asked
    return page.hand


def _before(request: EventRequest, page: TablePage) -> Moved | None:
    """What the set before has led to; None once something is in."""
    if page.set_number == 1 or page.closed:
        return None
    before = table_page(request.event, page.number, page.set_number - 1)
    if before is None or not before.moves:
        return None
    title = _("After {name}").format(name=before.set_name)
    return Moved(title, before.result_text, tuple(move.text for move in before.moves))


def _told(page: TablePage, score: str) -> Told:
    return Told(_sides(page) or tuple(chair.name for chair in page.chairs), score)


def _sides(page: TablePage) -> tuple[str, ...]:
    """The names of the two sides; empty without partners."""
    if not page.partners:
        return ()
    return tuple(
        _(" & ").join(chair.name for chair in page.chairs if chair.side == side) for side in (0, 1)
    )


def _ruling(request: EventRequest, page: TablePage, hand: Deal) -> Ruling:
    people = [(chair.entry_id, chair.name) for chair in page.chairs]
    return Ruling(
        hand.line.pending_id or 0,
        hand.label,
        _told(page, hand.pending_said),
        "",
        tuple(one for one in people if one[0] != request.event.scorekeeper_id),
    )


def _waiting(page: TablePage, hand: Deal) -> Waiting:
    question = _("{hand}: other side, do you agree?").format(hand=hand.label)
    reports = (hand.line.report_id or 0,)
    return Waiting(hand.number, hand.label, question, _told(page, hand.said), reports)


def _entry(page: TablePage, hand: Deal, answer: Answer) -> Entry:
    form = answer.form or form_of(hand, payload=hand.line.payload if answer.number else None)
    if answer.form is not None:
        form.name_people(hand.roster)
    changing = hand.line.report_id is not None
    title = _("Change hand {number}") if changing else _("Hand {number} of {of}")
    return Entry(
        form,
        hand.number,
        page.set_number,
        hand.line.revision,
        hand.label,
        title.format(number=hand.number, of=len(page.hands)),
        beside=_dealer_words(page, hand),
        sign=hand.trump_key,
        sign_words=hand.trump,
        is_change=changing,
        written=hand.said,
        author=hand.line.author,
        later=tuple(
            {"deal": one.number, "trump": one.trump, "seen": one.line.revision}
            for one in page.hands
            if one.number > hand.number and one.line.report_id is None
        ),
    )


def _dealer_words(page: TablePage, hand: Deal) -> str:
    if hand.dealer is None or hand.leader is None:
        return ""
    deals, leads = page.chairs[hand.dealer].name, page.chairs[hand.leader].name
    told = (_("{name} deals.").format(name=deals), _("{name} leads.").format(name=leads))
    return " ".join(told)


def _first_deal(page: TablePage) -> FirstDeal:
    alike = _("Partners sit across from each other, marked alike.")
    alone = _("No partners in this set: everybody plays alone.")
    choices = tuple((chair.index, chair.name) for chair in page.chairs)
    return FirstDeal(choices, page.set_number, cut=True, help=alike if page.partners else alone)


def _seats(page: TablePage, hand: Deal) -> Seats:
    chairs = tuple(
        Chair(chair.index, chair.name, chair.compass, chair.role_name, chair.side, chair.seated)
        for chair in page.chairs
    )
    return Seats(chairs, hand.dealer)


def _outcome(page: TablePage) -> Outcome:
    """Who won the set, or who has to cut, and what comes next."""
    last = page.set_number == page.sets_total
    settled, after, waits = "", "", False
    if page.cut.given:
        settled = _("Settled by a draw.") if page.cut.drawn else _("Settled by cutting.")
    if page.finished:
        after = _("The evening is over. Thank you for playing!")
    elif last:
        after = _("That was the last set. The results come on the wall screen.")
    elif not page.moves:
        waits = True
        after = _(
            "Stay seated: where everybody goes next appears here as soon as all tables are done."
        )
    return Outcome(
        _("{name} is played").format(name=page.set_name),
        "" if page.finished and page.cut.needed else page.result_text,
        settled,
        tuple(move.text for move in page.moves),
        "" if page.moves else after,
        waits,
        _cut(page) if page.cut.needed and not (last or page.closed or page.finished) else None,
    )


def _cut(page: TablePage) -> CutQuestion:
    """Those who cut, by role: one of each group is to be named (or so many of them all)."""
    cutting = [chair for chair in page.chairs if chair.index in page.cut.chairs]
    roles = list(dict.fromkeys(chair.role for chair in cutting))
    several = _("Highest {number}").format(number=page.cut.pick)
    groups = [(several, page.cut.pick == 1, tuple((one.index, one.name) for one in cutting))]
    if len(roles) == page.cut.pick:
        groups = []
        for role in roles:
            mine = [chair for chair in cutting if chair.role == role]
            title = _("Highest {role}").format(role=mine[0].role_name)
            groups.append((title, True, tuple((one.index, one.name) for one in mine)))
    return CutQuestion(page.set_number, page.cut.revision, tuple(groups))


def both_values(
    request: EventRequest, number: int, *, table: Table, clash: Conflict, submitted: Any
) -> Both | None:
    """A lost race about a hand, or about the cut (number 0)."""
    set_number = table.seating.set_number
    page = table_page(request.event, table.number, set_number)
    if number != CUT:
        hands = page.hands if page else ()
        hand = next((one for one in hands if one.number == number), None)
        return both_of(hand, clash, submitted, agreed=hand.accepted) if hand else None
    names = {chair.index: chair.name for chair in page.chairs} if page else {}

    def words(payload: dict[str, Any] | None) -> str:
        if payload is None:
            return _("withdrawn")
        chairs = payload.get("cut") or payload.get("winners") or ()
        return _(" and ").join(names[chair] for chair in sorted(chairs) if chair in names)

    return Both(
        title=_("Two phones, two answers"),
        label="",
        number=number,
        set_number=set_number,
        current=words(clash.current.payload),
        author=clash.current.author,
        revision=clash.current.revision,
        submitted=words(submitted),
    )
