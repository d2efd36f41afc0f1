"""Reports of hands and rounds: reported, corrected, withdrawn, in one way for all games; and who
deals.

A report is never changed: a correction is its next revision, a withdrawal a revision without
values. Later rounds are replayed after it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError
from django.utils.translation import gettext as _

from tournaments.access.permissions import refuse_foreign
from tournaments.boards.board_reading import changed_rounds, is_open, roster_of
from tournaments.boards.deal_reports import report_at, standing
from tournaments.boards.drive import leads
from tournaments.boards.hall import Hall, deal_of
from tournaments.boards.seatings import discard
from tournaments.boards.table_rows import board_rows, table_row
from tournaments.log.steps import EventTransaction, Step, event_transaction, register
from tournaments.models import CUT, Acceptance, Event, Report, Table
from tournaments.models.errors import Conflict, Refused, refusal
from tournaments.models.event_games import format_of
from tournaments.reports import disputes, report_effects, rivals
from tournaments.reports.judging import (
    REASON_LENGTH,
    JudgedReport,
    cleaned,
    judge,
    later_refusal,
)
from tournaments.reports.report_effects import settle
from tournaments.reports.report_steps import describe_report, log_report, phones_table, where
from tournaments.reports.revisions import (
    LockedDeal,
    find_same_report,
    find_settled,
    locked_deal,
    lost_race,
    refuse_agreed,
    refuse_withdrawal,
    statements_for,
    stored_report,
)
from tournaments.web.labels import called
from tournaments.web.wording import translate as in_words

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from tournaments.access.permissions import Actor
    from tournaments.boards.deal_reports import DealReport
    from tournaments.boards.deals import Deal
    from tournaments.log.steps import Params


__all__ = ["JudgedReport", "is_open", "keep", "report", "withdraw"]
KEY_LENGTH = 64
SEEDS = 10**6  # how many different draws of a dealer there are
Judged = tuple[JudgedReport, "Deal | None"]  # what may be saved, and its deal (None: it is a cut)


def report(
    *,
    table: Table,
    deal: int,
    payload: Mapping[str, Any],
    actor: Actor,
    key: str,
    seen: int,
    confirmed: Collection[str] = (),
    reason: str = "",
    override: bool = False,
    reseat: bool | None = None,
    is_choice: bool = False,
    settles: Collection[int] = (),
) -> Report:
    """Save a table's report of a hand or a round (`deal` counts from 1; a couple's is 1), and
    return it.

    `table` comes with its seating and event, `payload` is by chair. `key` is made by the client:
    the same key again returns the same report. `seen` is the newest revision that the form showed
    (0: none): if there is a newer one with other values, Conflict is raised; with the same values,
    that one is returned. `confirmed` are codes of warnings that were confirmed. An `override` (host
    or scorekeeper, with a reason) saves a report that breaks a rule; if the scorekeeper plays and
    leads, it waits for another player's agreement. What comes before the hand (bids) may come
    alone; the rest follows as a further revision. The desk may send {"away": True} for a couple
    that does not play the round. A correction at the desk says whether the seats that follow from
    it are drawn again (`reseat`) or stay, and which objections (ids) it `settles`. `is_choice`: it
    was chosen between two answers. Raises Conflict, or Refused with all problems (if they are only
    warnings: ask, and send again with their codes).
    """
    if reseat is not None:
        refuse_correction(actor, reason)
    judged = make_judge(
        table, deal, payload, actor, confirmed=confirmed, reason=reason, override=override
    )
    effect = ReportEffect(reseat=reseat, is_choice=is_choice, settles=tuple(settles))
    return keep(table, deal, payload, actor, key, seen, judged, effect)


@dataclass(frozen=True, slots=True)
class ReportEffect:
    """What saving a report does besides: whether seats that follow from it are drawn again (None:
    it is no correction), whether it was chosen between two answers, and which objections (ids) it
    settles."""

    reseat: bool | None = None
    is_choice: bool = False
    settles: tuple[int, ...] = ()


def make_judge(
    table: Table, deal: int, payload: Mapping[str, Any], actor: Actor, **ruling: Any
) -> Callable[[], Judged]:
    """A function that judges a report inside its transaction; to be made before the transaction.

    A hand that stands by itself is judged at once: nothing that others write can change the
    judgement, and the transaction is shorter.
    """
    event = table.seating.event
    known = event.version, event.changed

    def judged() -> Judged:
        found = deal_of(table, deal, Hall.before(event, *known))
        return judge(found, payload, actor, **ruling), found

    return at_once(judged) if format_of(event).apart else judged


def at_once(judged: Callable[[], Judged]) -> Callable[[], Judged]:
    """Call `judged` now; return a function that returns or raises the same."""
    try:
        found = judged()
    except Refused as refused:
        problems = refused.problems

        def refuse() -> Judged:
            raise Refused(problems)

        return refuse
    return lambda: found


def keep(
    table: Table,
    deal: int,
    payload: Mapping[str, Any],
    actor: Actor,
    key: str,
    seen: int,
    judged: Callable[[], Judged],
    effect: ReportEffect = ReportEffect(),
) -> Report:
    """Judge and save a report in a transaction of its own. What says otherwise than a newer one is
    noted beside it before Conflict is raised."""
    refuse_foreign(table, actor)
    check_key(key)
    event = table.seating.event
    try:
        with event_transaction(event, actor, statements_for(table, deal)) as step:
            kept = keep_in(step, table, deal, payload, actor, key, seen, judged)
            if kept.is_new:
                more = seats_after(kept, effect.reseat) | kept.settle(step, actor, effect)
                kept.tell(step, **more)
            elif effect.reseat and kept.report.key != key:
                raise report_effects.refused()
            report = kept.report
    except IntegrityError:
        report = lost_race(table, deal, cleaned(payload), key)
    except Conflict:
        same = note_rival(table, deal, actor, key, judged)
        if same is None:
            raise
        return same
    else:
        if not kept.is_new:
            rivals.drop_answer(report=report, actor=actor)
    return report


def note_rival(
    table: Table, deal: int, actor: Actor, key: str, judged: Callable[[], Judged]
) -> Report | None:
    """Note a report that came too late beside the newest one, unless the same phone sent that, or
    it could not be played. Returns the newest report if that says the same by now."""
    event = table.seating.event
    with event_transaction(event, actor, statements_for(table, deal)) as step:
        newest = locked_deal(step, table, deal, key).report
        try:
            payload = judged()[0].payload
            refuse_closed(event, table, actor, locked_deal(step, table, deal, key))
        except Refused:
            return None
        if newest.newest_payload is None or payload is None:
            return None
        if newest.newest_payload == payload:
            return stored_report(newest)
        if not (actor.device and actor.device == newest.device):
            rivals.add_rival(step, table, deal, payload, actor, key)
    return None


@dataclass(frozen=True, slots=True)
class SavedReport:
    """A report inside its transaction: what it says, where, and what was there before. `is_new`: it
    was added in this transaction and needs a log entry; `is_saved`: it is agreed because it was
    saved."""

    report: Report
    locked: LockedDeal
    judged: JudgedReport
    deal: Deal | None = None
    is_new: bool = True
    is_saved: bool = False

    def settle(self, step: EventTransaction, actor: Actor, effect: ReportEffect) -> dict[str, Any]:
        """Settle the other answers and the objections that the report settles; the ids of both, for
        the log."""
        before = self.locked.report
        if before.newest_id is None:
            return {}
        chosen = actor.at_desk or effect.is_choice
        completes = _completes(self.judged, self.deal)
        agreed = step.event.saved_is_agreed
        over = rivals.follow_report(
            step, self.report, before, is_choice=chosen, replaces=not (completes or agreed)
        )
        return over | disputes.settle(self.report, effect.settles)

    def tell(self, step: EventTransaction, **more: Any) -> None:
        """Settle what follows from the report, and write its log entry."""
        before, deal, judged = self.locked.report.payload, self.deal, self.judged
        if deal is not None and not deal.form.apart:
            more |= followed_by(step.event, self.report, deal, judged)
            if deal.report.is_open and judged.payload is not None and not judged.is_open:
                before = None  # what came before the hand is no result
        log_report(step, self.report, before, saved=self.is_saved, **more)


def keep_in(
    step: EventTransaction,
    table: Table,
    deal: int,
    payload: Mapping[str, Any],
    actor: Actor,
    key: str,
    seen: int,
    judged: Callable[[], Judged],
) -> SavedReport:
    """Judge and save a report inside the caller's transaction. Raises Refused or Conflict."""
    locked = locked_deal(step, table, deal, key)
    before = locked.report
    known = find_same_report(locked, cleaned(payload), actor)
    if known is not None:
        return SavedReport(known, locked, JudgedReport(known.payload), is_new=False)
    if before.newest_payload != cleaned(payload):
        refuse_closed(step.event, table, actor, locked)
    said, found = judged()
    again = find_settled(locked, said, before.revision if _completes(said, found) else seen)
    if again is not None:
        return SavedReport(again, locked, said, found, is_new=False)
    refuse_agreed(locked, actor)
    refuse_closed(step.event, table, actor, locked)
    # Nothing depends on the first report of a hand that stands by itself.
    alone = found is not None and found.form.apart
    last = before.newest_id is None and alone and not actor.at_desk
    made = add(step, table, said, actor, key, before, last=last)
    saved = agrees_by_saving(step.event, said, actor)
    return SavedReport(made, locked, said, found, is_saved=saved)


def withdraw(*, table: Table, deal: int, actor: Actor, reason: str, seen: int, key: str) -> Report:
    """Withdraw a report (a revision without values), and return that revision. The desk has to give
    a reason.

    A table cannot withdraw what later rounds depend on. Raises Refused or Conflict.
    """
    refuse_foreign(table, actor)
    nothing = JudgedReport(None, reason=withdrawal_reason(actor, reason))
    check_key(key)
    event = table.seating.event
    shown = event.version, event.changed
    try:
        with event_transaction(event, actor, statements_for(table, deal)) as step:
            locked = locked_deal(step, table, deal, key)
            known = find_same_report(locked, None, actor)
            if known is not None:
                return known
            refuse_closed(event, table, actor, locked)
            refuse_withdrawal(locked, seen)
            refuse_agreed(locked, actor)
            found = None if deal == CUT else deal_of(table, deal, Hall.before(event, *shown))
            if found is not None and not actor.at_desk:
                refuse_standing(found)
            made = add(step, table, nothing, actor, key, locked.report)
            kept = SavedReport(made, locked, nothing, found)
            kept.tell(step, **seats_after(kept, None), **kept.settle(step, actor, ReportEffect()))
            return made
    except IntegrityError:
        return lost_race(table, deal, None, key)


def undo_report(*, table: Table, deal: int, undone: int, actor: Actor, key: str) -> Report:
    """Undo the report with that id, the last one saved at a table: what counted before it counts
    again, as a further revision. The same key again returns the same report.

    Raises Refused once anything has been saved after it, or somebody else has accepted it; Conflict
    if the deal was changed meanwhile.
    """
    refuse_foreign(table, actor)
    check_key(key)
    event = table.seating.event
    shown = event.version, event.changed
    try:
        with event_transaction(event, actor, statements_for(table, deal)) as step:
            locked = locked_deal(step, table, deal, key)
            before = locked.report
            if locked.same_key is not None:
                return stored_report(locked.same_key)
            if before.newest_id is None:
                raise refusal("report.none", "There is nothing to withdraw.")
            if before.newest_id != undone:
                raise Conflict(before, None)
            refuse_closed(event, table, actor, locked)
            refuse_agreed(locked, actor)
            if Report.objects.filter(table=table, pk__gt=undone).exists():
                raise refusal("undo.late", "More has been saved since then. Change it instead.")
            found = deal_of(table, deal, Hall.before(event, *shown))
            said = _former_report(found, report_at(table, deal, before.revision))
            made = add(step, table, said, actor, key, before)
            saved = agrees_by_saving(event, said, actor)
            kept = SavedReport(made, locked, said, found, is_saved=saved)
            settled = kept.settle(step, actor, ReportEffect(is_choice=True))
            kept.tell(step, **seats_after(kept, None), **settled)
            return made
    except IntegrityError:
        newest = Report.objects.filter(table=table, deal=deal).order_by("-revision").first()
        if newest is None:
            raise
        return newest


def _former_report(deal: Deal, former: DealReport) -> JudgedReport:
    """The report before the newest revision; it was judged then."""
    payload = former.payload
    if payload is None:
        return JudgedReport(None)
    opens = is_open(deal.plays, deal.before, payload)
    return JudgedReport(payload, former.allowed, reason=former.reason, is_open=opens)


def refuse_standing(deal: Deal) -> None:
    """Refuse to withdraw what later rounds depend on."""
    if not deal.later:
        return
    board = deal.board
    broken, _mended = changed_rounds(board, deal.board_if(None), deal.number)
    if broken:
        raise later_refusal(board, broken)


def _completes(judged: JudgedReport, deal: Deal | None) -> bool:
    """Whether a report repeats what was answered before the hand, and adds the rest."""
    if deal is None or not deal.report.is_open:
        return False
    early, now = deal.report.payload or {}, judged.payload or {}
    return not judged.is_open and early.items() <= now.items()


def add(
    step: EventTransaction,
    table: Table,
    judged: JudgedReport,
    actor: Actor,
    key: str,
    before: DealReport,
    *,
    last: bool = False,
) -> Report:
    """Add the next revision of a deal and return it. Entries of the host and the scorekeeper count
    as accepted. `last`: nothing but the log entry follows in this transaction."""
    waits = judged.override and actor.at_desk and _scorekeeper_leads(step.event)
    values = {
        "deal": before.deal,
        "revision": before.revision + 1,
        "payload": judged.payload,
        "author": actor.label[:80],
        "link_id": actor.link_id,
        "reason": judged.reason,
        "overrode": list(judged.overrode),
        "needs_agreement": waits,
        "key": key,
        "device": actor.device,
    }
    made = step.rows.add_report(table, values, last=last)
    if actor.at_desk and not waits and not judged.is_open and judged.payload is not None:
        Acceptance.objects.create(report=made, by=actor.label)
    elif agrees_by_saving(step.event, judged, actor):
        step.rows.agree_by_saving(made, actor.label)
    return made


def agrees_by_saving(event: Event, judged: JudgedReport, actor: Actor) -> bool:
    """Whether saving a report is agreeing to it: if the table keeps a board that everybody there
    sees and no other phone has it open, or if the host wants it so."""
    form = format_of(event)
    own = form.keeps_boards and actor.kind == "table"
    if not own or judged.is_open or judged.payload is None:
        return False
    return actor.is_only_phone or event.saved_is_agreed


def seats_after(saved: SavedReport, reseat: bool | None) -> dict[str, Any]:
    """Draw the seats again that followed from the former report, or discard a draft of them, unless
    they are to stay (`reseat` false); returns params for the log. Inside a transaction.

    A first report of a hand cannot meet a draft: a draw waits for every hand.
    """
    made, locked, table = saved.report, saved.locked, saved.report.table
    if reseat:
        return {"reseated": report_effects.reseat(table, made.deal, locked.report.payload)}
    first = locked.report.newest_id is None and made.deal != CUT
    if reseat is not None or first or table.seating.set_number != locked.set_number:
        return {}
    gone = discard(table.seating.event)
    return {} if gone is None else {"discarded": gone}


def followed_by(event: Event, made: Report, deal: Deal, judged: JudgedReport) -> dict[str, Any]:
    """Settle what follows from a report of a deal of this board; returns params for the log, with
    the report and the one before it in words."""
    board, number, table_number = deal.board, deal.number, deal.report.table_number
    after = deal.board_if(judged.payload, judged.overrode)
    counts = board if made.needs_agreement else after
    more = settle(event, made, (counts,))
    if old := describe_report(board, number, table_number):
        more["old"] = old
    if text := describe_report(after, number, table_number):
        more["text"] = text
    if counts.ending is not None and board.ending is None:
        more["ending"] = in_words(counts.ending.words)
    return more


def refuse_closed(event: Event, table: Table, actor: Actor, locked: LockedDeal) -> None:
    """Refuse reports for seats that are not in play. Inside a transaction."""
    if event.state != Event.State.PLAYING:
        raise refusal("event.not_playing", "The event is not in play.")
    number = table.seating.set_number
    if table.pk is None or number > locked.set_number:
        raise refusal("seats.replaced", "The seats of this set were changed. Reload the page.")
    if number == locked.set_number:
        if table.seating_id != locked.seating_id:
            raise refusal("seats.replaced", "The seats of this set were changed. Reload the page.")
    elif not actor.at_desk:
        raise refusal("set.over", format_of(event).over_text, set=number)


def refuse_correction(actor: Actor, reason: str) -> None:
    """Refuse a correction by a table, or without a reason."""
    if not actor.at_desk:
        raise refusal("correct.desk", "Only the host or a scorekeeper can correct results.")
    if not reason.strip():
        raise refusal("reason.missing", "Write down why it is being corrected.", "reason")


def check_key(key: str) -> None:
    """Refuse a key that cannot be stored."""
    if not key or len(key) > KEY_LENGTH:
        raise refusal("key.wrong", "This entry cannot be told apart from others. Reload the page.")


def withdrawal_reason(actor: Actor, reason: str) -> str:
    """The cleaned reason. Raises Refused if the desk gives none."""
    reason = " ".join(reason.split())[:REASON_LENGTH]
    if actor.at_desk and not reason:
        raise refusal("reason.missing", "Write down why it is being withdrawn.", "reason")
    return reason


def _scorekeeper_leads(event: Event) -> bool:
    return event.scorekeeper_id is not None and leads(event, event.scorekeeper_id)


def draw_first_dealer(*, table: Table, actor: Actor, key: str) -> None:
    """Draw who deals first, everybody with the same chance. The log keeps the seed, so that anybody
    can check the draw; with the same key again, nothing changes."""
    check_key(key)
    event = table.seating.event
    plays = format_of(event).game.plays
    if event.log.filter(code="dealer.set", params__key=key).exists():
        return
    several = len(plays.side_names) if plays.dealers == "side" else table.seats.count()
    if plays.dealers == "none" or not several:
        raise refusal("dealer.chair", "Choose who deals.", "first")
    seed = secrets.randbelow(SEEDS)
    first = Random(seed).randrange(several)  # noqa: S311 - it is to be repeated
    set_dealer(table=table, chair=first, actor=actor, key=key, seed=seed)


def set_dealer(
    *, table: Table, chair: int, actor: Actor, key: str = "", seed: int | None = None
) -> None:
    """Save who deals: a chair, or a team (0 or 1) if teams deal. `seed`: it was drawn with it.

    Until a result is in, this is who deals first. Later it is who deals the next round, and the
    deal passes on from there; Refused where the game or the number of a round says who deals. The
    same key again changes nothing.
    """
    event = table.seating.event
    form = format_of(event)
    plays = form.game.plays
    team = plays.dealers == "side"
    refuse_foreign(table, actor)
    with event_transaction(event, actor) as step:
        if event.state == Event.State.FINISHED:
            raise refusal("event.finished", "The event is finished.")
        known = event.log.filter(code="dealer.set", params__key=key, params__chair=chair)
        if key and known.exists():
            return
        several = len(plays.side_names) if team else table.seats.count()
        if plays.dealers == "none" or not 0 <= chair < several:
            raise refusal("dealer.chair", "Choose who deals.", "first")
        passes_on = form.dealer(chair, 1) is None  # else the number of the deal says who deals
        if not passes_on or not _is_late(event, table, team=team):
            after = 0
        else:
            after = _rounds_before(event, table, chair, seed)
        row = Table.objects.only("first_dealer", "dealers").get(pk=table.pk)
        before = dict(row.dealers).get(after) if after else row.first_dealer
        if before == chair and seed is None:
            return
        told = where(table) | {"chair": chair, "name": _dealer_name(event, table, chair)}
        told["only_table"] = phones_table(table)
        if after:
            _keep_dealer(row, after, chair)
        else:
            tables = Table.objects.filter(seating=table.seating)
            (tables if team else tables.filter(pk=table.pk)).update(first_dealer=chair)
            table.first_dealer = chair
        if not passes_on:  # beside the course of the evening, see `Step.is_aside`
            step.log("dealer", **told)
            return
        told |= {"id": table.pk, "before": before, "team": team}
        told |= {"after": after} if after else {}
        told |= {"key": key} if key else {}
        step.log("dealer.set", **told, **({} if seed is None else {"seed": seed}))


def _is_late(event: Event, table: Table, *, team: bool) -> bool:
    """Whether the deal has already passed on because something was reported."""
    ours = Report.objects.filter(table__seating__event=event)
    if team:
        return table.seating.set_number > 1 or standing(ours).exists()
    return standing(ours.filter(table=table)).exists()


def _rounds_before(event: Event, table: Table, chair: int, seed: int | None) -> int:
    """How many rounds come before the one that is dealt now, at a table that has reported
    something. Raises Refused if it cannot choose who deals, or lots were drawn (`seed`)."""
    text = "There is already a result, so the deal has moved on."
    if not format_of(event).passes_deal or seed is not None:
        raise refusal("dealer.late", text, "first")
    board = next((one for one in Hall.now(event).boards if one.table_id == table.pk), None)
    if board is None or not (board.running and board.open):
        raise refusal("dealer.late", text, "first")
    if chair not in board.plays.playing(board.standing):
        raise refusal("dealer.chair", "Choose who deals.", "first")
    return board.next_number - 1


def _dealer_name(event: Event, table: Table, chair: int) -> str:
    """The name of the team that deals, or of who sits in the chair."""
    plays = format_of(event).game.plays
    if plays.dealers == "side":
        return roster_of(event, plays, board_rows(event))[0].side_names[chair]
    return table_row(table).names_at_end[chair]


def _keep_dealer(table: Table, after: int, chair: int | None) -> None:
    """Store who deals out of turn after that many rounds; None: nobody."""
    others = [change for change in table.dealers if change[0] != after]
    table.dealers = sorted(others if chair is None else [*others, [after, chair]])
    table.save(update_fields=["dealers"])


def _sentence(params: Params) -> str:
    if params.get("after"):
        return _("{name} deals {round}.")
    if "seed" in params:
        return _("Drawn (seed {seed}): {name} deals first.")
    return _("{name} deal first.") if params.get("team") else _("{name} deals first.")


def _round_words(event: Event, params: Params) -> dict[str, str]:
    return {"round": called(event).within(params.get("after", 0) + 1)}


def _can_undo(_event: Event, params: Params) -> bool:
    """Whether nothing that the dealer of a later round has dealt is reported."""
    later = Report.objects.filter(table=params["id"], deal__gt=params.get("after", 0))
    return not params.get("after") or not standing(later).exists()


def _undo(event: Event, params: Params, _actor: Actor) -> None:
    tables = Table.objects.filter(pk=params["id"])
    if params.get("after"):
        _keep_dealer(tables.get(), params["after"], params["before"])
        return
    if params["team"]:
        tables = Table.objects.filter(seating__event=event, seating__tables=params["id"])
    tables.update(first_dealer=params["before"])


register(
    Step("dealer", _sentence, has_place=True, is_aside=True),
    Step(
        "dealer.set",
        _sentence,
        words=_round_words,
        has_place=lambda params: not params.get("team"),
        undo=_undo,
        can_undo=_can_undo,
    ),
)
