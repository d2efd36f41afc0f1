"""Responses to the phones of tables: the page, its changing part under a tag by which a phone says
what it has, or JSON for the outbox."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass, replace
from functools import singledispatch, wraps
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpResponse, HttpResponseRedirect, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.access.decorators import is_host_with_link
from tournaments.access.selectors import marked_link
from tournaments.boards.bells import bell_of
from tournaments.boards.inputs import counts_cards
from tournaments.phones import agreements, contests, ending_context, entry_context, table_context
from tournaments.phones.blocks import Answer
from tournaments.phones.phone import BoardPhone, Phone, RoomPhone, SetPhone, phone_at
from tournaments.web.forms import message
from tournaments.web.labels import called
from tournaments.web.network import public_url

if TYPE_CHECKING:
    from django.http import HttpRequest

    from rulesets.engine.problems import Problem
    from tournaments.access.decorators import View
    from tournaments.access.permissions import EventRequest
    from tournaments.models import Report
    from tournaments.phones.blocks import Head


def build(request: EventRequest, token: str, answer: Answer) -> dict[str, Any]:
    """The whole context of the page: what is always there, and the blocks."""
    event = request.event
    phone = phone_at(request, token, answer)
    if answer.compare is not None and isinstance(phone, BoardPhone) and phone.is_playing:
        answer.both = contests.compare(phone, answer.compare)
    blocks = blocks_of(phone)
    # What was sent for a deal that can no longer be entered is shown all the same.
    lost = answer.form if answer.form is not None and not blocks.get("entry") else None
    refusals = [_("Not accepted: {entry}.").format(entry=answer.sent)] if lost else []
    problems = (*answer.problems, *(lost.problems if lost else ()))
    return {
        "event": event,
        "token": token,
        "at": phone.at,
        "number": phone.number,
        "answer": answer,
        "problems": [*refusals, *map(message, problems)],
        "picks": counts_cards(event.game),
        "finished": phone.is_finished,
        "untold": not phone.format.redraws and phone.untouched,
        "called": called(phone.format),
        **blocks,
    }


@singledispatch
def blocks_of(phone: Phone) -> dict[str, Any]:
    """The blocks of the page, each None or missing if there is nothing to show now; before the
    first seats only the head."""
    return {"head": table_context.head_before(phone)}


@blocks_of.register(SetPhone)
def blocks_of_set(phone: SetPhone) -> dict[str, Any]:
    """The blocks of a set whose hands stand by themselves and are accepted one by one."""
    page, entry = phone.page, None if phone.is_finished else entry_context.hand_entry(phone)
    return _blocks(
        phone,
        table_context.set_head(page, entry),
        {
            "waiting": agreements.waiting_hands(phone, entry),
            "first_cut": entry_context.asks_cut(phone, entry),
            "entry": entry,
        },
        set=page,
        moved=table_context.set_moved(phone),
        seats=table_context.set_seats(page, entry),
        cut_groups=table_context.cut_groups(page),
        hands=table_context.hands_of(phone),
    )


@blocks_of.register(RoomPhone)
def blocks_of_room(phone: RoomPhone) -> dict[str, Any]:
    """The blocks of a place in a room, which reports its part of a round."""
    entry = None if phone.is_finished else entry_context.couple_entry(phone)
    return _blocks(
        phone,
        table_context.room_head(phone),
        {
            "can_change": entry_context.can_change(phone, phone.deal),
            "dealer_choice": entry_context.dealer_choice_of(phone) if phone.deal else None,
            "entry": entry,
        },
        moved=table_context.room_moved(phone),
        score=table_context.board_score(phone),
        brought=table_context.brought_of(phone),
        **table_context.room_of(phone),
    )


@blocks_of.register(BoardPhone)
def blocks_of_board(phone: BoardPhone) -> dict[str, Any]:
    """The blocks of a table with a board of its own."""
    seen = entry_context.seen_of(phone)
    entry = None if phone.is_finished else entry_context.table_entry(phone, seen)
    saved_last = agreements.saved_of(phone, seen)
    can_change = entry_context.can_change(phone, seen)
    return _blocks(
        phone,
        table_context.board_head(phone),
        {
            "waiting": agreements.waiting_rounds(phone, seen),
            "saved": saved_last,
            "can_undo": saved_last is not None and phone.may_change(saved_last),
            "can_change": can_change,
            "can_withdraw": can_change and seen is not None and entry_context.can_withdraw(seen),
            "uncounted": entry_context.uncounted_of(phone),
            "dealer_choice": entry_context.dealer_choice_of(phone),
            "entry": entry,
            "last": entry_context.last_of(phone, seen, entry),
        },
        is_own=not phone.format.redraws,
        is_pad=not phone.is_finished,
        seen=seen,
        moved=table_context.board_moved(phone),
        seats=table_context.board_seats(phone.board),
        score=table_context.board_score(phone),
    )


def _blocks(
    phone: BoardPhone, head: Head, questions: dict[str, Any], **blocks: Any
) -> dict[str, Any]:
    """The blocks that every table has, and `blocks`; `questions` are asked only as long as the
    evening goes on."""
    over, named = phone.is_finished, table_context.name_division(phone, head)
    if not over:
        questions["bell"] = bell_of(phone.event, phone.board)
        questions["rulings"] = agreements.rulings_of(phone)
        questions["contested"] = contests.contested_of(phone)
    return {
        "seated": True,
        "board": phone.board,
        "head": replace(named, summary="", note="", pot="") if over else named,
        "ending": ending_context.ending_of(phone),
        "secret": phone.keeps_back,
        **blocks,
        **({} if over else questions),
    }


def both_values(request: EventRequest, number: int, **given: Any) -> Answer:
    """The answer of a conflict: the stored value, the one sent, and a choice."""
    both = contests.both_values(request, number, **given)
    return Answer(number=number or None, both=both, status=409)


PART = "phones/_state.html"
# Blanks for what differs in every answer; no text can contain them.
_TOKEN, _KEY, _TAG = (secrets.token_urlsafe(32) for _ in range(3))


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


def part(request: EventRequest, token: str, answer: Answer) -> StateFragment:
    """Build and render the changing part. The link and its event come with the mark, or are read
    again, so that what is shown is never older than the mark says."""
    if request.link is None or not request.link.mark:
        look_anew(request, token)
    happened = happened_of(request, answer)
    context = build(request, token, answer)
    blank = {"key": _KEY, "csrf_token": _TOKEN, "tag": _TAG}
    text: str = render_to_string(PART, context | blank, request=request)
    tag = f"{happened}.{_digest(text)}"
    own = {_KEY: secrets.token_urlsafe(18), _TAG: tag}
    if _TOKEN in text:
        own[_TOKEN] = get_token(request)
    for place, word in own.items():
        text = text.replace(place, word)
    return StateFragment(mark_safe(text), tag, context)  # noqa: S308  rendered by the template


def look_anew(request: EventRequest, token: str) -> None:
    """Read the link again, with its event and its mark. Raises Http404 if they are gone."""
    link = marked_link(token)
    if link is None:
        raise Http404
    request.link, request.event = link, link.event


def happened_of(request: EventRequest, answer: Answer) -> str:
    """The half of the tag that depends on the log, for a page that shows `answer`."""
    mark = request.link.mark if request.link is not None else ""
    return _digest(f"{mark} {answer.number or 0} {answer.rounds} {get_language()}")


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=9).hexdigest()


PAGE = "phones/table.html"
AND_STATE = "state"  # in the header of an entry whose answer should contain the state of the table


def saved(request: EventRequest, token: str, report: Report | None) -> HttpResponse:
    """Answer that a report is saved: JSON for the outbox, the fragment for htmx, else a redirect to
    the page.

    The outbox gets the new state of the table only if it asks for it, with the last entry that it
    sends: a room full of phones sends its results at once.
    """
    if is_outbox(request):
        found = {"saved": True, "key": key_of(request), "report": report.pk if report else None}
        if request.META["HTTP_X_OUTBOX"] == AND_STATE:
            found["fragment"] = part(request, token, Answer()).text
        return HttpResponse(json.dumps(found), content_type="application/json")
    if request.headers.get("HX-Request"):
        return show(request, token)
    return HttpResponseRedirect(reverse("table", args=(token,)), status=303)


def show(request: EventRequest, token: str, answer: Answer | None = None) -> HttpResponse:
    """The page, its changing part, or JSON around that, as the request wants it."""
    answer = answer or Answer()
    shown = part(request, token, answer)
    if is_outbox(request):
        problems = answer.form.problems if answer.form else answer.problems
        found = {
            "saved": False,
            "key": key_of(request),
            "problems": [described(problem) for problem in problems],
            "fragment": shown.text,
        }
        return JsonResponse(found, status=answer.status)
    if request.headers.get("HX-Request"):
        return HttpResponse(shown.text, status=answer.status)
    context = shown.context | {"part": shown.text}
    context["address"] = public_url(request) + reverse("table", args=(token,))
    context["by_host"] = is_host_with_link(request)
    context["others"] = request.link.others if request.link is not None else 0
    return render(request, PAGE, context, status=answer.status)


def refused(request: EventRequest, token: str, problems: tuple[Problem, ...]) -> HttpResponse:
    """The page with what was wrong. Status 422."""
    return show(request, token, Answer(problems=problems, status=422))


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
        gone = {404: _("This page is no longer here."), 410: _("This link was withdrawn.")}
        why = [{"message": gone[response.status_code]}] if response.status_code in gone else []
        found = {"saved": False, "key": key_of(request), "problems": why}
        return JsonResponse(found, status=response.status_code)

    return guarded


def is_outbox(request: HttpRequest) -> bool:
    return "HTTP_X_OUTBOX" in request.META


def key_of(request: HttpRequest) -> str:
    """The key of the outbox entry, as it was sent."""
    return request.POST.get("key", "")


def described(problem: Problem) -> dict[str, Any]:
    return {
        "code": problem.code,
        "severity": problem.severity,
        "message": message(problem),
        "at": list(problem.at),
    }
