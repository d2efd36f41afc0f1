"""Write the page docs/formats.md: every format, as the formats declare themselves."""

from __future__ import annotations

import dataclasses
from itertools import groupby
from typing import TYPE_CHECKING, Any

from django.utils.translation import override

from rulesets.formats import FORMATS
from rulesets.formats.set_options import STAGE_KEYS, SetOptions
from rulesets.movements.movement import needs_of
from tournaments.management import Command as BaseCommand
from tournaments.models.event_games import every_game, formats_of
from tournaments.papers.catalogue import papers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.formats import Format

HEAD = """\
# The formats

A game says what a deal is and how it scores. A format says how a room full of people plays it.
`python3 manage.py list_formats` writes this page, and a test checks it against what the formats
declare. A new event offers the formats that suit the game and the number of people, the best first.

It also proposes how many sets to play, and of how many deals, so that the evening takes three hours
at most. The aim is seven sets; in a round robin as many as it takes for all to meet; where similar
scores meet, as many as it takes to separate the field (⌈log₂ n⌉, at least three). If all of them
fit with the usual number of deals, or with half or a quarter of it, that is the proposal. If not,
it is the largest of these numbers of deals that leaves time for seven sets, and as many sets as
fit. If none does, sets are one deal each, and there are at least three. How long a deal takes
follows from the game’s usual length. Numbers that you type yourself are never changed.

## Which format to choose

| Format | For | Seats | Whose score | Roles |
|---|---|---|---|---|"""
SCORES = {
    "own": "each table its own",
    "carried": "each player’s own, carried from set to set",
    "team": "the team’s",
}
CARRY = """
## Scores carried from set to set

Where everybody changes tables and takes a score along, agree before the first result what counts,
what a sit-out scores, and how to break ties.
"""
# Options of each of these formats.
SHARED = ("carry", "sit_out", "bye", "tie_breaks", "per_round", "best")
OF_STAGES = (*STAGE_KEYS, "best_of")
STAGES = """
## Two stages

The first stage can qualify people for a second: more sets on the same evening, drawn on the same
page, for those who have done best so far. They finish ahead of everybody else. In a bracket they
are placed by how far they came, then, as everywhere, by score. Their scores from the first stage
count in full, half or not at all. The best meet as late as possible. If everybody was ranked singly
and the second stage is for pairs, the first qualifier partners the last, the second the last but
one, and so on. The others watch, or play on in the same way for the places behind. All of this can
be changed until the second stage is drawn.
"""
FEW = 12  # more games than this are counted, not named


class Command(BaseCommand):
    """Write the page about all formats."""

    help = "Write the page docs/formats.md: every format, as the formats declare themselves."

    def handle(self, *args: Any, **options: Any) -> None:
        with override("en"):
            self.stdout.write("\n".join(write_page()))


def write_page() -> Iterator[str]:
    """The lines of the page: a table to choose by, then each format."""
    formats = [format for game in every_game() for format in formats_of(game)]
    slugs = [*FORMATS]
    formats.sort(key=lambda format: (slugs.index(format.kind.slug), not format.facts.partners))
    # A format may be of one kind for games of two sides, and of another where people play alone.
    kinds = [[*several] for _kind, several in groupby(formats, lambda format: format.kind)]
    yield HEAD
    for several in kinds:
        yield _row(several[0])
    for several in kinds:
        yield from _section(several)
    yield from _carry()


def _row(format: Format) -> str:
    seats = (
        f"change every {format.labels.seating.one.text}"
        if format.keeping.moves
        else "fixed for the evening"
    )
    if format.kind.ahead:
        seats += "; all are known in advance"
    elif needs_of(format.movement, 2).order_after is not None:
        seats += "; scores so far decide"
    elif format.facts.cuts:
        seats += "; results decide"
    if format.facts.fixed_pairs:
        seats += "; partners stay together"
    roles = " and ".join(format.facts.roles.plurals) or "none"
    people = _people(format)[:1].lower() + _people(format)[1:]
    slug, score = format.kind.slug, SCORES[format.keeping.credit]
    return f"| `{slug}` | {people} | {seats} | {score} | {roles} |"


def _section(forms: list[Format]) -> Iterator[str]:
    format = forms[0]
    yield f"\n## {format.kind.name.text} `{format.kind.slug}`\n"
    yield f"{_blurb(format)}\n"
    yield f"- **Games:** {_games(forms)}."
    yield f"- **People:** {_people(format)}."
    yield f"- **An evening:** {format.offer.course.text or 'until the game ends'}."
    yield from _options(format)
    yield f"- **Sits out:** {_sit_outs(format)}."
    own = [
        str(paper.title) for paper in papers().values() if paper.where and paper.is_offered(format)
    ]
    yield f"- **Extra papers:** {', '.join(own)}."


def _blurb(format: Format) -> str:
    """The first paragraph of the docstring of its class, on one line."""
    first, _blank, _rest = (format.kind.build.__doc__ or "").partition("\n\n")
    return " ".join(first.split())


def _games(forms: list[Format]) -> str:
    names = [format.game.name for format in forms]
    every = len(every_game())
    return ", ".join(names) if len(names) <= FEW else f"{len(names)} of the {every}"


def _people(format: Format) -> str:
    if not format.keeping.moves:
        return "As many at a table as the game allows"
    text = format.offer.how_many.text
    return f"{text} (up to {format.tables.most} people)" if format.tables.most else text


def _options(format: Format) -> Iterator[str]:
    """The options that only this format has."""
    listed_below = {*SHARED, *(OF_STAGES if format.kind.qualifies else ())}
    own = [
        option
        for option in dataclasses.fields(format.kind.options)
        if option.name not in listed_below
    ]
    for option in own:
        yield f"- **Option** {_option(option)}"
    shared = [name for name in SHARED if name not in format.agreement.idle]
    if len(own) < len(dataclasses.fields(format.kind.options)):
        yield f"- **Scores:** {', '.join(f'`{name}`' for name in shared)}: see below."
    if format.kind.qualifies:
        yield "- **Second stage:** possible, see below."


def _option(field: dataclasses.Field[Any]) -> str:
    about = field.metadata
    words = [f"`{field.name}`: {about['label']}"]
    words += [f"`{key}` ({label})" for key, label in about["choices"]]
    if about["low"] is not None:
        words.append(f"{about['low']} to {about['high']}")
    return f"{', '.join(words)}; usually {_usual(field)}. {about['help']}".rstrip()


def _usual(field: dataclasses.Field[Any]) -> str:
    """The default of an option."""
    none = field.metadata["none"]
    if field.default is False:
        return "no"
    if none and not field.default:
        return none if field.default == () else f"{field.default} ({none})"
    if isinstance(field.default, str) or (field.metadata["choices"] and field.default):
        return f"`{field.default}`"
    return "none" if field.default == () else str(field.default)


def _carry() -> Iterator[str]:
    """The options of every format in which scores are carried."""
    yield CARRY
    options = {option.name: option for option in dataclasses.fields(SetOptions)}
    for name in SHARED:
        yield f"- **Option** {_option(options[name])}"
    yield STAGES
    for name in OF_STAGES:
        yield f"- **Option** {_option(options[name])}"


def _sit_outs(format: Format) -> str:
    if not format.keeping.moves:
        return "nobody"
    if format.length.by_people:
        return "people left over in the first set, who go on without playing"
    if format.ranking.sit_out.by == "mean":
        return "people left over, in turn; usually scoring the average of their own sets"
    if each := format.ranking.sit_out.each_deal:
        return f"people left over, in turn, scoring {each} points a deal"
    return "people left over, in turn, scoring nothing"
