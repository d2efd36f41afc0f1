"""The hosts' pages of a family's own games and house rules: shelf, game, editor, export and
import."""

from __future__ import annotations

import dataclasses
import json
import re
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rulesets.engine.problems import Unusable, place
from rulesets.files.cli import parse
from rulesets.files.house_game import read_new_declaration
from rulesets.house_games import house_game
from tournaments.access.decorators import host_required
from tournaments.house_games import selectors as reading
from tournaments.house_games import services as writing
from tournaments.house_games.editor import Editor, is_sound, more, move_question, preview
from tournaments.house_games.forms import OwnFileForm, RulesNameForm
from tournaments.models import HouseEdition, HouseGame, family_of
from tournaments.models.errors import Refused
from tournaments.models.event_games import every_game, game_called, rule_text_of
from tournaments.rules.forms import OptionsForm, put_options
from tournaments.rules.rule_markup import rendered, title_and_rest
from tournaments.web.collation import sorted_by_name
from tournaments.web.forms import message, put_beside_fields
from tournaments.web.responses import back, page, sentences, whole_number

LARGEST_FILE = 256 * 1024  # bytes


@require_safe
@host_required
def own_games(request: HttpRequest) -> HttpResponse:
    """Show the family's shelf: own games and house rules."""
    family = family_of(request.user)
    context = {"games": reading.own_games_of(family), "rules": reading.house_rules(family)}
    return page(request, "house_games/own_games.html", context)


@require_safe
@host_required
def own_game(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a game of the family's own: rules, board and sheet, editions (`?edition=`)."""
    return game_page(request, slug)


def game_page(request: HttpRequest, slug: str, problems: list[str] | None = None) -> HttpResponse:
    """Render the page of a game; with problems as a refusal (422)."""
    held = reading.own_game(family_of(request.user), slug)
    newest = reading.newest(held)
    number = whole_number(request.GET.get("edition"), 1)
    edition = newest if number is None else reading.edition_of(held, number)
    game = reading.built(edition)
    context = {
        "held": held,
        "game": game,
        "edition": edition,
        "newest": newest,
        "editions": list(held.editions.order_by("-number")),
        "played": reading.was_played(edition),
        "text": title_and_rest(rendered(rule_text_of(game), game))[1],
        "preview": preview(game),
    }
    return page(request, "house_games/game.html", context, problems=problems)


@require_POST
@host_required
def own_game_act(request: HttpRequest, slug: str) -> HttpResponse:
    """Put a game away, offer it again, or delete one that nobody played."""
    held = reading.own_game(family_of(request.user), slug)
    act = request.POST.get("act")
    if act in ("away", "back"):
        writing.put_away(game=held, away=act == "away")
        message_text = _("It is put away.") if act == "away" else _("It is offered again.")
        return back(request, "own_game", slug, message=message_text)
    if act == "delete":
        try:
            writing.delete_game(game=held)
        except Refused as refusal:
            return game_page(request, slug, sentences(refusal))
        return back(request, "own_games", message=_("The game is deleted."))
    return game_page(request, slug, [_("This button does nothing here.")])


@require_safe
@host_required
def own_game_export(request: HttpRequest, slug: str) -> HttpResponse:
    """Export an edition of a game (`?edition=`; else the newest) as a file."""
    held = reading.own_game(family_of(request.user), slug)
    number = whole_number(request.GET.get("edition"), 1)
    edition = reading.newest(held) if number is None else reading.edition_of(held, number)
    text = json.dumps(reading.declaration(edition), ensure_ascii=False, indent=1)
    response = HttpResponse(text, content_type="application/json; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{held.slug}.json"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def own_game_import(request: HttpRequest) -> HttpResponse:
    """Import a game from a file; every problem is refused."""
    is_post = request.method == "POST"
    form = OwnFileForm(request.POST if is_post else None, request.FILES if is_post else None)
    if is_post and form.is_valid():
        try:
            value = in_file(form.cleaned_data["file"])
            held = writing.new_game(family=family_of(request.user), value=value)
        except Unusable:
            form.add_error("file", _("That is not a game file. Choose the .json file."))
        except Refused as refusal:
            for problem in refusal.problems[:20]:
                where = place(problem.at) if problem.at else _("The game")
                form.add_error("file", f"{where}: {message(problem)}")
        else:
            return back(request, "own_game", held.slug, message=_("The game is on your shelf."))
    status = 422 if form.errors else 200
    return page(request, "house_games/import.html", {"form": form}, status=status)


def in_file(file: Any) -> object:
    """Decode the JSON in a file. Raises Unusable if it is too large or no JSON."""
    if file.size > LARGEST_FILE:
        raise Unusable("too large")
    return parse(file.read(), "file")


MOVE = re.compile(r"(?P<way>up|down)-(?P<number>\d{1,2})", re.ASCII)
MOVES = {"up": -1, "down": 1}


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def own_game_new(request: HttpRequest) -> HttpResponse:
    """Declare a game. `act`: "add" (one question more), "up-2" or "down-2" (move the second),
    "show" (preview); else the game is saved."""
    if request.method != "POST":
        return editor_page(request, Editor.of())
    if is_preview(request):
        return preview_page(request)
    editor = Editor.of(request.POST)
    if is_sound(editor):
        try:
            value = editor.declaration()
            held = writing.new_game(family=family_of(request.user), value=value)
        except Refused as refusal:
            editor.put(refusal.problems)
        else:
            return back(request, "own_game", held.slug, message=_("The game is on your shelf."))
    return editor_page(request, editor, status=422)


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def own_game_edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Change a game; one that was played gets a new edition."""
    held = reading.own_game(family_of(request.user), slug)
    edition = reading.newest(held)
    if request.method != "POST":
        editor = Editor.of(declared=reading.declaration(edition))
        return editor_page(request, editor, held, edition)
    if is_preview(request):
        return preview_page(request, held, edition)
    editor = Editor.of(request.POST)
    if is_sound(editor):
        try:
            _edition, new = writing.change_game(
                game=held, value=editor.declaration(), basis=request.POST.get("seen", "")
            )
        except Refused as refusal:
            editor.put(refusal.problems)
        else:
            message_text = _("The new edition is on your shelf.") if new else _("Saved.")
            return back(request, "own_game", slug, message=message_text)
    return editor_page(request, editor, held, edition, status=422)


def is_preview(request: HttpRequest) -> bool:
    """Whether the pressed button changes or previews the form without saving."""
    act = request.POST.get("act", "")
    return act in ("add", "show") or MOVE.fullmatch(act) is not None


def preview_page(
    request: HttpRequest, held: HouseGame | None = None, edition: HouseEdition | None = None
) -> HttpResponse:
    """Render the posted form with a question added or moved, or with its preview, unsaved."""
    act, focus = request.POST.get("act"), ""
    data = more(request.POST) if act == "add" else request.POST
    if move := MOVE.fullmatch(act or ""):
        by = MOVES[move["way"]]
        data = move_question(data, int(move["number"]), by)
        focus = f"{move['way']}-{int(move['number']) + by}"
    editor = Editor.of(data)
    editor.is_valid()
    if request.headers.get("HX-Target") == "preview":
        return page(request, "house_games/_preview.html", preview_context(editor))
    if act == "show":
        is_sound(editor)
    return editor_page(request, editor, held, edition, focus=focus)


def preview_context(editor: Editor) -> dict[str, Any]:
    """Return the context of the preview: the game's picture, or the problems."""
    declared, problems = read_new_declaration(editor.declaration())
    if declared is None:
        return {"preview": None, "missing": list(dict.fromkeys(map(message, problems)))[:6]}
    return {"preview": preview(house_game(declared)), "missing": []}


def editor_page(
    request: HttpRequest,
    editor: Editor,
    held: HouseGame | None = None,
    edition: HouseEdition | None = None,
    status: int = 200,
    focus: str = "",
) -> HttpResponse:
    """Render the editor with its preview. `focus`: the pressed button's name after the change."""
    context: dict[str, Any] = {"editor": editor, "held": held, "edition": edition, "focus": focus}
    if edition is not None:
        context["seen"] = request.POST.get("seen") or writing.seen(edition)
        context["played"] = reading.was_played(edition)
    if editor.game.is_bound:
        context |= preview_context(editor)
    elif edition is not None:
        context["preview"] = preview(reading.built(edition))
    return page(request, "house_games/edit.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def house_rules_new(request: HttpRequest) -> HttpResponse:
    """Save rules of a game under a name. `act=game` shows those of another game."""
    family = family_of(request.user)
    games = (game for game in every_game(family) if dataclasses.fields(game.options))
    offered = sorted_by_name(games, name=lambda game: game.name)
    slug = request.POST.get("game") or request.GET.get("game")
    game = next((candidate for candidate in offered if candidate.slug == slug), offered[0])
    judged = request.method == "POST" and request.POST.get("act") != "game"
    typed = {"name": request.POST.get("name", "")}
    name = RulesNameForm(request.POST if judged else None, initial=typed)
    options = OptionsForm(game, request.POST if judged else None)
    if judged and request.POST.get("shown", game.slug) != game.slug:  # another was chosen since
        judged, options = False, OptionsForm(game)
    context = {"name": name, "options": options, "game": game, "offered": offered, "rules": None}
    if request.headers.get("HX-Target") == "rules-part":
        return page(request, "house_games/_rules_form.html", context)
    return save_or_show(request, context, judged=judged)


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def house_rules_edit(request: HttpRequest, rules_id: int) -> HttpResponse:
    """Change house rules, or delete them (`act=delete`)."""
    family = family_of(request.user)
    rules = reading.own_rules(family, rules_id)
    if request.method == "POST" and request.POST.get("act") == "delete":
        writing.delete_rules(rules=rules)
        return back(request, "own_games", message=_("The house rules are deleted."))
    game = game_called(rules.game, family=family)
    if game is None:
        raise Http404
    judged = request.method == "POST"
    data = request.POST if judged else None
    name = RulesNameForm(data, initial={"name": rules.name})
    options = OptionsForm(game, data, current=rules.options)
    context = {"name": name, "options": options, "game": game, "offered": [], "rules": rules}
    return save_or_show(request, context, judged=judged)


def save_or_show(request: HttpRequest, context: dict[str, Any], *, judged: bool) -> HttpResponse:
    """Save the posted rules if they are valid; else render the page with the problems."""
    name, options, rules = context["name"], context["options"], context["rules"]
    if judged and name.is_valid() & options.is_valid():
        try:
            house_rules = writing.keep_rules(
                family=family_of(request.user),
                name=name.cleaned_data["name"],
                game=context["game"].slug,
                options=options.options(),
                rules=rules,
            )
        except Refused as refusal:
            put_options(
                options, [problem for problem in refusal.problems if problem.at[:1] == ("options",)]
            )
            put_beside_fields(
                name, [problem for problem in refusal.problems if problem.at[:1] == ("name",)]
            )
        else:
            return back(
                request, "own_games", message=_("“%(name)s” is saved.") % {"name": house_rules}
            )
    bad = judged and (name.errors or options.errors)
    return page(request, "house_games/rules.html", context, status=422 if bad else 200)
