"""What stands in a rulebook, as plain values: nothing here knows a page, a game or a database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from rulesets.drawing.vectors import Drawing
    from rulesets.formats.sheet import Layout
    from tournaments.papers.scoreboards import Sheet
    from tournaments.rule_text import Agreed

Size = Literal["usual", "large"]
Order = Literal["name", "kind", "source"]


@dataclass(frozen=True, slots=True)
class Figures:
    """A table: a title, a heading for each column, and its rows. `proof`: the numbers in it; where
    a table of the text has them all, it need not be told again."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    proof: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Rules in force under a name ("To 75 only")."""

    name: str
    agreed: tuple[Agreed, ...] = ()


@dataclass(frozen=True, slots=True)
class Chapter:
    """One game.

    `key` names it in links; `facts` stand in its head line (label, what); `text` is its rule text
    in Markdown, in which `labels` say what the options are called. `tables` follow the scoring.
    `pictures` are what the text shows, by name. `boards` are what it
    is played on; `sheet` or `card` what it is scored on. `part`: under which heading the contents
    list it, if under any. `usual`: every option and what is usual.
    """

    key: str
    name: str
    source: str
    text: str
    about: str = ""
    aliases: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    house: tuple[HouseRules, ...] = ()
    tables: tuple[Figures, ...] = ()
    pictures: Mapping[str, Drawing] = field(default_factory=dict)
    boards: tuple[Drawing, ...] = ()
    sheet: Sheet | None = None
    card: Layout | None = None
    part: str = ""
    usual: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Credit:
    """A source, in a sentence, and the games that were told from it."""

    text: str
    games: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """What is new since the last edition: a game, and what happened to it."""

    name: str
    what: tuple[str, ...]
    key: str = ""


@dataclass(frozen=True, slots=True)
class Book:
    """A whole rulebook. `general` and `about` are texts in Markdown; `since` names the edition
    that `changes` are counted from; `alphabetical`: chapters follow the alphabet."""

    title: str
    family: str
    year: str
    edition: str
    chapters: tuple[Chapter, ...]
    general: str
    about: str
    credits: tuple[Credit, ...] = ()
    changes: tuple[Change, ...] = ()
    since: str = ""
    language: str = "en"
    alphabetical: bool = True
