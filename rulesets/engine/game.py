"""The record of a game: its name, its source, how it is played, and the options that it leaves
open.

There is one record per game. Form, checks, score, explanation, score sheet, JSON schema, rulebook
page and tests all follow from `plays` (usually `rulesets.rounds.Rounds`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, make_dataclass, replace
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

from rulesets.cards.deck import Needs
from rulesets.engine.plays import OWN
from rulesets.engine.problems import LONGEST_FIELD, Problem, error
from rulesets.engine.roster import Roster, Setup
from rulesets.engine.text import Phrase

if TYPE_CHECKING:
    from rulesets.cards.card_rules import CardRules
    from rulesets.drawing.vectors import Drawing
    from rulesets.engine.plays import Plays
    from rulesets.referee import Referee


T = TypeVar("T")
NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou", "Mo")
TWO, FOUR = 2, 4
MADE_UP = 3  # games of which the rounds are counted
MOST_MADE_UP = 50  # rounds of one of them
FEW_MADE_UP = 12  # that show what a round can bring
CACHE_SIZE = 1024  # kinds of options of a game in its format
# For two sides of partners.
DRIVES = ("court_whist", "progressive", "individual", "mixed", "pairs", "swiss", "knockout")
ALONE = ("meetings", "swiss", "knockout")  # for people who play alone
DUELS = ("pairs",)  # for two of them at a table
# The ways a game scores, and their names.
FAMILIES = {
    "points": "Points every round",
    "tricks": "Tricks",
    "contracts": "A ladder of contracts",
    "stakes": "Stakes",
    "winner": "Only who wins",
    "room": "The whole room together",
}


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example: consecutive reports and the totals they lead to, by side.

    `players` is how many there are (0: as many as totals, or four in two sides), `round` the round
    of the first report, `first` who deals it.
    """

    note: str
    reports: tuple[Any, ...]
    gives: tuple[int, ...]
    players: int = 0
    round: int = 1
    first: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    roles: tuple[str, ...] = ()

    def roster(self, plays: Plays, options: Any = None) -> Roster:
        """Return alphabetical names for the players."""
        alone = len(self.gives) if not getattr(plays, "sides", 0) else FOUR
        return plays.roster(NAMES[: self.players or alone], self.roles, options)

    def setup(self, game: Game, options: Any) -> Setup:
        return Setup(self.roster(game.plays, options), options, self.first, self.round - 1)


def example(
    note: str,
    *reports: Any,
    gives: Sequence[int],
    players: int = 0,
    round: int = 1,  # noqa: A002 - it is one
    first: int | None = None,
    roles: Sequence[str] = (),
    **options: Any,
) -> Example:
    """Return a worked example: what it shows, the reports, and the totals afterwards."""
    return Example(note, reports, tuple(gives), players, round, first, options, tuple(roles))


def option(
    label: str,
    *,
    default: Any,
    help: str = "",  # noqa: A002 - it is what a form calls it
    low: int | None = None,
    high: int | None = None,
    choices: Sequence[tuple[Any, str]] = (),
    none: str = "",
    some: str = "",
    follows: str = "",
    group: str = "",
    ends: bool = False,
) -> Any:
    """Return a labelled field of an options dataclass.

    Its default decides its kind: a bool; an int within low..high; an int or a text that is one of
    `choices` (key, label), or also a whole number if low and high are given too; a tuple of
    different `choices` in an order; or a tuple of texts (low and high then bound their number). For
    a number, `none` names the value 0 if it does not mean a number ("no clock"), and `some` any
    other ("this many minutes"), also beside `choices`. `follows` names an option with choices,
    declared before it, whose first choice, its default, makes this one pointless. `group` is the
    heading under which it is folded away with others. `ends`: it decides when the game is over,
    which is meaningless for independent deals.
    """
    words = {"label": label, "help": help, "none": none, "some": some, "group": group}
    bounds = {"low": low, "high": high, "choices": tuple(choices)}
    metadata = {**words, **bounds, "follows": follows, "ends": ends}
    return field(default=default, metadata=metadata)


def goal(
    default: int,
    *,
    low: int,
    high: int,
    help: str = "The game ends with the round in which somebody has so many points.",  # noqa: A002
    none: str = "",
) -> Any:
    """Return the option of every game that is played until somebody reaches a total; `none` is the
    label for a game without one."""
    return option(
        "Play until somebody reaches",
        default=default,
        help=help,
        low=low,
        high=high,
        none=none,
        some="this many points",
        ends=True,
    )


@dataclass(frozen=True, slots=True)
class NoOptions:
    """The options of a game without any."""


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A game's whole declaration.

    `source` names book and page, and `about` says in a sentence what kind of game it is. `options`
    is the dataclass of what people may agree on. `edition` goes up when the scoring changes, and
    `former` keeps, by edition, the fields that were different (`former={1: {"options":
    FirstOptions}}`), so that whatever was begun under an edition is scored by it to the end.
    `formats` are the slugs of the formats in which it can be played, the default first;
    `club_format` is the one that is customary where several tables play it together. `cards`
    says how cards are counted or melded, for `python -m rulesets count`. `declaration` is what a
    family declared for its own game, as in a score file, and `text` its rule text.

    People find a game by `name` and `aliases` (other names), by its `family` (one of FAMILIES), by
    what it `needs` on the table, and by about how many `minutes` an evening takes with the default
    options (0: unknown).

    `pictures` are those that its text mentions as `![caption](picture:name)`, by name. `referee`
    judges turns, if the rules are about them (`rulesets.referee`). `sheet` names the cheat sheet
    that it shares with other games (`rulesets.games.sheet_text`).
    """

    slug: str
    name: str
    source: str
    plays: Plays
    about: str = ""
    options: type = NoOptions
    edition: int = 1
    former: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    examples: tuple[Example, ...] = ()
    formats: tuple[str, ...] = ("table",)
    club_format: str = ""
    cards: CardRules | None = None
    declaration: Mapping[str, Any] | None = None
    text: str = ""
    family: str = "points"
    aliases: tuple[str, ...] = ()
    needs: Needs = field(default_factory=Needs)
    minutes: int = 0
    sheet: str = ""
    referee: Referee | None = None
    pictures: Mapping[str, Callable[[], Drawing]] = field(default_factory=dict)

    @property
    def in_sides(self) -> bool:
        """Whether people play it in sides only, never singly."""
        return bool(getattr(self.plays, "sides", 0))

    def as_of(self, edition: int) -> Game:
        """Return the game as it was in an edition; one that changed nothing is like the next one
        kept. Raises LookupError for a future edition."""
        if not 1 <= edition <= self.edition:
            raise LookupError(f"{self.name} has no edition {edition}")
        editions = [number for number in sorted(self.former) if number >= edition]
        changes = self.former[editions[0]] if editions and edition < self.edition else {}
        return replace(self, edition=edition, former={}, **changes)


def table_game(**declared: Any) -> Game:
    """Return a game at a separate table. If it is for two sides of partners it can also be a drive;
    if people play singly, they can also meet others at other tables."""
    return Game(**{"formats": ("table", *find_formats(declared["plays"])), **declared})


def find_formats(plays: Plays) -> tuple[str, ...]:
    """Return the other formats in which a game can be played: drives for two sides at tables of
    four, changing tables for single players."""
    low, high = plays.players
    if sides := getattr(plays, "sides", 0):
        seats = plays.seats or range(low, high + 1)
        return DRIVES if sides == TWO and FOUR in seats else ()
    return (*ALONE, *(DUELS if low <= TWO <= high else ()))


@lru_cache(CACHE_SIZE)
def usual_length(game: Game) -> float:
    """Return about how many rounds a game lasts with the default options: its fixed number, or the
    average of a few made-up ones; 0 if it goes on as long as people like."""
    plays, options = game.plays, game.options()
    low, high = plays.players
    names = NAMES[: max(low, min(FOUR, high))]
    setup = Setup(plays.roster(names, options=options), options, 0)
    if count := plays.rounds_in_all(setup):
        return count
    played = 0
    for seed in range(MADE_UP):
        chance = Random(seed)  # noqa: S311 - always the same game
        state, ends = plays.start(setup).state, played + MOST_MADE_UP
        while plays.over(state) is None:
            if played == ends:
                return 0
            state, played = plays.play(state, plays.sample(state, chance)).state, played + 1
    return played / MADE_UP


@lru_cache(CACHE_SIZE)
def scores_below_zero(game: Game) -> bool:
    """Return whether a score can be below 0 with the default options: always for stakes, otherwise
    as a few made-up rounds show."""
    plays, options = game.plays, game.options()
    if plays.unit in plays.conserved:
        return True
    low, high = plays.players
    names = NAMES[: max(low, min(FOUR, high))]
    opening = plays.start(Setup(plays.roster(names, options=options), options, 0)).state
    for seed in range(MADE_UP):
        chance, state = Random(seed), opening  # noqa: S311 - always the same game
        for _ in range(FEW_MADE_UP):
            if plays.over(state) is not None:
                break
            state = plays.play(state, plays.sample(state, chance)).state
            if min(plays.totals(state), default=0) < 0:
                return True
    return False


TextParams = dict[str, "str | int | Phrase"]


@lru_cache(CACHE_SIZE)
def merge_options(game: type, more: type) -> type:
    """Return one dataclass with the options of a game and of its format. If both have an option of
    the same name, as families' own games may, the format's keeps the name, and the game's begins
    with `OWN` (`own_option` reads it)."""
    mine, more_names = dataclasses.fields(game), names_of(more)
    both = [(OWN + entry.name, entry) for entry in mine if entry.name in more_names]
    named = [*both, *((entry.name, entry) for entry in dataclasses.fields(more))]
    fields = [(name, Any, field(default=entry.default, metadata=entry.metadata))
              for name, entry in named]  # fmt: skip
    if not fields:
        return game
    bases = (game,)
    return make_dataclass("Options", fields, bases=bases, frozen=True, slots=True, kw_only=True)


def options_without(kind: type, *names: str) -> type:
    """Return the options of a dataclass without those of these names."""
    options = [
        (entry.name, entry.type, field(default=entry.default, metadata=entry.metadata))
        for entry in dataclasses.fields(kind)
        if entry.name not in names
    ]
    return make_dataclass(kind.__name__, options, frozen=True, slots=True, kw_only=True)


def names_of(kind: type) -> frozenset[str]:
    """Return the names of the options of a dataclass."""
    return frozenset(entry.name for entry in dataclasses.fields(kind))


def read_options(
    game: Game, values: object, kind: type | None = None
) -> tuple[Any, tuple[Problem, ...]]:
    """Return the options of a game from plain values, and their problems, each at ("options",
    name). `kind` has options besides the game's own (`merge_options`).

    Options are checked together once each of them is right by itself; they are fine if some number
    of people can play by them. Wrong ones stay at their defaults.
    """
    options, problems = parse_options(kind or game.options, values)
    if problems:
        return options, tuple(problem.under("options") for problem in problems)
    low, high = game.plays.players
    against = [_against(game, options, low)]
    if against[0]:  # of the fewest; others may do better by the same options
        counts = game.plays.seats or range(low + 1, high + 1)
        against += [_against(game, options, count) for count in counts]
    return options, () if () in against else against[0]


def _against(game: Game, options: Any, count: int) -> tuple[Problem, ...]:
    """Return the problems of the options for this many players."""
    names = tuple(str(number) for number in range(1, count + 1))
    problems = game.plays.check_setup(Setup(game.plays.roster(names, options=options), options))
    return tuple(problem for problem in problems if problem.at[:1] == ("options",))


def plain(options: Any) -> dict[str, Any]:
    """Return options as they are stored; `read_options` reads them back."""
    values = dataclasses.asdict(options)
    return {key: list(v) if isinstance(v, tuple) else v for key, v in values.items()}


def parse_options(kind: type, values: object) -> tuple[Any, tuple[Problem, ...]]:
    """Return an instance of the options dataclass `kind`, and all problems of the given values.

    Wrong ones stay at their defaults. What `RETIRED` of the class names was an option once, and
    changed nothing: it is passed over, so that former files can be read.
    """
    if not isinstance(values, Mapping):
        return kind(), (error("options.type", "Options have to be an object."),)
    fields = {f.name: f for f in dataclasses.fields(kind)}
    good: dict[str, Any] = {}
    problems: list[Problem] = []
    for key, value in values.items():
        if key in getattr(kind, "RETIRED", ()):
            continue
        if key not in fields:
            text = "There is no option “{field}”."
            name = str(key)[:LONGEST_FIELD]
            problems.append(error("options.unknown", text, (str(key),), field=name))
            continue
        problem = _option_problem(fields[key], value)
        if problem is None:
            good[key] = tuple(value) if isinstance(value, list) else value
        else:
            problems.append(problem)
    return kind(**good), tuple(problems)


def _option_problem(field: dataclasses.Field[Any], value: object) -> Problem | None:
    label, low, high = (field.metadata.get(name) for name in ("label", "low", "high"))
    params: TextParams = {"label": Phrase(str(label))}
    if isinstance(field.default, bool):
        if isinstance(value, bool):
            return None
        return error("options.type", "{label}: enter true or false.", (field.name,), **params)
    if field.metadata["choices"]:
        return _choice_problem(field, value, params)
    if isinstance(field.default, tuple):
        return _texts_problem(field, value, params)
    if not isinstance(value, int) or isinstance(value, bool):
        return error("options.type", "{label}: enter a whole number.", (field.name,), **params)
    if (low is not None and value < low) or (high is not None and value > high):
        params |= {"value": value, "low": str(low), "high": str(high)}
        text = "{label}: {value} is not between {low} and {high}."
        return error("options.range", text, (field.name,), **params)
    return None


def _choice_problem(
    field: dataclasses.Field[Any], value: object, params: TextParams
) -> Problem | None:
    keys = [key for key, _ in field.metadata["choices"]]
    params |= {"choices": ", ".join(map(str, keys))}
    if isinstance(field.default, tuple):
        return _order_problem(field, value, keys, params)
    low, high = field.metadata["low"], field.metadata["high"]
    if low is not None:
        params |= {"low": str(low), "high": str(high)}
        if isinstance(value, int) and not isinstance(value, bool):
            text = "{label}: {value} is not between {low} and {high}."
            params |= {"value": value}
            fits = low <= value <= high
            return None if fits else error("options.range", text, (field.name,), **params)
        if type(value) is not type(field.default):
            text = "{label}: choose one of {choices}, or a whole number from {low} to {high}."
            return error("options.type", text, (field.name,), **params)
    if type(value) is not type(field.default):
        return error("options.type", "{label}: choose one of {choices}.", (field.name,), **params)
    if value not in keys:
        params |= {"value": str(value)[:LONGEST_FIELD]}
        text = "{label}: “{value}” is not one of {choices}."
        return error("options.choice", text, (field.name,), **params)
    return None


def _order_problem(
    field: dataclasses.Field[Any], value: object, keys: list[Any], params: TextParams
) -> Problem | None:
    """Return the problem of an option that is not some of the choices, each once."""
    if not isinstance(value, list | tuple) or not all(isinstance(key, str) for key in value):
        return error("options.type", "{label}: give a list of {choices}.", (field.name,), **params)
    for place, key in enumerate(value):
        if key not in keys:
            params |= {"value": str(key)[:LONGEST_FIELD]}
            text = "{label}: “{value}” is not one of {choices}."
            return error("options.choice", text, (field.name,), **params)
        if key in value[:place]:
            params |= {"value": Phrase(dict(field.metadata["choices"])[key])}
            text = "{label}: “{value}” is there twice. Remove one."
            return error("options.twice", text, (field.name,), **params)
    return None


def _texts_problem(
    field: dataclasses.Field[Any], value: object, params: TextParams
) -> Problem | None:
    """Return the default, or a list of different names, none empty, as many as low and high
    allow."""
    if not isinstance(value, list | tuple) or not all(isinstance(text, str) for text in value):
        return error("options.type", "{label}: give a list of names.", (field.name,), **params)
    if tuple(value) == field.default:
        return None
    low, high = field.metadata["low"], field.metadata["high"]
    params |= {"low": low, "high": high, "given": len(value)}
    folded = {text.strip().casefold() for text in value}
    if not low <= len(value) <= high or len(folded) < len(value) or "" in folded:
        count = "{low}" if low == high else "{low} to {high}"
        text = f"{{label}}: give {count} different names, not {{given}}."
        return error("options.count", text, (field.name,), **params)
    return None
