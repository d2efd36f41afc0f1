"""Formats before a game is chosen, and what builders make of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulesets.formats import FORMATS, format_of
from rulesets.formats.format import FormatKind, first_stage
from rulesets.formats.hands import Hands
from rulesets.formats.stages import FINAL_TABLE
from rulesets.games import load, slugs

GAMES = {"table": "golf", "court_whist": "court-whist", "team_line": "gin-tournament"}
GAMES |= {"meetings": "hearts"}


def kinds() -> list[tuple[FormatKind, str]]:
    """Every kind, with a game that is played so."""
    pairs = [(kind, GAMES.get(slug, "euchre")) for slug, kind in FORMATS.items()]
    pairs.append((FINAL_TABLE, "euchre"))
    return pairs + [(kind.alone, "hearts") for kind, _game in pairs if kind.alone]


@pytest.mark.parametrize(("kind", "game"), kinds(), ids=lambda part: getattr(part, "slug", part))
def test_an_evening_that_has_kept_no_options_is_built_with_the_usual_ones(
    kind: FormatKind, game: str
) -> None:
    usual = kind.build(kind, load(game), kind.option_type(load(game))(), 0)
    bare = kind.build(kind, load(game), object(), 0)
    for part in ("facts", "length", "agreement"):
        assert (
            repr(getattr(bare, part)).partition(" at 0x")[0]
            == (repr(getattr(usual, part)).partition(" at 0x")[0])
        )
    assert bare.ranking.metrics == usual.ranking.metrics


@pytest.mark.parametrize("slug", slugs())
def test_a_game_of_two_sides_and_one_for_people_alone_find_their_kind(slug: str) -> None:
    game = load(slug)
    for form in game.formats:
        kind, format = FORMATS[form], format_of(game, form)
        assert format.kind is (kind if game.in_sides or not kind.alone else kind.alone)
        assert (format.kind.slug, format.keeping.apart) == (form, type(format.hands) is not Hands)
        assert first_stage(format) is format


def test_what_is_made_of_the_whole_format_follows_a_part_that_is_replaced() -> None:
    format = format_of(load("euchre"), "progressive")
    shorter = replace(format, length=replace(format.length, sets=3, most=3))
    assert (format.offer.course.text, len(format.sets)) == ("7 sets of 4 hands", 7)
    assert (shorter.offer.course.text, len(shorter.sets)) == ("3 sets of 4 hands", 3)


@pytest.mark.parametrize(
    ("stages", "metrics"),
    [
        ("knockout", ("stage", "reached", "carry", "wins")),
        ("pairs", ("stage", "carry", "wins")),
        ("table", ("stage", "carry", "wins")),
    ],
)
def test_places_after_two_stages_follow_from_how_far_somebody_came(
    stages: str, metrics: tuple[str, ...]
) -> None:
    game = load("euchre")
    usual = format_of(game, "individual").agreed
    agreed = replace(usual, stages=stages, qualify=8, tie_breaks=("wins",), per_round=2)
    format = format_of(game, "individual", agreed)
    assert format.ranking.metrics == metrics
    assert format.ranking.average_from == 0
    first, second = format.stages
    assert (first_stage(format), second.kind.slug) == (first, stages)
    assert first.ranking.metrics == ("mean", "wins")
    assert format.in_set(usual.rounds + 1).eliminates
    assert not format.in_set(usual.rounds).eliminates
