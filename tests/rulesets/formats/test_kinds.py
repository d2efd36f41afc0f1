"""Formats before a game is chosen, and what builders make of them."""

from __future__ import annotations

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
