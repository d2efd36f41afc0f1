"""The editor of a family's own game, with its pad and its sheet beside it. For its hosts."""

from __future__ import annotations

import re
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rulesets.files.house_game import read_declaration
from rulesets.house_games import house_game
from tournaments.access.decorators import host_required
from tournaments.answers import back, page
from tournaments.errors import Refused
from tournaments.forms import message
from tournaments.models import HouseEdition, HouseGame, family_of
from tournaments.shelf import reads as reading
from tournaments.shelf import writes as writing
from tournaments.shelf.editor import Editor, is_sound, more, moved
from tournaments.shelf.preview import preview

MOVE = re.compile(r"(?P<way>up|down)-(?P<number>\d{1,2})", re.ASCII)
MOVES = {"up": -1, "down": 1}


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def own_game_new(request: HttpRequest) -> HttpResponse:
    """Declare a game. `act` is "add" (one question more), "up-2" or "down-2" (the second changes
    places), "show" (its picture), else it is kept."""
    if request.method != "POST":
        return shown(request, Editor.of())
    if looks(request):
        return looked_at(request)
    editor = Editor.of(request.POST)
    if is_sound(editor):
        try:
            value = editor.declaration()
            held = writing.new_game(family=family_of(request.user), value=value)
        except Refused as refusal:
            editor.put(refusal.problems)
        else:
            return back(request, "own_game", held.slug, said=_("The game is on your shelf."))
    return shown(request, editor, status=422)


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def own_game_edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Change a game; one that was played gets a new edition."""
    held = reading.own_game(family_of(request.user), slug)
    edition = reading.newest(held)
    if request.method != "POST":
        editor = Editor.of(declared=reading.declaration(edition))
        return shown(request, editor, held, edition)
    if looks(request):
        return looked_at(request, held, edition)
    editor = Editor.of(request.POST)
    if is_sound(editor):
        try:
            _kept, new = writing.change_game(
                game=held, value=editor.declaration(), basis=request.POST.get("seen", "")
            )
        except Refused as refusal:
            editor.put(refusal.problems)
        else:
            said = _("The new edition is on your shelf.") if new else _("Saved.")
            return back(request, "own_game", slug, said=said)
    return shown(request, editor, held, edition, status=422)


def looks(request: HttpRequest) -> bool:
    """Whether what was sent is to be shown and not yet kept."""
    act = request.POST.get("act", "")
    return act in ("add", "show") or MOVE.fullmatch(act) is not None


def looked_at(
    request: HttpRequest, held: HouseGame | None = None, edition: HouseEdition | None = None
) -> HttpResponse:
    """The page as it was sent, with a question more or in another place, or with its picture;
    nothing is kept."""
    act, focus = request.POST.get("act"), ""
    data = more(request.POST) if act == "add" else request.POST
    if move := MOVE.fullmatch(act or ""):
        by = MOVES[move["way"]]
        data = moved(data, int(move["number"]), by)
        focus = f"{move['way']}-{int(move['number']) + by}"
    editor = Editor.of(data)
    editor.is_valid()
    if request.headers.get("HX-Target") == "preview":
        return page(request, "shelf/_preview.html", pictured(editor))
    if act == "show":
        is_sound(editor)
    return shown(request, editor, held, edition, focus=focus)


def pictured(editor: Editor) -> dict[str, Any]:
    """The picture of what was typed, or what is still missing."""
    declared, problems = read_declaration(editor.declaration())
    if declared is None:
        return {"preview": None, "missing": list(dict.fromkeys(map(message, problems)))[:6]}
    return {"preview": preview(house_game(declared)), "missing": []}


def shown(
    request: HttpRequest,
    editor: Editor,
    held: HouseGame | None = None,
    edition: HouseEdition | None = None,
    status: int = 200,
    focus: str = "",
) -> HttpResponse:
    """The editor's page, its picture beside it; `focus` is the button that was pressed, as it is
    called now."""
    context: dict[str, Any] = {"editor": editor, "held": held, "edition": edition, "focus": focus}
    if edition is not None:
        context["seen"] = request.POST.get("seen") or writing.seen(edition)
        context["played"] = reading.was_played(edition)
    if editor.game.is_bound:
        context |= pictured(editor)
    elif edition is not None:
        context["preview"] = preview(reading.built(edition))
    return page(request, "shelf/edit.html", context, status=status)
