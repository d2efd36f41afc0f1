"""What a mail says around the list of people in it: the greeting, a sentence about the list, the
closing and who wrote it. Only what is certainly no name is known as such."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

LINES_OF_CLOSING = 3  # the closing is one of the last lines that hold something
_EVERYONE = (
    "all|everyone|everybody|folks|team|friends|zusammen|alle|alle zusammen|leute|freunde|ihr lieben"
    "|tous|à tous|todos|a tutti|tutti|allemaal"
)
GREETING = re.compile(
    rf"(?:hi|hello|hey|dear|hallo|liebe) (?:{_EVERYONE})[,!.:]*"
    r"|(?:hi|hello|hey|hallo|moin|bonjour|salut|hola|ciao|hoi|cześć"
    r"|good (?:morning|afternoon|evening)|guten (?:morgen|tag|abend))\b[^,;\t|@\d]{0,40}[,!]"
    r"|(?:dear|liebe[rs]?|chère?s?|cher|querid[oa]s?|car[aeio]|beste|drodzy) [^,;\t|@\d]{1,40}[,!]",
    re.IGNORECASE,
)
ABOUT_THE_LIST = re.compile(
    r"[^,;\t|@]{0,60}\b(?:here|list|names|coming|hier|liste|kommen|voici|lista|lijst)\b[^;\t|@]{0,60}[:.!]",
    re.IGNORECASE,
)
_PHRASES = (
    r"(?:(?:with )?(?:best|kind|kindest|warm|many) (?:wishes|regards|thanks)|thanks (?:a lot|again)"
    r"|thank you|yours sincerely|(?:liebe|viele|beste|herzliche|schöne) gr(?:ü|ue)(?:ß|ss)e"
    r"|mit (?:freundlichen|lieben|besten|vielen) gr(?:ü|ue)(?:ß|ss)en|vielen dank|lg|vg|mfg"
    r"|un abrazo|(?:met )?vriendelijke groet(?:en)?)"
)
_WORDS = (
    "regards|cheers|thanks|sincerely|danke|gruß|grüße|merci|bises|cordialement|saludos|gracias"
    "|saluti|grazie|groetjes|pozdrawiam"
)
_NAMES_TOO = "best|love"  # George Best, Courtney Love
CLOSING = re.compile(
    rf"(?:(?P<phrase>{_PHRASES})|(?P<word>{_WORDS})|(?P<name>{_NAMES_TOO}))"
    r"(?P<mark>[,.!]*)(?:\s+(?P<sender>[^\s,;|@\d]+(?: [^\s,;|@\d]+)?))?",
    re.IGNORECASE,
)


def strip_mail_lines(lines: Sequence[str]) -> tuple[list[str], list[int]]:
    """Return the lines of a list, each with its end, without what a mail says around it, and the
    numbers of those that are none of the list (from 1).

    Whoever wrote the mail stays in the list, unless a line above begins with the same name.
    """
    rest = [line.strip() for line in lines]
    filled = [at for at, line in enumerate(rest) if line]
    around = _greeting(rest, filled)
    is_mail = bool(around)
    for place in range(max(1, len(filled) - LINES_OF_CLOSING), len(filled)):
        at = filled[place]
        match = CLOSING.fullmatch(rest[at])
        if match is None or not _is_closing(match, is_mail, rest, filled[:place]):
            continue
        senders = [at] if match["sender"] else filled[place + 1 : place + 2]
        rest[at] = match["sender"] or ""
        around += [] if match["sender"] else [at]
        above = [rest[other].casefold() for other in filled[:place] if other not in around]
        around += [line for line in senders if _is_listed(rest[line].rstrip(",.!"), above)]
        break
    texts = [
        "\n" if at in around else line if rest[at] == line.strip() else f"{rest[at]}\n"
        for at, line in enumerate(lines)
    ]
    return texts, sorted(at + 1 for at in around)


def _greeting(rest: Sequence[str], filled: Sequence[int]) -> list[int]:
    """Return the places of the greeting and of a sentence about the list below it."""
    if len(filled) <= 1 or not GREETING.fullmatch(rest[filled[0]]):
        return []
    first, second = rest[filled[0]], rest[filled[1]]
    if first.endswith(",") and second.endswith(","):
        return []  # "Hoi," and "Ann," are names with an empty column behind them
    return list(filled[: 2 if ABOUT_THE_LIST.fullmatch(second) else 1])


def _is_closing(
    match: re.Match[str], is_mail: bool, rest: Sequence[str], above: Sequence[int]
) -> bool:
    """Whether a line is certainly a closing and nobody's name."""
    if match["phrase"] or is_mail:
        return True
    has_columns = any("," in rest[at] for at in above)
    return bool(match["mark"] or match["word"]) and not match["sender"] and not has_columns


def _is_listed(sender: str, above: Sequence[str]) -> bool:
    """Whether one of the lines above, in small letters, begins with the name of the sender."""
    name = re.compile(rf"\W{{0,3}}\d{{0,3}}\W{{0,3}}{re.escape(sender.casefold())}\b")
    return bool(sender) and any(name.match(line) for line in above)
