"""Responses to the phones of tables: the page, its changing part under a tag by which a phone says
what it has, or JSON for the outbox."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass, replace
from functools import wraps
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpResponse, HttpResponseRedirect, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.access.decorators import is_host_with_link
from tournaments.access.selectors import former_mark, marked_link, signs_of_tables
from tournaments.boards.bells import bell_of
from tournaments.boards.by_keeping import ByKeeping
from tournaments.boards.deals import due_hand
from tournaments.cache.page_cache import Blanks
from tournaments.models import Event
from tournaments.models.errors import Refused
from tournaments.models.event_games import format_of
from tournaments.phones import agreement, contests, entry, head, moves
from tournaments.phones.blocks import Answer
from tournaments.phones.phone import phone_at, table_urls
from tournaments.report_forms.inputs import counts_cards
from tournaments.scores.sets import side_names
from tournaments.web.forms import message
from tournaments.web.labels import called
from tournaments.web.network import public_url

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest

    from rulesets.engine.problems import Problem
    from tournaments.access.decorators import View
    from tournaments.access.permissions import EventRequest
    from tournaments.boards.deals import Deal
    from tournaments.models import Report, Table
    from tournaments.models.errors import Conflict
    from tournaments.phones.blocks import Head
    from tournaments.phones.phone import Phone


def build(request: EventRequest, token: str, answer: Answer) -> dict[str, Any]:
    """The whole context of the page: what is always there, and the blocks."""
    event = request.event
    phone, layout = phone_at(request, token, answer), LAYOUTS(event)
    if phone is not None and answer.compare is not None and phone.is_playing:
        answer.both = contests.compare(phone, answer.compare)
    number = request.actor.table_number or 0
    blocks = layout.blocks(phone) if phone else {"head": head.head_before(format_of(event), number)}
    # What was sent for a deal that can no longer be entered is shown all the same.
    lost = answer.form if answer.form is not None and not blocks.get("entry") else None
    refusals = [_("Not accepted: {entry}.").format(entry=answer.sent)] if lost else []
    problems = (*answer.problems, *(lost.problems if lost else ()))
    return {
        "event": event,
        "token": token,
        "at": table_urls(token),
        "number": number,
        "answer": answer,
        "problems": [*refusals, *map(message, problems)],
        "go_on": _next_deal(phone, answer),
        "picks": counts_cards(event.game),
        "finished": event.state == Event.State.FINISHED,
        "untold": phone is not None and layout.lasts and phone.untouched,
        "called": called(format_of(event)),
        "lasts": layout.lasts,
        **blocks,
    }


def _next_deal(phone: Phone | None, answer: Answer) -> Deal | None:
    """The deal with which the table can go on instead of choosing between two answers."""
    if phone is None or answer.both is None or answer.both.deal is None:
        return None
    due = phone.due
    return due if due and due.number != answer.both.deal.number else None


def blocks_of_hands(phone: Phone) -> dict[str, Any]:
    """The blocks of a set whose hands stand by themselves and are accepted one by one; each is None
    or missing if there is nothing to show now."""
    board = phone.board
    entered = None if phone.is_finished else entry.hand_entry(phone)
    return _blocks(
        phone,
        head.set_head(board, entered),
        {
            "waiting": agreement.waiting_hands(phone, entered),
            "first_cut": entry.asks_cut(phone, entered),
            "entry": entered,
        },
        set=board.round_set,
        sides=side_names(board),
        ending=moves.ending_of(phone, None),
        moved=moves.moved_of(phone, is_told=True),
        seats=head.set_seats(phone.event, board, entered),
        outcome=moves.outcome_of(phone),
        hands=head.hands_so_far(phone),
    )


def blocks_of_room(phone: Phone) -> dict[str, Any]:
    """The blocks of a place in a room, which reports its part of a round."""
    entered = None if phone.is_finished else entry.couple_entry(phone)
    return _blocks(
        phone,
        head.room_head(phone),
        {
            "can_change": entry.can_change(phone, phone.due),
            "dealer_choice": entry.dealer_choice_of(phone) if phone.due else None,
            "entry": entered,
        },
        ending=moves.ending_of(phone, phone.board),
        moved=moves.room_moved(phone),
        score=head.board_score(phone),
        brought=head.brought_of(phone),
        **head.room_of(phone),
    )


def blocks_of_table(phone: Phone) -> dict[str, Any]:
    """The blocks of a table whose board lasts the evening."""
    ending = moves.ending_of(phone, phone.board)
    return _blocks_of_board(phone, ending=ending, is_own=True)


def blocks_of_set(phone: Phone) -> dict[str, Any]:
    """The blocks of a table that keeps a board for a set."""
    return _blocks_of_board(phone, ending=moves.ending_of(phone, None), is_own=False)


def _blocks_of_board(phone: Phone, **blocks: Any) -> dict[str, Any]:
    """The blocks of a table with a board of its own, and `blocks`."""
    seen = entry.seen_of(phone)
    entered = None if phone.is_finished else entry.table_entry(phone, seen)
    saved_last = agreement.saved_of(phone, seen)
    can_change = entry.can_change(phone, seen)
    played = phone.board.next_number - 1
    return _blocks(
        phone,
        head.board_head(phone),
        {
            "waiting": agreement.waiting_rounds(phone, seen),
            "saved": saved_last,
            "can_undo": saved_last is not None and phone.may_change(saved_last),
            "can_change": can_change,
            "can_withdraw": can_change and seen is not None and entry.can_withdraw(seen),
            "uncounted": entry.uncounted_of(phone),
            "dealer_choice": entry.dealer_choice_of(phone),
            "begun": entry.begun_of(entered),
            "entry": entered,
            "last": entry.last_of(phone, seen, entered),
        },
        is_pad=not phone.is_finished,
        successor=moves.successor_address(phone.event),
        players=len(phone.board.plays.playing(phone.board.state)),
        played=called(phone.board.format).within(played) if played else "",
        seen=seen,
        moved=moves.moved_of(phone, is_told=False),
        seats=head.board_seats(phone.board),
        score=head.board_score(phone),
        **blocks,
    )


def _blocks(phone: Phone, top: Head, questions: dict[str, Any], **blocks: Any) -> dict[str, Any]:
    """The blocks that every place has, and `blocks`; `questions` are asked only as long as the
    evening goes on."""
    over, named = phone.is_finished, head.name_division(phone, top)
    if not over:
        questions["bell"] = bell_of(phone.event, phone.board)
        questions["rulings"] = agreement.rulings_of(phone)
        questions["contested"] = contests.contested_of(phone)
        questions["settled"] = contests.settled_of(phone)
    return {
        "seated": True,
        "board": phone.board,
        "head": replace(named, summary="", note="", pot="") if over else named,
        "secret": phone.keeps_back,
        **blocks,
        **({} if over else questions),
    }


def hand_alone(phone: Phone, report: Report) -> Deal | None:
    """The hand that was reported, if all that it changes on the page of its table is what waits,
    the list of hands and the form, which goes on to the next one."""
    board, hands = phone.board, phone.hands
    hand = next(hand for hand in hands if hand.number == report.deal)
    due = due_hand(board, hands) if board.running else None
    if due is None or due.number < hand.number:
        return None
    length = board.format.length.of_set(board.set_number)
    begins = board.setup.first is None and sum(hand.report.revision > 0 for hand in hands) == 1
    is_new = report.revision == 1 and hand.state == "provisional"
    return hand if is_new and not (begins or length.bell or length.play_off) else None


def _no_hand(_phone: Phone, _report: Report) -> Deal | None:
    """Nothing: there are no hands of a set here."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The page of a place: its `blocks`, whether its board `lasts` the evening, and whether it
    `is_pad`, on which a table goes on with a board of its own while there is no network; the
    template in which guests see who sits where; and the hand of a report that moves a page on to
    the next hand `alone`, if there is one."""

    blocks: Callable[[Phone], dict[str, Any]]
    lasts: bool = False
    is_pad: bool = False
    seat_list: str = "phones/_seats_of_tables.html"
    alone: Callable[[Phone, Report], Deal | None] = _no_hand


LAYOUTS = ByKeeping(
    table=Layout(blocks_of_table, lasts=True, is_pad=True),
    set=Layout(blocks_of_set, is_pad=True),
    hands=Layout(blocks_of_hands, alone=hand_alone),
    room=Layout(blocks_of_room, lasts=True, seat_list="phones/_seats_of_couples.html"),
)


def both_values(
    request: EventRequest, number: int, *, table: Table, clash: Conflict, submitted: Any
) -> Answer:
    """Return the answer to a conflict (409): the stored value, the submitted one, and a choice."""
    both = contests.both_values(request, number, table=table, clash=clash, submitted=submitted)
    return Answer(number=number or None, both=both, status=409)


PART = "phones/_state.html"
_BLANKS = Blanks("token", "key", "tag")  # what differs in every answer


@dataclass(frozen=True, slots=True)
class StateFragment:
    """The changing part as it is sent, its tag, and the further context of a whole page."""

    text: SafeString
    tag: str
    context: dict[str, Any]

    @property
    def shows(self) -> str:
        """The half of the tag that depends on what is shown."""
        return self.tag.partition(".")[2]


def part(
    request: EventRequest, token: str, answer: Answer, *, is_page: bool = False
) -> StateFragment:
    """Build and render the changing part; for the whole page `is_page`, or for a page that is
    there already: it asks for the rounds in their fold itself. The link and its event come with the
    mark, or are read again, so that what is shown is never older than the mark says."""
    if request.link is None or not request.link.mark:
        look_anew(request, token)
    happened = happened_of(request, answer)
    context = build(request, token, answer)
    blank = {"key": _BLANKS["key"], "csrf_token": _BLANKS["token"], "tag": _BLANKS["tag"]}
    text: str = render_to_string(PART, context | blank, request=request)
    tag = f"{happened}.{_digest(text)}"
    own = {"key": secrets.token_urlsafe(18), "tag": tag}
    if _BLANKS["token"] in text:
        own["token"] = get_token(request)
    if score := context.get("score"):
        is_late = not is_page and bool(context.get("is_pad")) and answer.rounds is None
        text = score.fill_fold(text, is_late=is_late)
    return StateFragment(_BLANKS.fill(text, **own), tag, context)


def look_anew(request: EventRequest, token: str) -> None:
    """Read the link again, with its event and its mark. Raises Http404 if they are gone."""
    link = marked_link(token)
    if link is None:
        raise Http404
    request.link, request.event = link, link.event


def happened_of(request: EventRequest, answer: Answer) -> str:
    """The half of the tag that depends on the log, for a page that shows `answer`."""
    return _happened(request.link.mark if request.link is not None else "", answer)


def _happened(mark: str, answer: Answer) -> str:
    choice = answer.number or 0, answer.compare or 0, answer.rounds
    return _digest(f"{mark} {choice} {get_language()}")


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=9).hexdigest()


BY_PAGE = "of the page"  # stands for a token that the page itself puts in
PAGE, WAITING, HANDS = "phones/table.html", "phones/_waiting.html", "phones/_hands.html"
# In the header of an entry: its answer should contain the state of the table; or, where the page
# can go on to the next hand by itself, what a hand adds to it.
AND_STATE, AND_HAND = "state", "hand"


def saved(request: EventRequest, token: str, report: Report | None) -> HttpResponse:
    """Answer that a report is saved: JSON for the outbox, the fragment for htmx, else a redirect to
    the page.

    The outbox gets the new state of the table only if it asks for it, with the last entry that it
    sends: a room full of phones sends its results at once.
    """
    if is_outbox(request):
        document = {"saved": True, "key": key_of(request), "report": report.pk if report else None}
        asks = request.META["HTTP_X_OUTBOX"]
        hand = hand_added(request, token, report) if asks == AND_HAND and report else None
        if hand is not None:
            document["hand"] = hand
        elif asks in (AND_STATE, AND_HAND):
            document["fragment"] = part(request, token, Answer()).text
        return HttpResponse(json.dumps(document), content_type="application/json")
    if request.headers.get("HX-Request"):
        return show(request, token)
    return HttpResponseRedirect(reverse("table", args=(token,)), status=303)


def hand_added(request: EventRequest, token: str, report: Report) -> dict[str, Any] | None:
    """What a hand of a set adds to the page that sent it, and the page's next tag; None if more
    than that has changed since the page was made, or changes now."""
    version, answer = request.event.version, Answer()
    look_anew(request, token)
    if request.link is None or not request.link.mark.startswith(f"{version} "):
        return None  # it was saved before, or there is more news already
    former = former_mark(request.event, request.actor.table_number or 0, version)
    seen = request.META.get("HTTP_X_SEEN", "").partition(".")[0]
    phone = phone_at(request, token, answer) if seen == _happened(former, answer) else None
    hand = LAYOUTS(request.event).alone(phone, report) if phone is not None else None
    if phone is None or hand is None:
        return None
    board, waiting = phone.board, agreement.waiting_hand(phone, hand)
    context = {"one": waiting, "set": board.round_set, "at": phone.at, "csrf_token": BY_PAGE}
    added = {
        "tag": f"{happened_of(request, answer)}.",
        "waiting": render_to_string(WAITING, context),
    }
    if sum(each.report.revision > 0 for each in phone.hands) == 1:
        return added | {"hands": render_to_string(HANDS, {"hands": head.hands_so_far(phone)})}
    return added | {"row": head.hand_row(hand, phone.at.home), "sums": board.result.sums}


def show(request: EventRequest, token: str, answer: Answer | None = None) -> HttpResponse:
    """The page, its changing part, or JSON around that, as the request wants it."""
    answer = answer or Answer()
    in_page = is_outbox(request) or request.headers.get("HX-Request")
    fragment = part(request, token, answer, is_page=not in_page)
    if is_outbox(request):
        problems = answer.form.problems if answer.form else answer.problems
        document = {
            "saved": False,
            "key": key_of(request),
            "problems": [described(problem) for problem in problems],
            "fragment": fragment.text,
        }
        return JsonResponse(document, status=answer.status)
    if request.headers.get("HX-Request"):
        return HttpResponse(fragment.text, status=answer.status)
    context = fragment.context | {"part": fragment.text}
    context["address"] = public_url(request) + reverse("table", args=(token,))
    context["by_host"] = is_host_with_link(request)
    if context["by_host"] and request.event.state == Event.State.PLAYING:
        context["signs"] = signs_of_tables(request.event)
        context["join_address"] = public_url(request).partition("://")[2]
    context["others"] = request.link.others if request.link is not None else 0
    return render(request, PAGE, context, status=answer.status)


def refused(request: EventRequest, token: str, problems: tuple[Problem, ...]) -> HttpResponse:
    """The page with what was wrong. Status 422."""
    return show(request, token, Answer(problems=problems, status=422))


def shows_refusals(view: View) -> View:
    """A decorator: what a view is refused stands on the page (422)."""

    @wraps(view)
    def guarded(request: Any, token: str) -> HttpResponse:
        try:
            return view(request, token)
        except Refused as wrong:
            return refused(request, token, wrong.problems)

    return guarded


def answers_outbox(view: View) -> View:
    """A decorator: whatever a view answers to an entry of the outbox is sent as JSON with the
    entry's key. The phone takes any other answer for somebody else's, and goes on sending.

    It is outside access control, so that the refusal of a withdrawn code is sent so, too.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not is_outbox(request):
            return view(request, *args, **kwargs)
        try:
            response = view(request, *args, **kwargs)
        except Http404:
            response = HttpResponse(status=404)
        if response.headers["Content-Type"] == "application/json":
            return response
        reasons = {404: _("This page is no longer here."), 410: _("This link was withdrawn.")}
        why = (
            [{"message": reasons[response.status_code]}] if response.status_code in reasons else []
        )
        document = {"saved": False, "key": key_of(request), "problems": why}
        return JsonResponse(document, status=response.status_code)

    return guarded


def is_outbox(request: HttpRequest) -> bool:
    return "HTTP_X_OUTBOX" in request.META


def key_of(request: HttpRequest) -> str:
    """Return the key of the outbox entry of a request."""
    return request.POST.get("key", "")


def described(problem: Problem) -> dict[str, Any]:
    return {
        "code": problem.code,
        "severity": problem.severity,
        "message": message(problem),
        "at": list(problem.at),
    }
