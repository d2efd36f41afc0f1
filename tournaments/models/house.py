"""What a family keeps of its own: games that it declared, sets of options that have a name,
editions of its rulebook."""

from __future__ import annotations

from typing import cast

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.families import Family, usual_family


class HouseGame(models.Model):
    """A game of a family's own; what it is stands in its editions, of which the newest is played.

    A game that was put away is offered no more. Evenings keep the edition that they were begun
    with by themselves.
    """

    family = models.ForeignKey(
        Family, default=usual_family, on_delete=models.PROTECT, related_name="house_games"
    )
    slug = models.SlugField()
    away = models.BooleanField(_("put away"), default=False)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("slug",)
        verbose_name = _("own game")
        verbose_name_plural = _("own games")
        constraints = [
            models.UniqueConstraint(fields=("family", "slug"), name="house_game_once"),
        ]

    def __str__(self) -> str:
        return self.slug

    @property
    def owner_id(self) -> int:
        """The family on whose shelf it stands."""
        return cast("int", self.family_id)  # the stubs take what has a default for optional


class HouseEdition(models.Model):
    """One edition of a game of a family's own: its declaration, as one line of JSON."""

    game = models.ForeignKey(HouseGame, on_delete=models.CASCADE, related_name="editions")
    number = models.PositiveSmallIntegerField()
    declared = models.TextField()
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("game", "number")
        constraints = [
            models.UniqueConstraint(fields=("game", "number"), name="house_edition_once"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.number}"


class HouseRules(models.Model):
    """A named set of options of any game: "Kelowna Hearts, to 75"."""

    family = models.ForeignKey(
        Family, default=usual_family, on_delete=models.PROTECT, related_name="house_rules"
    )
    name = models.CharField(_("name"), max_length=60)
    game = models.SlugField(_("game"))
    options = models.JSONField(default=dict, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("name",)
        verbose_name = _("house rules")
        verbose_name_plural = _("house rules")
        constraints = [
            models.UniqueConstraint(fields=("family", "name"), name="house_rules_once"),
        ]

    def __str__(self) -> str:
        return self.name


class BookEdition(models.Model):
    """One edition as it was printed, of the rulebook or of a yearbook. It never changes: what was
    printed is kept byte for byte.

    `wish` is what was chosen for it (`tournaments.papers.editions.selectors`), `told` what it says
    of each game, so that the next one can list what is new (`changes`, `since`), and once it is
    printed the page of each; of a yearbook the numbers of the people it names (`people`). `pdf` is
    empty until its job has made it.
    """

    class Kind(models.TextChoices):
        RULEBOOK = "rulebook", _("rulebook")
        YEARBOOK = "yearbook", _("yearbook")

    family = models.ForeignKey(
        Family, default=usual_family, on_delete=models.PROTECT, related_name="book_editions"
    )
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.RULEBOOK)
    number = models.PositiveSmallIntegerField()
    title = models.CharField(_("title"), max_length=80)
    line = models.CharField(_("edition"), max_length=60)
    wish = models.JSONField(default=dict)
    told = models.JSONField(default=dict)
    changes = models.JSONField(default=list, blank=True)
    since = models.CharField(max_length=60, blank=True)
    language = models.CharField(max_length=10, default="en")
    pages = models.PositiveIntegerField(default=0)
    size = models.PositiveIntegerField(default=0)  # of the file, in bytes
    pdf = models.BinaryField(null=True, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("family", "kind", "-number")
        verbose_name = _("edition of a book")
        verbose_name_plural = _("editions of books")
        constraints = [
            models.UniqueConstraint(fields=("family", "kind", "number"), name="book_edition_once"),
        ]

    def __str__(self) -> str:
        return f"{self.title}, {self.line}"

    @property
    def owner_id(self) -> int:
        return cast("int", self.family_id)  # the stubs take what has a default for optional
