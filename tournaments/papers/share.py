"""A result that people send each other: a page with a link of its own, its picture, and a paper.

The page exists as long as the event. The host can withdraw its link like any other; then only the
host can make a new one.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from django.core.cache import cache
from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from tournaments.access.selectors import open_link
from tournaments.access.services import make_link
from tournaments.models import Link
from tournaments.models.errors import refusal
from tournaments.models.event_games import game_name
from tournaments.models.score_cards import year_on_cards
from tournaments.papers.victory_picture import (
    MOST_ROWS,
    VictoryCard,
    VictoryRow,
    victory_picture,
)
from tournaments.standings.finales import event_finale
from tournaments.standings.selectors import only_board
from tournaments.web.wording import YearAlone, known_day

if TYPE_CHECKING:
    from tournaments.access.permissions import Actor
    from tournaments.models import Event
    from tournaments.scores.finale import Finale

CACHE_SECONDS = 24 * 60 * 60  # how long a picture is cached
DRAWING_VERSION = 1  # raise it when the picture is drawn differently


def open_share(*, event: Event, actor: Actor) -> Link:
    """The link of the shared page, created if there is none.

    For the desk, and for whoever holds an event's only board. Raises Refused before the end, while
    the host hides the result, and at a board once the host has withdrawn the page.
    """
    if not may_share(event, actor):
        raise refusal("share.host", "Ask the host for a page that can be shared.")
    if event_finale(event, public=True) is None:
        raise refusal("share.early", "There is no result to share yet.")
    link = open_link(event, Link.Kind.SHARE)
    if link is not None:
        return link
    if not actor.at_desk and event.links.filter(kind=Link.Kind.SHARE).exists():
        raise refusal("share.withdrawn", "The host has withdrawn the shared page.")
    return make_link(event=event, actor=actor, kind=Link.Kind.SHARE)


def may_share(event: Event, actor: Actor) -> bool:
    """The desk may; and whoever holds the link of an event's only board."""
    return actor.at_desk or (actor.kind == "table" and only_board(event) is not None)


def occasion(event: Event) -> str:
    """The name, game and date of an event: "Friday at Rosa's · Hearts · 22 November 2026"."""
    game, date = game_name(event), known_day(event.date, year_on_cards(event))
    words = date_format(date, "Y" if isinstance(date, YearAlone) else "j F Y", use_l10n=False)
    parts = [event.name, *([] if game.casefold() in event.name.casefold() else [game]), words]
    return " · ".join(part for part in parts if part)


def victory_card(event: Event, ending: Finale) -> VictoryCard:
    """The texts of the picture of an ending."""
    rows = [
        VictoryRow(
            place.label,
            ", ".join(filter(None, (place.name, place.left))),
            place.total,
            is_first=place.place == 1,
        )
        for place in ending.places
    ]
    left = sum(len(place.names) for place in ending.places[MOST_ROWS:])
    below = ngettext("and {n} more", "and {n} more", left).format(n=left) if left else ""
    return VictoryCard(
        ending.title,
        occasion(event),
        ending.turn_of_game or ending.words,
        tuple(rows[:MOST_ROWS]),
        below,
        _("Scorekeeper"),
    )


def share_picture(event: Event, *, square: bool) -> bytes | None:
    """The picture of the result as a PNG; None while nobody may see the result."""
    ending = event_finale(event, public=True)
    if ending is None:
        return None
    card = victory_card(event, ending)
    key = f"share:{DRAWING_VERSION}:{square}:{get_language()}:{event.pk}:{hash_of(card)}"
    png: bytes | None = cache.get(key)
    if png is None:
        png = victory_picture(card, square=square)
        cache.set(key, png, CACHE_SECONDS)
    return png


def hash_of(card: VictoryCard) -> str:
    """A hash of all texts of a picture, which changes when the picture has to be drawn again."""
    return sha256(repr(card).encode()).hexdigest()[:24]
