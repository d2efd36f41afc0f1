"""Settle it: is that allowed, whose turn is it, and what could I play?

At a table: whoever holds its un-revoked link. A game's own page: anyone; it reads and writes
nothing of any event. What is sent is judged, answered and forgotten; only a verdict that somebody
puts on the dispute log is written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.access.decorators import link_access
from tournaments.models.errors import Refused
from tournaments.referee.forms import ObjectionForm, PlayersForm
from tournaments.referee.game_session import begin, go_on, read_session
from tournaments.referee.page import Page, RefereePlace, anywhere, at_table, table_of
from tournaments.referee.ruling import ruled
from tournaments.reports.disputes import TEXT_LENGTH, note_dispute
from tournaments.web.forms import put_beside_fields

if TYPE_CHECKING:
    from tournaments.access.permissions import EventRequest
    from tournaments.referee.game_session import GameSession

ANY_METHOD = require_http_methods(["GET", "HEAD", "POST"])


@ANY_METHOD
@never_cache
def settle(request: HttpRequest, slug: str) -> HttpResponse:
    """The referee of a game, wherever it is played. Anyone may ask."""
    return _answer(request, ruling_page(request, anywhere(slug)), at_table=False)


@ANY_METHOD
@link_access("table")
def table_settle(request: EventRequest, token: str) -> HttpResponse:
    """The referee at a table, for the people who sit there."""
    place = at_table(request, token)
    if request.POST.get("do") == "dispute":
        return _answer(request, objected(request, place))
    return _answer(request, ruling_page(request, place))


def ruling_page(request: HttpRequest, place: RefereePlace) -> Page:
    """What was asked, answered."""
    page = Page(place, place.players)
    if request.method != "POST" or request.POST.get("do") == "anew":
        return page
    data = request.POST.dict()
    if data.get("do") in ("players", "start"):
        _begin(page, data)
        return page
    session = _session_of(page, data.get("file", ""))
    if session is None:
        page.lost = True
        return page
    return _gone_on(page, session, data)


def _session_of(page: Page, text: str) -> GameSession | None:
    """What a phone sent along; None where it cannot be read, or where others play than the people
    of the table."""
    session = read_session(text)
    here = page.place.players
    return None if session is None or (here and session.players != here) else session


def _begin(page: Page, data: dict[str, str]) -> None:
    """Who plays, where no table says so; then how it lies."""
    if not page.players:
        page.asks_players = form = PlayersForm(data, auto_id="settle_%s")
        if not form.is_valid():
            return
        page.players = form.cleaned_data["players"]
    if data.get("do") == "start":
        begin(page, data)


def _gone_on(page: Page, session: GameSession, data: dict[str, str]) -> Page:
    page.players = session.players
    try:
        go_on(page, session, data)
    except Refused:
        page.players, page.ruling, page.lost = page.place.players, None, True
    return page


def objected(request: EventRequest, place: RefereePlace) -> Page:
    """The verdict goes on the dispute log as it is."""
    page = Page(place, place.players)
    session = _session_of(page, request.POST.get("file", ""))
    if session is None or not place.players:
        page.lost = True
        return page
    page.players = session.players
    try:
        page.ruling = ruled(session.reopened(), place, answered=True)
    except Refused:
        page.players, page.lost = place.players, True
        return page
    form = page.objection = ObjectionForm(request.POST, names=page.players)
    if not form.is_valid():
        return page
    try:
        note_dispute(
            event=request.event,
            actor=request.actor,
            objector=form.cleaned_data["objector"],
            text=shortened(page.verdict_text()),
            table=table_of(request),
        )
    except Refused as refused:
        put_beside_fields(form, refused.problems)
    else:
        page.noted = True
    return page


def shortened(text: str) -> str:
    """As much of a verdict as the log takes."""
    return text if len(text) <= TEXT_LENGTH else f"{text[: TEXT_LENGTH - 1]}…"


def _answer(request: HttpRequest, page: Page, *, at_table: bool = True) -> HttpResponse:
    part = bool(request.headers.get("HX-Request"))
    template = "referee/_settle.html" if part else "referee/settle.html"
    context = {"event": getattr(request, "event", None), "at_table": at_table, **page.context()}
    context["title"] = _("Is that allowed?")
    return render(request, template, context, status=page.status)
