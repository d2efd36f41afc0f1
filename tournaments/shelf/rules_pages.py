"""House rules: the options of any game under a name of one's own. For the hosts of a family."""

from __future__ import annotations

import dataclasses
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access.decorators import host_required
from tournaments.answers import back, page
from tournaments.errors import Refused
from tournaments.events.forms import OptionsForm, put_options
from tournaments.forms import put_beside_fields
from tournaments.games import every_game, game_called
from tournaments.models import family_of
from tournaments.shelf import reads as reading
from tournaments.shelf import writes as writing
from tournaments.shelf.forms import RulesNameForm


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def house_rules_new(request: HttpRequest) -> HttpResponse:
    """Keep rules of a game under a name. `act=game` shows those of another game."""
    family = family_of(request.user)
    offered = [game for game in every_game(family) if dataclasses.fields(game.options)]
    asked = request.POST.get("game") or request.GET.get("game")
    game = next((one for one in offered if one.slug == asked), offered[0])
    judged = request.method == "POST" and request.POST.get("act") != "game"
    typed = {"name": request.POST.get("name", "")}
    name = RulesNameForm(request.POST if judged else None, initial=typed)
    options = OptionsForm(game, request.POST if judged else None)
    if judged and request.POST.get("shown", game.slug) != game.slug:  # another was chosen since
        judged, options = False, OptionsForm(game)
    context = {"name": name, "options": options, "game": game, "offered": offered, "rules": None}
    if request.headers.get("HX-Target") == "rules-part":
        return page(request, "shelf/_rules_part.html", context)
    return settled(request, context, judged=judged)


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def house_rules_edit(request: HttpRequest, rules_id: int) -> HttpResponse:
    """Change house rules, or forget them (`act=delete`)."""
    family = family_of(request.user)
    rules = reading.own_rules(family, rules_id)
    if request.method == "POST" and request.POST.get("act") == "delete":
        writing.delete_rules(rules=rules)
        return back(request, "own_games", said=_("The house rules are deleted."))
    game = game_called(rules.game, family=family)
    if game is None:
        raise Http404
    judged = request.method == "POST"
    data = request.POST if judged else None
    name = RulesNameForm(data, initial={"name": rules.name})
    options = OptionsForm(game, data, current=rules.options)
    context = {"name": name, "options": options, "game": game, "offered": [], "rules": rules}
    return settled(request, context, judged=judged)


def settled(request: HttpRequest, context: dict[str, Any], *, judged: bool) -> HttpResponse:
    """Keep what was sent, if it was; else the page, with what is wrong."""
    name, options, rules = context["name"], context["options"], context["rules"]
    if judged and name.is_valid() & options.is_valid():
        try:
            kept = writing.keep_rules(
                family=family_of(request.user),
                name=name.cleaned_data["name"],
                game=context["game"].slug,
                options=options.options(),
                rules=rules,
            )
        except Refused as refusal:
            put_options(options, [one for one in refusal.problems if one.at[:1] == ("options",)])
            put_beside_fields(name, [one for one in refusal.problems if one.at[:1] == ("name",)])
        else:
            return back(request, "own_games", said=_("“%(name)s” is kept.") % {"name": kept})
    bad = judged and (name.errors or options.errors)
    return page(request, "shelf/rules.html", context, status=422 if bad else 200)
