"""An event, who is entered, what the host asked of the draw; and evenings of several games."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.access import new_token
from tournaments.models.families import Family, usual_family

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.models.families import Person

TEAM_LENGTH = 40
FIRST_THREE = 3  # places that a reveal tells one by one unless the host wants more


class Event(models.Model):
    """One evening of one game, with the edition and the options it is played under."""

    class State(models.TextChoices):
        SETUP = "setup", _("Being set up")
        PLAYING = "playing", _("Being played")
        FINISHED = "finished", _("Finished")

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="events"
    )
    family = models.ForeignKey(
        Family, default=usual_family, on_delete=models.PROTECT, related_name="events"
    )
    # The evening of several games that it is one of.
    evening = models.ForeignKey(
        "Evening", null=True, blank=True, on_delete=models.SET_NULL, related_name="events"
    )
    name = models.CharField(_("name"), max_length=80)
    date = models.DateField(_("date"))
    # The time of day at which people are asked to be there, if they are.
    starts_at = models.TimeField(_("time"), null=True, blank=True)
    place = models.CharField(_("place"), max_length=80, blank=True)
    game = models.SlugField(_("game"))
    edition = models.PositiveSmallIntegerField(default=1)
    # What a family declared of a game of its own, as one line of JSON: that edition of it holds
    # for this evening, whatever becomes of the game. Empty for all others.
    declared = models.TextField(blank=True, default="")
    # How the room plays it, where the game leaves a choice; empty: the game's usual format.
    format = models.SlugField(_("format"), blank=True)
    options = models.JSONField(default=dict, blank=True)
    # How many people there were for the first seats that were drawn, where it follows from that how
    # many sets there are; else 0.
    starters = models.PositiveSmallIntegerField(default=0)
    # The name of the house rules that it was begun under, as long as its options are theirs.
    house_rules = models.CharField(max_length=60, blank=True, default="")
    state = models.CharField(max_length=10, choices=State, default=State.SETUP)
    # What this event calls the game's roles: {"gentleman": {"one": "...", "many": "..."}}.
    role_names = models.JSONField(default=dict, blank=True)
    scorekeeper = models.ForeignKey(
        "Entry", null=True, blank=True, on_delete=models.SET_NULL, related_name="keeps_score_of"
    )
    hide_standings = models.BooleanField(_("hide the standings"), default=False)
    # How many steps of the reveal are done while standings are hidden: places from the last
    # upwards, the first at the end. Awards come before them, and are counted by themselves.
    revealed = models.PositiveIntegerField(default=0)
    awards_shown = models.PositiveSmallIntegerField(default=0)
    # Whoever has a prize gets no other one: the next in line does.
    passes_over = models.BooleanField(_("pass over who has a prize"), default=True)
    # Awards, by kind, that are not read out.
    awards_off = models.JSONField(default=list, blank=True)
    # The place with which the reveal begins; those behind it are open from then on. 0: the last.
    reveal_from = models.PositiveSmallIntegerField(default=FIRST_THREE)
    # While there is a break, when it ends; and the slide at which the host holds the wall.
    break_ends_at = models.DateTimeField(null=True, blank=True)
    held_slide = models.CharField(max_length=40, blank=True, default="")
    # Standings count a set once it is over at every table; with this, the one in play as it goes.
    live_standings = models.BooleanField(_("count the set in play"), default=False)
    # Where tables keep a score of their own: what is saved is agreed, however many phones look on.
    saved_is_agreed = models.BooleanField(_("what a table saves is agreed"), default=False)
    round_ends_at = models.DateTimeField(null=True, blank=True)
    # Rises with everything that happens; open pages are keyed by it.
    version = models.PositiveBigIntegerField(default=0)
    # When it last rose. Caches are keyed by both: after a restored backup the version alone could
    # come round again with other contents.
    changed = models.DateTimeField(default=timezone.now)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-date", "-pk")

    def __str__(self) -> str:
        return self.name

    @property
    def book(self) -> int:
        """The family in whose book of people it looks."""
        return cast("int", self.family_id)  # the stubs take what has a default for optional


class Snapshot(models.Model):
    """A finished event as it was scored then: a finished event never silently rescores.

    A table of its own, so that the event's row stays light. `game` is the cover of its game in its
    format, `boards` everything that its boards (or the hands of a drive) came to, packed
    (`rulesets.folded`). Both are empty where an earlier version finished it, until they are
    completed at the first start, and of a game that is not known any more.
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="snapshot")
    edition = models.PositiveSmallIntegerField()
    standings = models.JSONField()  # list of rows
    players = models.JSONField()  # entry id -> what that player's page explains
    game = models.JSONField(null=True)
    boards = models.BinaryField(null=True)
    # What records are counted from (`rulesets.records.summaries`), and what only some pages ask of
    # it. Empty where an earlier version finished it, until they are completed.
    records = models.JSONField(null=True, editable=False)
    record_details = models.JSONField(null=True, editable=False)
    created = models.DateTimeField(auto_now_add=True)


class Entry(models.Model):
    """A place in one event: a person, or two who share a chair, under the role of the chair."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entries")
    person = models.ForeignKey("Person", on_delete=models.PROTECT, related_name="entries")
    # Who shares the chair, by turns: one seat, one line and one total for both.
    second = models.ForeignKey(
        "Person", on_delete=models.PROTECT, null=True, blank=True, related_name="shared_entries"
    )
    name = models.CharField(max_length=144)  # as shown this evening
    role = models.CharField(max_length=20, blank=True)
    # The role as first given, before anybody was asked to play the other.
    asked_role = models.CharField(max_length=20, blank=True)
    # Whose name somebody carries (family, village), besides the role: mixed couples have both.
    team = models.CharField(max_length=TEAM_LENGTH, blank=True, default="")
    # The team before the first seats were shown: seats that are known beforehand follow from it,
    # whatever is put right afterwards.
    seating_team = models.CharField(max_length=TEAM_LENGTH, blank=True, default="")
    keeps_chair = models.BooleanField(default=False)
    # The sets before a late guest came score as sit-outs instead of nothing.
    late_as_sit_out = models.BooleanField(default=False)
    # What the host has taken away of the points that are carried on: [{"points", "reason"}, ...].
    deductions = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ("name", "pk")
        constraints = [
            models.UniqueConstraint(fields=("event", "person"), name="entry_once_per_event"),
            models.CheckConstraint(condition=~Q(person=F("second")), name="entry_of_two"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def people(self) -> tuple[Person, ...]:
        """The person, or the two who share the chair."""
        return (self.person,) if self.second is None else (self.person, self.second)


def people_of_entries(entered: QuerySet[Entry]) -> dict[int, tuple[int, ...]]:
    """Return the ids of the people of each entry: one, or two who share a chair."""
    rows = entered.values_list("pk", "person_id", "second_id")
    return {pk: (first,) if second is None else (first, second) for pk, first, second in rows}


class Pairing(models.Model):
    """Two people to keep apart, or together at one table, in the first draw; or partners, where
    they stay so."""

    class Kind(models.TextChoices):
        APART = "apart", _("Not at one table")
        TOGETHER = "together", _("At one table")
        PAIRED = "paired", _("Partners in every set")
        PARTNERS = "partners", _("Partners")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="pairings")
    first = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=("event", "first", "second"), name="pairing_once"),
            models.CheckConstraint(condition=~Q(first=F("second")), name="pairing_of_two"),
        ]


class Presence(models.Model):
    """From this set on an entry is here or away; the latest row up to a set holds."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="presences")
    from_set = models.PositiveSmallIntegerField()
    here = models.BooleanField()
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)


class Evening(models.Model):
    """Events that belong together. They stay events of their own; their overall table is counted
    from their standings whenever it is looked at."""

    class Way(models.TextChoices):
        PLACES = "places", _("By place")
        SHARE = "share", _("By share")
        GAMES = "games", _("By games won")

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="evenings"
    )
    family = models.ForeignKey(
        Family, default=usual_family, on_delete=models.PROTECT, related_name="evenings"
    )
    name = models.CharField(_("name"), max_length=80)
    date = models.DateField(_("date"))
    # What a game brings in the overall table: a way of rulesets.standings.
    way = models.CharField(max_length=10, choices=Way, default=Way.PLACES)
    # Whoever has it sees the overall table; a new one closes the former address.
    token = models.CharField(max_length=64, unique=True, default=new_token)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-date", "-pk")

    def __str__(self) -> str:
        return self.name

    @property
    def book(self) -> int:
        """The family that it belongs to."""
        return cast("int", self.family_id)
