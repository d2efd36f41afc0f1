"""What changed from one edition of a rulebook to the next, game by game."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from rulesets.rule_texts import SOURCE, without_words
from tournaments.papers.rulebook.lists import FRONT
from tournaments.rules.rule_text import tokens_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it.token import Token

    from tournaments.papers.rulebook.book import Book, Chapter

Json = dict[str, Any]


def chapter_texts(book: Book) -> Json:
    """What a book says of each game, in a short form to store and compare: its name, a hash of each
    section, its options and defaults, its house rules."""
    return {
        "general": {
            title: digest
            for chapter in book.front
            for title, digest in _sections(chapter.text).items()
        },
        "games": {chapter.key: _game(chapter) for chapter in book.chapters},
    }


def _game(chapter: Chapter) -> Json:
    return {
        "name": chapter.name,
        "text": _sections(chapter.text),
        "options": dict(chapter.usual),
        "house": {
            rules.name: {option.label: option.value for option in rules.agreed}
            for rules in chapter.house
        },
    }


def _sections(text: str) -> dict[str, str]:
    """The title of each section and a hash of its text, in which entries of the index are words
    like any others."""
    title, within = "", hashlib.sha256()
    sections: dict[str, str] = {}
    tokens = tokens_of(text, {})
    for place, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag == "h2":
            sections[title] = within.hexdigest()[:16]
            title, within = _words(tokens[place + 1]), hashlib.sha256()
            if token.attrs.get("id") == SOURCE:
                break
        elif token.content:
            within.update(without_words(token.content).encode())
    else:
        sections[title] = within.hexdigest()[:16]
    sections.pop("", None)
    return sections


def _words(token: Token) -> str:
    """The words of a heading."""
    return "".join(child.content for child in token.children or [])


def changed(before: Json, now: Json) -> list[Json]:
    """What is new, game by game, as an edition stores it: name, what, and the key of its
    chapter."""
    changes: list[Json] = []
    general = list(_texts(before["general"], now["general"]))
    if general:
        changes.append({"name": _("Rules for every game"), "what": general, "key": FRONT})
    old, new = before["games"], now["games"]
    for key, game in new.items():
        what = [_("New in this book.")] if key not in old else list(_of_game(old[key], game))
        if what:
            changes.append({"name": game["name"], "what": what, "key": key})
    for key, game in old.items():
        if key not in new:
            changes.append(
                {"name": game["name"], "what": [_("No longer in this book.")], "key": ""}
            )
    return changes


def _of_game(old: Json, new: Json) -> Iterator[str]:
    if old["name"] != new["name"]:
        yield _("Was called {name} before.").format(name=old["name"])
    yield from _texts(old["text"], new["text"])
    yield from _options(old["options"], new["options"])
    yield from _house(old["house"], new["house"])


def _texts(old: Json, new: Json) -> Iterator[str]:
    """Sections that are new, gone, or changed."""
    new_titles = [title for title in new if title not in old]
    old_titles = [title for title in old if title not in new]
    anew = [title for title, mark in new.items() if old.get(title, mark) != mark]
    for titles, words in (
        (new_titles, _("New: {titles}.")),
        (anew, _("Rewritten: {titles}.")),
        (old_titles, _("Left out: {titles}.")),
    ):
        if titles:
            yield words.format(titles=", ".join(f"“{title}”" for title in titles))


def _options(old: Json, new: Json) -> Iterator[str]:
    for label, usual in new.items():
        if label not in old:
            yield _("New rule to agree on: “{label}”.").format(label=label)
        elif old[label] != usual:
            yield _("“{label}” is now usually {usual} (was {was}).").format(
                label=label, usual=usual, was=old[label]
            )
    for label in old:
        if label not in new:
            yield _("There is no longer a “{label}” to agree on.").format(label=label)


def _house(old: Json, new: Json) -> Iterator[str]:
    for name, agreed in new.items():
        if name not in old:
            yield _("New house rules: {name}.").format(name=name)
            continue
        for label in {**old[name], **agreed}:
            value, was = agreed.get(label, _("as usual")), old[name].get(label, _("as usual"))
            if value != was:
                yield _("House rules {name}: “{label}” is now {value} (was {was}).").format(
                    name=name, label=label, value=value, was=was
                )
    for name in old:
        if name not in new:
            yield _("House rules no longer in force: {name}.").format(name=name)
