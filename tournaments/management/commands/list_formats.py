"""Write the page docs/formats.md: every format, as the formats declare themselves."""

from __future__ import annotations

import dataclasses
from itertools import groupby
from typing import TYPE_CHECKING, Any

from django.utils.translation import override

from rulesets.formats import FORMATS
from rulesets.formats.sets import STAGE_KEYS, SetOptions
from tournaments.management import Command as BaseCommand
from tournaments.models.event_games import every_game, formats_of
from tournaments.papers.catalogue import papers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.formats import Format

HEAD = """\
# The formats

A game says what a deal is and how it scores, a format how a room full of people plays it. This
page is written by `python3 manage.py list_formats`; a test holds it to what the formats declare. A
new event proposes those that fit the game and the number of people, the best first.

It also fills in how many sets are played, and of how many deals, so that the evening takes three
hours at most. Wanted are seven sets; where each is to meet each, as many as that takes; where
equals meet, as many as part the field (⌈log₂ n⌉, three at least). All of them are proposed, with
the usual deals, half of them, or half of these; where that takes longer, as many sets as can be of
the most deals with which they come to seven; where none does, sets of one deal, three at least. How
long a deal takes follows from what the game says of itself. Whoever types other numbers keeps them.

## Which format to take

| Format | For | Seats | Whose points | Roles |
|---|---|---|---|---|"""
SCORES = {
    "own": "each table its own",
    "carried": "everybody’s own, carried along",
    "team": "the team’s",
}
CARRY = """
## What people carry on

Where everybody changes tables and takes something along, it is agreed before the first result what
that is, what sitting out brings, and who is before whom on the same total.
"""
# Options of each of these formats.
SHARED = ("carry", "sit_out", "bye", "tie_breaks", "per_round", "best")
STAGES = """
## Two stages

What is played can be the qualifying of something else: further sets of the same evening, drawn on
the same page, for the best of those so far. They stand before all others in the end. In a bracket
they stand by how far they came, then, as everywhere, by what they carry; what they carried in the
qualifying does not count any more, or in full, or half. The best of a bracket meet as late as can
be. Where everybody was ranked alone and pairs play on, the first of those who go on is the partner
of the last, the second of the last but one. The others look on, or play on in the same way for the
places behind. Until the second stage is drawn all of this can be changed.
"""
FEW = 12  # games that are named one by one


class Command(BaseCommand):
    """Write the page of all formats."""

    help = "Write the page docs/formats.md: every format, as the formats declare themselves."

    def handle(self, *args: Any, **options: Any) -> None:
        with override("en"):
            self.stdout.write("\n".join(write_page()))


def write_page() -> Iterator[str]:
    """The lines of the page: a table to choose by, then each format."""
    found = [form for game in every_game() for form in formats_of(game)]
    slugs = [*FORMATS]
    found.sort(key=lambda form: (slugs.index(form.slug), not form.partners))
    # A format may be of one class for games of two sides, and of another where people play alone.
    kinds = [[*several] for _kind, several in groupby(found, type)]
    yield HEAD
    for several in kinds:
        yield _row(several[0])
    for several in kinds:
        yield from _section(several)
    yield from _carry()


def _row(form: Format) -> str:
    seats = f"change every {form.seating_called.one.text}" if form.moves else "stay for the evening"
    if form.ahead:
        seats += "; all are known before the first"
    elif form.by_rank:
        seats += "; what people have so far decides"
    elif form.cuts:
        seats += "; who wins decides"
    if form.fixed_pairs:
        seats += "; partners stay together"
    roles = " and ".join(form.role_names) or "none"
    wanted = _people(form)[:1].lower() + _people(form)[1:]
    return f"| `{form.slug}` | {wanted} | {seats} | {SCORES[form.credit]} | {roles} |"


def _section(forms: list[Format]) -> Iterator[str]:
    form = forms[0]
    yield f"\n## {form.name.text} `{form.slug}`\n"
    yield f"{(type(form).__doc__ or '').partition(chr(10))[0]}\n"
    yield f"- **Games:** {_games(forms)}."
    yield f"- **People:** {_people(form)}."
    yield f"- **An evening:** {form.course.text or 'until the game ends'}."
    yield from _options(form)
    yield f"- **Sits out:** {_sit_outs(form)}."
    own = [str(one.title) for one in papers().values() if one.where and one.is_offered(form)]
    yield f"- **Prints, besides what every evening does:** {', '.join(own)}."


def _games(forms: list[Format]) -> str:
    names = [form.game.name for form in forms]
    every = len(every_game())
    return ", ".join(names) if len(names) <= FEW else f"{len(names)} of the {every}"


def _people(form: Format) -> str:
    if not form.moves:
        return "As many at a table as the game takes"
    text = form.how_many().text
    return f"{text}, {form.most_people} at most" if form.most_people else text


def _options(form: Format) -> Iterator[str]:
    """Those that it does not share with all formats of its kind."""
    own = [
        one
        for one in dataclasses.fields(form.own_options)
        if one.name not in (*SHARED, *STAGE_KEYS)
    ]
    for one in own:
        yield f"- **Option** {_option(one)}"
    shared = [name for name in SHARED if name not in form.idle_options]
    if len(own) < len(dataclasses.fields(form.own_options)):
        yield "- **Carry:** " + ", ".join(f"`{name}`" for name in shared) + ": see below."
    if form.qualifies:
        yield "- **Stages:** another one may follow, see below."


def _option(one: dataclasses.Field[Any]) -> str:
    about = one.metadata
    words = [f"`{one.name}`: {about['label']}"]
    words += [f"`{key}` ({label})" for key, label in about["choices"]]
    if about["low"] is not None:
        words.append(f"{about['low']} to {about['high']}")
    usual = f"`{one.default}`" if isinstance(one.default, str) else one.default or "none"
    usual = "no" if one.default is False else usual
    return f"{', '.join(words)}, usually {usual}. {about['help']}".rstrip()


def _carry() -> Iterator[str]:
    """What all formats share in which people take points along."""
    yield CARRY
    known = {one.name: one for one in dataclasses.fields(SetOptions)}
    for name in SHARED:
        yield f"- **Option** {_option(known[name])}"
    yield STAGES
    for name in STAGE_KEYS:
        yield f"- **Option** {_option(known[name])}"


def _sit_outs(form: Format) -> str:
    if not form.moves:
        return "nobody"
    if form.by_people:
        return "whoever is over in the first set, and goes on without playing"
    if form.sit_out_mean:
        return "whoever is over, in turn, for the mean of the own sets"
    if form.sit_out:
        return f"whoever is over, in turn, for {form.sit_out} points a deal"
    return "whoever is over, in turn, for nothing"
