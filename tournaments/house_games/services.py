"""Changes to a family's own games and house rules: declare, edit, put away, delete."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.db import transaction

from rulesets.engine.game import plain, read_options
from rulesets.engine.problems import error
from rulesets.files.house_game import read_new_declaration
from rulesets.house_games import canonical, slug_of
from tournaments.house_games.selectors import newest, was_played
from tournaments.models import HouseEdition, HouseGame, HouseRules
from tournaments.models.errors import Refused, refusal
from tournaments.models.event_games import declaration_of, find_declared_game, game_called

if TYPE_CHECKING:
    from rulesets.house_games import Declaration

MOST_GAMES = 100
MOST_RULES = 200
MOST_EDITIONS = 999
LONGEST_NAME = 60
GONE = "This game has been deleted in the meantime."
MANY_GAMES = "There are already {most} games on your shelf. Delete one first."


def seen(edition: HouseEdition) -> str:
    """Return a key of the edition that a form was made from, to notice changes by others."""
    digest = hashlib.sha256(edition.declared.encode()).hexdigest()[:16]
    return f"{edition.number}-{digest}"


def check_declaration(value: object) -> Declaration:
    """Read the declaration in decoded JSON. Raises Refused with all its problems."""
    declared, problems = read_new_declaration(value)
    if declared is None:
        raise Refused(problems)
    return declared


def new_game(*, family: int, value: object) -> HouseGame:
    """Put a game on the family's shelf. Raises Refused with the problems of the declaration and
    their places."""
    declared = check_declaration(value)
    with transaction.atomic():
        own = set(HouseGame.objects.filter(family_id=family).values_list("slug", flat=True))
        if len(own) >= MOST_GAMES:
            raise refusal("house.most", MANY_GAMES, "name", most=MOST_GAMES)
        game = HouseGame.objects.create(family_id=family, slug=_free(slug_of(declared.name), own))
        HouseEdition.objects.create(game=game, number=1, declared=canonical(declared))
    return game


def _free(base: str, taken: set[str]) -> str:
    slug, number = base, 1
    while slug in taken:
        number += 1
        slug = f"{base}-{number}"
    return slug


def change_game(*, game: HouseGame, value: object, basis: str) -> tuple[HouseEdition, bool]:
    """Change a game. If it was played, add a new edition instead.

    `basis`: the key by `seen` of the edition that the form began with. Returns the edition, and
    whether it is new. Raises Refused.
    """
    declared = canonical(check_declaration(value))
    with transaction.atomic():
        if HouseGame.objects.select_for_update().filter(pk=game.pk).first() is None:
            raise refusal("house.gone", GONE, "name")
        edition = newest(game)
        if seen(edition) != basis:
            text = (
                "Somebody has changed this game in the meantime. Open it again; what you typed is "
                "below."
            )
            raise refusal("house.changed", text)
        if declared == edition.declared:
            return edition, False
        if not was_played(edition):
            edition.declared = declared
            edition.save(update_fields=["declared"])
            return edition, False
        if edition.number >= MOST_EDITIONS:
            raise refusal("house.editions", "There is no room for another edition.", "name")
        number = edition.number + 1
        return HouseEdition.objects.create(game=game, number=number, declared=declared), True


def take_in(
    *, family: int, slug: str, editions: Mapping[int, str]
) -> tuple[str, Mapping[int, int]]:
    """Put an imported game on a family's shelf, or find it there. Call it inside a transaction.

    `editions`: valid declarations, one line of JSON each, by number. If a game of the shelf has the
    same editions under the numbers of both, it is the same game and gets the missing editions;
    otherwise, if one game has all declarations under any numbers, it is that. Else the game is
    added under a free slug. Existing editions stay unchanged. Returns the slug here, and the number
    here by imported number. Raises Refused if the shelf is full.
    """
    own = {game: dict[int, str]() for game in HouseGame.objects.filter(family_id=family)}
    by_game = {game.pk: here for game, here in own.items()}
    for edition in HouseEdition.objects.filter(game__family_id=family).select_related("game"):
        read = find_declared_game(edition.declared, edition.game.slug, edition.number)
        written = declaration_of(read) if read else ""  # in today's notation
        by_game[edition.game_id][edition.number] = written or edition.declared
    # The game with the same slug comes first.
    ordered = sorted(own.items(), key=lambda shelved: (shelved[0].slug != slug, shelved[0].slug))
    for game, here in ordered:
        both = here.keys() & editions.keys()
        if both and all(here[number] == editions[number] for number in both):
            _add_editions(game, {n: editions[n] for n in editions.keys() - both})
            return game.slug, {number: number for number in editions}
    for game, here in ordered:
        numbers = {declared: number for number, declared in sorted(here.items())}
        if numbers.keys() >= set(editions.values()):
            return game.slug, {n: numbers[declared] for n, declared in editions.items()}
    if len(own) >= MOST_GAMES:
        raise refusal("house.most", MANY_GAMES, "file", most=MOST_GAMES)
    taken = {game.slug for game in own}
    game = HouseGame.objects.create(family_id=family, slug=_free(slug, taken))
    _add_editions(game, editions)
    return game.slug, {number: number for number in editions}


def _add_editions(game: HouseGame, editions: Mapping[int, str]) -> None:
    HouseEdition.objects.bulk_create(
        HouseEdition(game=game, number=number, declared=declared)
        for number, declared in sorted(editions.items())
    )


def put_away(*, game: HouseGame, away: bool) -> None:
    """Stop offering a game, or offer it again."""
    HouseGame.objects.filter(pk=game.pk).update(away=away)


def delete_game(*, game: HouseGame) -> None:
    """Delete a game that nobody ever played. Raises Refused for any other."""
    with transaction.atomic():
        held = HouseGame.objects.select_for_update().filter(pk=game.pk).first()
        if held is None:
            return
        if any(was_played(edition) for edition in held.editions.all()):
            raise refusal("house.played", "This game has been played. Put it away instead.")
        HouseRules.objects.filter(family_id=held.owner_id, game=held.slug).delete()
        held.delete()


def keep_rules(
    *,
    family: int,
    name: str,
    game: str,
    options: Mapping[str, Any],
    rules: HouseRules | None = None,
) -> HouseRules:
    """Save options of a game under a name, or change the house rules `rules`. Raises Refused with
    the problems of name and options."""
    played = game_called(game, family=family)
    if played is None:
        raise refusal("event.game", "Choose a game.", "game")
    chosen, problems = read_options(played, options)
    called = " ".join(name.split())
    all_problems = list(problems)
    others = HouseRules.objects.filter(family_id=family)
    if not 0 < len(called) <= LONGEST_NAME:
        text = "A name has 1 to {most} characters."
        all_problems.append(error("rules.name", text, ("name",), most=LONGEST_NAME))
    elif others.filter(name=called).exclude(pk=rules.pk if rules else 0).exists():
        all_problems.append(error("rules.twice", "Other house rules have that name.", ("name",)))
    elif rules is None and others.count() >= MOST_RULES:
        text = "There are already {most} sets of house rules. Delete some first."
        all_problems.append(error("rules.most", text, ("name",), most=MOST_RULES))
    if all_problems:
        raise Refused(all_problems)
    house_rules = rules or HouseRules(family_id=family, game=played.slug)
    house_rules.name, house_rules.options = called, plain(chosen)
    house_rules.save()
    return house_rules


def delete_rules(*, rules: HouseRules) -> None:
    """Delete house rules. Evenings that were made with them keep their options."""
    rules.delete()
