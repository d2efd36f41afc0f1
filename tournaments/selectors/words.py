"""Words that an event uses on its pages: roles, chairs, reasons and sentences of the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from rulesets import games

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulesets.game import Game
    from rulesets.scheme import Scheme
    from tournaments.models import Event


def role_word(event: Event, role: str, *, many: bool = False) -> str:
    """What the event calls somebody of a role ("Lady"), or all of them; "" without a role."""
    if not role:
        return ""
    own = event.role_names.get(role, {}).get("many" if many else "one")
    if own:
        return str(own)
    game = games.load(event.game)
    if many and role in game.roles:
        return _(game.role_names[game.roles.index(role)])
    return _(role.capitalize())


def role_words(event: Event) -> dict[str, str]:
    """Role -> what the event calls one of them."""
    return {role: role_word(event, role) for role in games.load(event.game).roles}


def compass(game: Game, chair: int) -> str:
    """The name of a chair; where chairs have none, its number, and nothing for a couple's two."""
    if chair < len(game.chairs):
        return _(game.chairs[chair])
    if game.scheme is not None and game.scheme.rows == "couple":
        return ""
    return _("Chair {number}").format(number=chair + 1)


def set_word(game: Game, number: int) -> str:
    """What one set's seats are called: the name of the set, a round of two teams, or nothing for
    the tables that stay as they are until the final one."""
    if game.scheme is None:
        return _(game.stage(number).name)
    if game.scheme.rows == "couple":
        return _("Round {number}").format(number=number)
    return _("Final table") if number > 1 else ""


def scheme_in(slug: str) -> Scheme | None:
    """The scheme of a game; None for a drive, and for a game that is not known any more."""
    try:
        return games.load(slug).scheme
    except LookupError:
        return None


def counted_in(slug: str) -> str:
    """What a game calls its totals; "" for a drive's points."""
    scheme = scheme_in(slug)
    return _(scheme.counted) if scheme else ""


def filled(template: str, params: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """A sentence of the engine in the page's language; ids of people become their names."""
    told = dict(params)
    for key in ("person", "other"):
        if key in told:
            told[key] = names.get(int(told[key]), str(told[key]))
    return _(template).format(**told)


def told(kept: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """A kept reason or note ({"code", "template", "params"}) as a sentence."""
    return filled(kept["template"], kept.get("params", {}), names) if kept else ""


def and_list(names: list[str] | tuple[str, ...]) -> str:
    """ "Ann", "Ann and Bo", "Ann, Bo and Cy"."""
    if len(names) < 2:
        return "".join(names)
    return _("{some} and {last}").format(some=", ".join(names[:-1]), last=names[-1])
