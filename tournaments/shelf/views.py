"""A family's own games: the shelf, a game and its rules, files out and in. For its hosts."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rulesets.engine.json_values import Unusable, place
from rulesets.files.json_text import parse
from tournaments.access.decorators import host_required
from tournaments.answers import back, page, sentences, whole
from tournaments.errors import Refused
from tournaments.forms import message
from tournaments.games import rule_text_of
from tournaments.models import family_of
from tournaments.scoring.rule_markup import rendered
from tournaments.shelf import reads as reading
from tournaments.shelf import writes as writing
from tournaments.shelf.forms import OwnFileForm
from tournaments.shelf.preview import preview

LARGEST_FILE = 256 * 1024  # bytes


@require_safe
@host_required
def own_games(request: HttpRequest) -> HttpResponse:
    """Everything on the family's shelf: own games, and house rules."""
    family = family_of(request.user)
    context = {"games": reading.shelf(family), "rules": reading.house_rules(family)}
    return page(request, "shelf/shelf.html", context)


@require_safe
@host_required
def own_game(request: HttpRequest, slug: str) -> HttpResponse:
    """A game of the family's own: its rules, its pad and sheet, its editions (`?edition=`)."""
    return game_page(request, slug)


def game_page(request: HttpRequest, slug: str, problems: list[str] | None = None) -> HttpResponse:
    """The page of a game; with problems it is a refusal."""
    held = reading.own_game(family_of(request.user), slug)
    newest = reading.newest(held)
    asked = whole(request.GET.get("edition"), 1)
    edition = newest if asked is None else reading.edition_of(held, asked)
    game = reading.built(edition)
    context = {
        "held": held,
        "game": game,
        "edition": edition,
        "newest": newest,
        "editions": list(held.editions.order_by("-number")),
        "played": reading.was_played(edition),
        "text": rendered(rule_text_of(game), game),
        "preview": preview(game),
    }
    return page(request, "shelf/game.html", context, problems=problems)


@require_POST
@host_required
def own_game_act(request: HttpRequest, slug: str) -> HttpResponse:
    """Put a game away, offer it again, or delete one that nobody played."""
    held = reading.own_game(family_of(request.user), slug)
    act = request.POST.get("act")
    if act in ("away", "back"):
        writing.put_away(game=held, away=act == "away")
        said = _("It is put away.") if act == "away" else _("It is offered again.")
        return back(request, "own_game", slug, said=said)
    if act == "delete":
        try:
            writing.delete_game(game=held)
        except Refused as refusal:
            return game_page(request, slug, sentences(refusal))
        return back(request, "own_games", said=_("The game is deleted."))
    return game_page(request, slug, [_("This button is not known here.")])


@require_safe
@host_required
def own_game_export(request: HttpRequest, slug: str) -> HttpResponse:
    """An edition of a game (`?edition=`; else the newest) as a file."""
    held = reading.own_game(family_of(request.user), slug)
    asked = whole(request.GET.get("edition"), 1)
    edition = reading.newest(held) if asked is None else reading.edition_of(held, asked)
    text = json.dumps(reading.declaration(edition), ensure_ascii=False, indent=1)
    response = HttpResponse(text, content_type="application/json; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{held.slug}.json"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def own_game_import(request: HttpRequest) -> HttpResponse:
    """A game from a file, judged strictly."""
    sent = request.method == "POST"
    form = OwnFileForm(request.POST if sent else None, request.FILES if sent else None)
    if sent and form.is_valid():
        try:
            value = in_file(form.cleaned_data["file"])
            held = writing.new_game(family=family_of(request.user), value=value)
        except Unusable:
            form.add_error("file", _("That is no file of a game; choose the .json file."))
        except Refused as refusal:
            for problem in refusal.problems[:20]:
                where = place(problem.at) if problem.at else _("The game")
                form.add_error("file", f"{where}: {message(problem)}")
        else:
            return back(request, "own_game", held.slug, said=_("The game is on your shelf."))
    status = 422 if form.errors else 200
    return page(request, "shelf/import.html", {"form": form}, status=status)


def in_file(file: Any) -> object:
    """The JSON in a file. Raises Unusable."""
    if file.size > LARGEST_FILE:
        raise Unusable("too large")
    return parse(file.read(), "file")
