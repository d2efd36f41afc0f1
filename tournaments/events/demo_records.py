"""Evenings of the last years with the same few people, finished and planned, and a photo: so that
the demonstration has records."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from io import BytesIO
from random import Random
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.translation import gettext as _
from PIL import Image, ImageDraw

from tournaments.access.permissions import host_actor
from tournaments.boards.by_keeping import DRAWS_EVERY_SET
from tournaments.boards.hall import Hall
from tournaments.events import services as events
from tournaments.events.demo import (
    GENTLEMEN,
    LADIES,
    SEED,
    Evening,
    enter,
    play_set,
    sample_report,
)
from tournaments.models import Photo
from tournaments.models.event_games import every_game, format_of, formats_of
from tournaments.records.photo_files import read_photo
from tournaments.records.photos import store_photo

if TYPE_CHECKING:
    from tournaments.models import Event

YEARS = 3  # before this one
ROUNDS = 6  # at a table
SETS = 3  # with partners, of one hand
AT_A_TABLE, WITH_PARTNERS = 5, 8  # people
FIRST = 3  # of the names, the first one who comes
OWN, PARTNERS = "own", "partners"  # everybody keeps their points; with another partner every set
FRIDAY, WEEK = 4, 7
PICTURE, CARD = (960, 640), (150, 210)  # pixels
LEAN = (24, 8, -8, -24)  # the degrees that four cards of a hand lean to the left
WOOD, FELT, PAPER, INK, RED = "#5b3a29", "#17603f", "#fffdf6", "#1c1c1c", "#b3261e"


@dataclass(frozen=True)
class Tradition:
    """What a family meets for every year on the same day, or on the first Friday from it."""

    name: str
    month: int
    day: int
    game: str
    format: str = ""
    on_friday: bool = False

    def date_in(self, year: int) -> dt.date:
        """Return its date in a year."""
        date = dt.date(year, self.month, self.day)
        return date + dt.timedelta(days=(FRIDAY - date.weekday()) % WEEK * self.on_friday)

    def create(self, owner: Any, date: dt.date) -> Event:
        """Create its evening of that date."""
        return events.create_event(
            owner=owner,
            name=self.name,
            date=date,
            game=self.game,
            format=self.format,
            options={"rounds": SETS, "deals": 1} if self.format else None,
        )


def make_past(owner: Any, years: int = YEARS) -> tuple[Event, ...]:
    """Create the evenings of the last years and of this one until today, finished: a cup at a
    table, and two evenings a year with partners, the latest of these with a photo. Plan the next of
    each name. They are the same every time."""
    today = timezone.localdate()
    traditions = _traditions()
    past = tuple(
        _play(owner, tradition.create(owner, date))
        for year in range(today.year - years, today.year + 1)
        for tradition in traditions
        if (date := tradition.date_in(year)) < today
    )
    planned = {}
    for year in (today.year + 1, today.year):
        for tradition in reversed(traditions):
            if (date := tradition.date_in(year)) >= today:
                planned[tradition.name] = (tradition, date)  # the earliest stays
    for tradition, date in planned.values():
        tradition.create(owner, date)
    latest = next(event for event in reversed(past) if event.format)  # has pages in a yearbook
    store_photo(
        read_photo(draw_hand()),
        family_id=latest.book,
        event=latest,
        shows=Photo.Shows.PEOPLE,
        caption=_("The last hand of the evening"),
    )
    return past


def _traditions() -> tuple[Tradition, ...]:
    """Return what the family meets for, in the order of the year."""
    rare = [game for game in every_game() if game.plays.rarities]
    cup = next(
        game.slug
        for game in rare
        if game.plays.players[1] > AT_A_TABLE and format_of(game).keeping.credit == OWN
    )
    partners = next(
        format
        for game in reversed(rare)
        for format in formats_of(game)
        if format.facts.entrants == PARTNERS and format.kind.ahead and not format.facts.roles.names
    )
    whist = partners.game.slug, partners.kind.slug
    return (
        Tradition(_("Friday cup"), 3, 1, cup, on_friday=True),
        Tradition(_("Midsummer"), 6, 24, *whist),
        Tradition(_("Friday cup"), 10, 1, cup, on_friday=True),
        Tradition(_("Between the holidays"), 12, 29, *whist),
    )


def _play(owner: Any, event: Event) -> Event:
    """Enter everybody who comes, play the evening and finish it."""
    rng = Random(f"{event.game} {event.date} {SEED}")  # noqa: S311 - the same evening every time
    evening = Evening(event, host_actor(event, owner), format_of(event), rng)
    in_sets = DRAWS_EVERY_SET(evening.format)
    people = WITH_PARTNERS if in_sets else AT_A_TABLE
    enter(evening, [(name, "") for name in (GENTLEMEN + LADIES)[FIRST : FIRST + people]])
    if in_sets:
        for number in range(1, SETS + 1):
            for seated in evening.seat(number=number).tables.order_by("number"):
                play_set(evening, number, seated.number, None, accepted=0)
    else:
        _play_rounds(evening)
    event.refresh_from_db()
    events.finish_event(event=event, actor=evening.host, early=True)
    return event


def _play_rounds(evening: Evening) -> None:
    """Play a few rounds at a table."""
    evening.seat()
    table, actor = evening.at(1, 1)
    for deal in range(1, ROUNDS + 1):
        (board,) = Hall.now(evening.event).boards
        if not board.open:
            break
        payload = sample_report(board.plays, board.standing, evening.rng)
        evening.say(table, actor, deal, payload, accepted=0)


def draw_hand() -> bytes:
    """Draw four aces on a table, as a photo of them might look."""
    picture = Image.new("RGB", PICTURE, WOOD)
    wide, high = PICTURE
    ImageDraw.Draw(picture).ellipse((-wide // 8, high // 5, wide + wide // 8, high * 2), fill=FELT)
    for at, (lean, colour) in enumerate(zip(LEAN, (INK, RED, INK, RED), strict=True)):
        card = _draw_card(colour).rotate(lean, Image.Resampling.BICUBIC, expand=True)
        middle = (wide * (5 + 2 * at) // 16, high * 9 // 16 + abs(lean))
        corner = (middle[0] - card.width // 2, middle[1] - card.height // 2)
        picture.paste(card, corner, card)
    file = BytesIO()
    picture.save(file, "PNG", compress_level=1)
    return file.getvalue()


def _draw_card(colour: str) -> Image.Image:
    """Draw a card with one diamond or spade in its middle."""
    card = Image.new("RGBA", CARD)
    draw, (wide, high) = ImageDraw.Draw(card), CARD
    draw.rounded_rectangle((0, 0, wide - 1, high - 1), 14, fill=PAPER, outline=INK)
    left, middle, right = wide * 3 // 10, wide // 2, wide * 7 // 10
    top, half, bottom = high * 7 // 20, high // 2, high * 13 // 20
    if colour == RED:
        draw.polygon(((middle, top), (right, half), (middle, bottom), (left, half)), fill=colour)
        return card
    draw.polygon(((middle, top), (right, half), (left, half)), fill=colour)
    lobe = (right - left) // 2
    draw.ellipse((left, half - lobe // 2, left + lobe, half + lobe // 2), fill=colour)
    draw.ellipse((right - lobe, half - lobe // 2, right, half + lobe // 2), fill=colour)
    draw.polygon(((middle, half), (middle + 14, bottom), (middle - 14, bottom)), fill=colour)
    return card
