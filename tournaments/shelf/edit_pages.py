"""The editor of a family's own game, with its pad and its sheet beside it. For its hosts."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rulesets.house import house_game, read_declaration
from tournaments.access.decorators import host_required
from tournaments.answers import back, page
from tournaments.errors import Refused
from tournaments.forms import message
from tournaments.models import HouseEdition, HouseGame, family_of
from tournaments.shelf import reads as reading
from tournaments.shelf import writes as writing
from tournaments.shelf.editor import Editor, is_sound, more
from tournaments.shelf.preview import preview


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def own_game_new(request: HttpRequest) -> HttpResponse:
    """Declare a game. `act` is "add" (one question more), "show" (its picture), else it is kept."""
    if request.method != "POST":
        return shown(request, Editor.of())
    if request.POST.get("act") in ("add", "show"):
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
    if request.POST.get("act") in ("add", "show"):
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


def looked_at(
    request: HttpRequest, held: HouseGame | None = None, edition: HouseEdition | None = None
) -> HttpResponse:
    """The page as it was sent, with a question more or with its picture; nothing is kept."""
    adding = request.POST.get("act") == "add"
    editor = Editor.of(more(request.POST) if adding else request.POST)
    editor.is_valid()
    if request.headers.get("HX-Target") == "preview":
        return page(request, "shelf/_preview.html", pictured(editor))
    if not adding:
        is_sound(editor)
    return shown(request, editor, held, edition)


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
) -> HttpResponse:
    """The editor's page, its picture beside it."""
    context: dict[str, Any] = {"editor": editor, "held": held, "edition": edition}
    if edition is not None:
        context["seen"] = request.POST.get("seen") or writing.seen(edition)
        context["played"] = reading.was_played(edition)
    if editor.game.is_bound:
        context |= pictured(editor)
    elif edition is not None:
        context["preview"] = preview(reading.built(edition))
    return page(request, "shelf/edit.html", context, status=status)
