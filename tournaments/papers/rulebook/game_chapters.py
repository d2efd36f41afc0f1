"""A game's declaration and text as a chapter of the rulebook, with the tables that follow from
them."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from rulesets.cards.deck import ALL_RANKS, ALL_SUITS, JACK, RANKS, SPECIAL_NAMES
from rulesets.engine.game import FAMILIES, parse_options
from rulesets.engine.questions import questions_of
from rulesets.engine.roster import Roster, Setup
from rulesets.engine.text import signed
from rulesets.formats.card import blank_layout
from rulesets.rule_texts import common_chapter, option_notes, text_in_book
from tournaments.papers.rulebook.book import Chapter, Figures, HouseRules, Line
from tournaments.papers.scoreboards import Sheet
from tournaments.rules.rule_text import agreed_of, default_of, facts_of, option_words
from tournaments.web.wording import translate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rulesets.cards.card_rules import CardValues, Contract
    from rulesets.engine.game import Game
    from rulesets.formats import Format


KINDS = {
    ("set", False): "{count} × set of {size}",
    ("run", False): "{count} × run of {size}",
    ("set", True): "set of {size}",
    ("run", True): "run of {size}",
}


def figures_of(game: Game) -> tuple[Figures, ...]:
    """The tables below the scoring of a game."""
    tables = [_worths(game), *_of_cards(game)]
    return tuple(figures for figures in tables if figures is not None)


def _worths(game: Game) -> Figures | None:
    """The questions of the first round, and what each answer is worth by itself."""
    plays: Any = game.plays
    report_type = getattr(plays, "report_type", None)
    if report_type is None or not game.examples:
        return None
    options, _problems = parse_options(game.options, {})
    state = plays.start(game.examples[0].setup(game, options)).state
    worths = {question.key: question.worth(state) for question in questions_of(report_type(state))}
    rows = [
        (
            translate(field.says) or translate(field.label),
            _worth(worths.get(field.key), many=field.high > 1),
        )
        for field in plays.fields(state)
        if worths.get(field.key)
    ]
    if not rows:
        return None
    head = (_("What"), _("Points"))
    return Figures(_("What scores"), head, tuple(rows), _numbers_in(rows))


def _numbers_in(rows: Sequence[tuple[str, ...]]) -> frozenset[str]:
    """The last numbers in rows; points that count as themselves only if there is nothing else."""
    numbers = frozenset(number for row in rows for number in re.findall(r"−?\d+", row[-1]))
    return numbers - {"1", "−1"} or numbers


def _worth(worth: Any, *, many: bool) -> str:
    if isinstance(worth, tuple | list):
        return ", ".join(signed(points) for points in worth)
    text = signed(worth)
    return _("{points} each").format(points=text) if many else text


def _of_cards(game: Game) -> Iterator[Figures | None]:
    rules = game.cards
    if rules is None:
        return
    if rules.values is not None:
        yield _values(rules.values)
    if rules.contracts:
        rows = tuple(
            (
                str(number),
                contract_words(contract),
                str(sum(size for _kind, size in contract.groups)),
            )
            for number, contract in enumerate(rules.contracts, 1)
        )
        head = (_("No."), _("What to lay down"), _("Cards"))
        sizes = {str(size) for contract in rules.contracts for _kind, size in contract.groups}
        yield Figures(_("The contracts"), head, rows, frozenset(sizes))


def contract_words(contract: Contract) -> str:
    """ "2 × set of 3 and run of 4"."""
    parts = []
    for group in dict.fromkeys(contract.groups):
        kind, size = group
        count = contract.groups.count(group)
        parts.append(_(KINDS[kind, count == 1]).format(count=count, size=size))
    groups = _(" and ").join(parts)
    return _("{groups}, in one suit").format(groups=groups) if contract.one_suit else groups


def _values(values: CardValues) -> Figures:
    """What each rank counts; neighbours that count alike share a line, the highest first."""
    rows: list[tuple[str, str]] = []
    if values.joker is not None:
        rows.append((_("Joker"), signed(values.joker)))
    if values.wild is not None and values.wild_ranks:
        names = ", ".join(RANKS[rank - 1] for rank in sorted(values.wild_ranks))
        rows.append((_("{cards} (wild)").format(cards=names), signed(values.wild)))
    elif values.wild is not None:
        rows.append((_("Wild card"), signed(values.wild)))
    if values.special is not None:
        rows.append((", ".join(map(_, SPECIAL_NAMES)), signed(values.special)))
    for card, worth in sorted(values.faces.items()):
        rows.append((f"{ALL_RANKS[card.rank - 1]} {ALL_SUITS[card.suit].symbol}", signed(worth)))
    wild = values.wild_ranks if values.wild is not None else frozenset()
    rows += _ranks(values.ranks, wild)
    head = (_("Card"), _("Points"))
    return Figures(_("What the cards count"), head, tuple(rows), _numbers_in(rows))


def _ranks(ranks: tuple[int, ...], wild: frozenset[int]) -> Iterator[tuple[str, str]]:
    order = [1, *range(len(ranks), 1, -1)]
    runs: list[list[int]] = []
    for rank in order:
        if rank in wild:
            runs.append([])
        elif runs and runs[-1] and runs[-1][-1] == rank + 1 and ranks[rank - 1] == ranks[rank]:
            runs[-1].append(rank)
        else:
            runs.append([rank])
    pips = [run for run in runs if run]
    face = [run for run in pips if all(ranks[rank - 1] == rank for rank in run) and run[0] < JACK]
    low = min((run[0] for run in face if run[0] > 1), default=0)
    high = max((run[0] for run in face), default=0)
    for run in pips:
        if run in face and run[0] > 1 and high > low:
            if run[0] == high:
                yield f"{RANKS[high - 1]}–{RANKS[low - 1]}", _("as printed")
        else:
            first, last = RANKS[run[0] - 1], RANKS[run[-1] - 1]
            yield (first if len(run) == 1 else f"{first}–{last}"), signed(ranks[run[0] - 1])


USUAL = 4  # people on a sheet, unless something says otherwise


def chapter_of(
    game: Game,
    format: Format,
    people: str,
    house: Sequence[tuple[str, Mapping[str, Any]]] = (),
    *,
    sheets: bool = True,
    part: str = "",
    text: str = "",
) -> Chapter:
    """A game as a chapter of a book.

    form: the usual format of the game; people: how many can play, in words; house: names of house
    rules and the options that they set; text: instead of what the book has of it.
    """
    options, _problems = parse_options(game.options, {})
    card = blank_layout(format) if sheets else None
    common = common_chapter(game)
    agreed = tuple(HouseRules(name, agreed_of(game.options, values)) for name, values in house)
    return Chapter(
        key=game.slug,
        name=game.name,
        source=game.source,
        text=text or text_in_book(game),
        about=_(game.about) if game.declaration is None else game.about,
        aliases=game.aliases,
        facts=facts_of(game, people, options),
        labels={option.name: option.metadata["label"] for option in fields(game.options)},
        house=agreed,
        tables=figures_of(game),
        pictures={name: draw() for name, draw in game.pictures.items()},
        boards=game.plays.blank_drawings(options),
        sheet=sheet_of(game, options) if sheets and card is None else None,
        card=card,
        part=part,
        usual=tuple(
            (_(option.metadata["label"]), option_words(option, default_of(option)))
            for option in fields(game.options)
        ),
        line=line_of(game),
        common=(common.key, common.name) if common is not None else (),
        notes=option_notes(game),
    )


def chapter_in_short(
    game: Game, people: str, text: str, house: tuple[str, Mapping[str, Any]]
) -> Chapter:
    """A game as it is played somewhere, for a card for quick reference.

    people: how many can play, in words; house: the name of the rules in force, and their options.
    """
    options, _problems = parse_options(game.options, dict(house[1]))
    name, values = house
    return Chapter(
        key=game.slug,
        name=game.name,
        source=game.source,
        text=text,
        about=_(game.about) if game.declaration is None else game.about,
        facts=facts_of(game, people, options),
        labels={option.name: option.metadata["label"] for option in fields(game.options)},
        house=(HouseRules(name, agreed_of(game.options, values)),),
        line=line_of(game),
        notes=option_notes(game),
    )


MORE = 9  # players from which on the table of games has one column


def line_of(game: Game) -> Line:
    """The line of a game in the table "Find a game"."""
    low, high = game.plays.players
    numbers = game.plays.seats or range(low, high + 1)
    players = (*(number in numbers for number in range(2, MORE)), high >= MORE)
    kind = _("Our own games") if game.declaration is not None else _(FAMILIES[game.family])
    return Line(kind, players, game.minutes, game.needs.brief.render(_))


def common_chapters(chosen: Iterable[Game]) -> Iterator[Chapter]:
    """The chapters that several of these games share, each once."""
    games = {chapter: game for game in chosen if (chapter := common_chapter(game)) is not None}
    for chapter, game in games.items():
        yield Chapter(
            key=chapter.key,
            name=chapter.name,
            source=game.source,
            text=chapter.text,
            pictures={name: draw() for name, draw in game.pictures.items()},
        )


def sheet_of(game: Game, options: Any) -> Sheet:
    """A sheet without names."""
    plays = game.plays
    if plays.side_names:
        teams = tuple((team,) for team in range(len(plays.side_names)))
        called = tuple(_(name.capitalize()) for name in plays.side_names)
        roster = Roster(("",) * len(teams), teams, called)
    else:
        numbers = plays.seats or range(plays.players[0], plays.players[1] + 1)
        usual = min(numbers, key=lambda number: (abs(number - USUAL), number))
        roster = plays.roster(("",) * usual, options=options)
    setup = Setup(roster, options)
    lines = None if plays.rounds_in_all(setup) else 0
    return Sheet(plays.sheet(setup), game.name, game.source, written=True, lines=lines)
