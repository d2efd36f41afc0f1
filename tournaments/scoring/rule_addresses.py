"""Where the rules of an event's game stand: one page for each game that everybody has, and one
for each event of a game of a family's own, under house rules, or that is finished, which only those
find whom its pages lead there."""

from __future__ import annotations

from django.core.signing import BadSignature, Signer
from django.db.models import Q
from django.urls import NoReverseMatch, reverse

from rulesets.engine.game import Game
from tournaments.models import Event

SIGNER = Signer(salt="tournaments.rules")
LONGEST = 19  # digits of an id


def rules_address(event: Event) -> str:
    """The address of the rules that an event is played by."""
    finished = event.state == Event.State.FINISHED  # its text stays as it was
    if not event.declared and not event.house_rules and not finished:
        try:
            return reverse("rules", args=[event.game])
        except NoReverseMatch:  # of an event that is shown without being there
            return ""
    return reverse("rules_own", args=[SIGNER.sign(str(event.pk))])


def rules_of_game(game: Game) -> str:
    """The address of the rules of a game that no evening was made of yet."""
    to = "rules" if game.declaration is None else "own_game"
    return reverse(to, args=[game.slug])


def event_of(key: str) -> Event | None:
    """The event whose own rules an address leads to; None for an address that nobody gave."""
    try:
        told = SIGNER.unsign(key)
    except BadSignature:
        return None
    if not told.isdecimal() or len(told) > LONGEST:
        return None
    own = ~Q(declared="", house_rules="") | Q(state=Event.State.FINISHED)
    return Event.objects.filter(own, pk=int(told)).first()
