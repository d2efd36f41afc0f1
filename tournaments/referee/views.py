"""The referee's pages: is that allowed, whose turn is it, and what could I play?

At a table: for everybody with its un-revoked link. A game's own page: for anyone, apart from all
events. Posted turns are judged and not stored; only an objection writes the verdict to the dispute
log.
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
    """Show the referee of a game, away from any table. Anyone may ask."""
    return _answer(request, ruling_page(request, anywhere(slug)), at_table=False)


@ANY_METHOD
@link_access("table")
def table_settle(request: EventRequest, token: str) -> HttpResponse:
    """Show the referee at a table; `do=dispute` writes the verdict to the dispute log."""
    place = at_table(request, token)
    if request.POST.get("do") == "dispute":
        return _answer(request, objected(request, place))
    return _answer(request, ruling_page(request, place))


def ruling_page(request: HttpRequest, place: RefereePlace) -> Page:
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
    """Read the session that a phone sent along; None if it cannot be read or has other players than
    the table."""
    session = read_session(text)
    here = page.place.players
    return None if session is None or (here and session.players != here) else session


def _begin(page: Page, data: dict[str, str]) -> None:
    """Read the players, unless the table has them, then the position to start with."""
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
    """Write the verdict to the dispute log and return the page."""
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
    """Cut a verdict to the longest text of the dispute log."""
    return text if len(text) <= TEXT_LENGTH else f"{text[: TEXT_LENGTH - 1]}…"


def _answer(request: HttpRequest, page: Page, *, at_table: bool = True) -> HttpResponse:
    part = bool(request.headers.get("HX-Request"))
    template = "referee/_settle.html" if part else "referee/settle.html"
    context = {"event": getattr(request, "event", None), "at_table": at_table, **page.context()}
    context["title"] = _("Is that allowed?")
    return render(request, template, context, status=page.status)
