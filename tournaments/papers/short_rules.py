"""The rules of a game in short, from its declaration and its rule text: what a table wants to look
up while it plays. The rulebook has all of it."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.papers.catalogue import Order, Pages, paper
from tournaments.papers.data import Section
from tournaments.papers.sections import SHORT, section_pages
from tournaments.rules.rule_text import option_words, tokens_of
from tournaments.web.wording import translate

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from markdown_it.token import Token

    from rulesets.engine.game import Game

# Sections that nobody looks up in mid-game; players and options are at the head.
LEFT_OUT = {
    *("players", "options", "alternate", "readings", "example", "turns", "source"),
    *("details", "fits"),
}


@paper(
    "rules",
    gettext_lazy("Short rules"),
    gettext_lazy("What players look up during a game, on a page or two."),
    part="seats",
    position=50,
    tonight=90,
)
def rules_in_short(order: Order) -> Pages:
    """The rules of the game, in two columns."""
    title = _("%(game)s in short") % {"game": order.heading.game}
    return _in_columns(order, title, order.rules)


@paper(
    "cheat-sheet",
    gettext_lazy("Cheat sheet"),
    gettext_lazy("What the special cards do, and whose turn comes next, on one page."),
    where=lambda format: bool(format.game.sheet),
    position=1060,  # among the papers for the tables
)
def cheat_sheet(order: Order) -> Pages:
    """The sheet that the game shares with others, in two columns; its title is the first line of
    the text."""
    title = _(order.cheat_sheet.partition("\n")[0].removeprefix("# "))
    return _in_columns(order, title, sections_of(order.cheat_sheet, {}))


def _in_columns(order: Order, title: str, sections: Sequence[Section]) -> Pages:
    pages = section_pages(order.heading, title, sections, order.style, columns=2, sizes=SHORT)
    return Pages(title, pages)


@dataclass(slots=True)
class _Stretch:
    """A part of the text with content of one kind; `title` only where a section begins."""

    title: str
    kind: str = ""
    content: list[Any] = field(default_factory=list)


def short_rules(game: Game, text: str, options: Any = None, rules: str = "") -> list[Section]:
    """The sections of a summary. options: those played with, of which only unusual ones are
    mentioned; rules: the family's name for them."""
    labels = {one.name: one.metadata["label"] for one in fields(game.options)}
    return [
        Section("", _(game.about), tuple(_facts(game))),
        *_as_we_play(options, rules),
        *sections_of(text, labels),
    ]


def sections_of(text: str, labels: Mapping[str, str]) -> list[Section]:
    """The sections of any text, without those in `LEFT_OUT`."""
    return [_section(part) for part in _parts(text, labels)]


def _section(part: _Stretch) -> Section:
    if part.kind == "rows":
        return Section(part.title, rows=tuple(map(tuple, part.content)))
    content: dict[str, Any] = {part.kind: tuple(part.content)}
    return Section(part.title, **content)


def _facts(game: Game) -> Iterator[str]:
    low, high = game.plays.players
    who = _("%(low)d to %(high)d players") if low < high else _("%(low)d players")
    parts = [who % {"low": low, "high": high}, translate(game.needs.words)]
    if game.minutes:
        minutes = ngettext("about %(count)d minute", "about %(count)d minutes", game.minutes)
        parts.append(minutes % {"count": game.minutes})
    yield " · ".join(filter(None, parts))


def _as_we_play(options: Any, rules: str) -> Iterator[Section]:
    """A section of the options that differ from the usual ones."""
    changed = []
    for one in fields(options) if options is not None else ():
        value = getattr(options, one.name)
        if value == one.default:
            continue
        changed.append(f"{_(one.metadata['label'])}: {option_words(one, value)}")
    if changed or rules:
        yield Section(_("As we play it"), rules, points=tuple(changed))


def _parts(text: str, labels: Mapping[str, str]) -> Iterator[_Stretch]:
    """The printed parts of a rule text, in order and in plain words."""
    title: str | None = None
    part = _Stretch("")
    lists: list[str] = []
    for before, token in pairwise(tokens_of(text, labels)):
        if before.type == "heading_open":
            told = before.tag != "h1" and before.attrGet("id") not in {None, *LEFT_OUT}
            title = _plain(token) if told else None
        elif token.type in ("ordered_list_open", "bullet_list_open"):
            lists.append("steps" if token.type.startswith("ordered") else "points")
        elif token.type in ("ordered_list_close", "bullet_list_close"):
            lists.pop()
        elif title is not None and token.type in ("tr_open", "inline"):
            cell = before.type in ("th_open", "td_open")
            kind = "rows" if cell or token.type == "tr_open" else lists[0] if lists else "lines"
            words = _plain(token)
            if not words and kind != "rows":
                continue
            if title or kind != part.kind:
                if part.content:
                    yield part
                part, title = _Stretch(title, kind), ""
            if token.type == "tr_open":
                part.content.append([])
            else:
                (part.content[-1] if cell else part.content).append(words)
    if part.content:
        yield part


def _plain(token: Token) -> str:
    """The words of a paragraph without marks; pictures are left to the rulebook."""
    found = []
    for child in token.children or []:
        if child.type in ("text", "code_inline"):
            found.append(child.content)
        elif child.type in ("softbreak", "hardbreak"):
            found.append(" ")
    return "".join(found).strip()
