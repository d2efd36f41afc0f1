"""One thing has one name on every page: none of the words that those in CONTRIBUTING took the place
of. Read are the templates and the texts in the code that are said to people."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.sources import ROOT, read_sources

# A word that is not written any more, and what is written instead.
FORMER = {
    r"\bturning by itself\b": "it turns its pages by itself",
    r"\bshare it\b": "share the win",
    r"^kali effect$": "a rule changed in mid-game",
    r"\bnothing in particular\b": "no particular table",
    r"\bnobody objects\b": "no disputes",
    r"\bscores only\b": "scores for the command line",
    r"\bout from now on\b": "goes home",
    r"^singular$|, plural$": "one is a, several are",
    r"^highest (?:\{|the )": "who cut highest",
    r"\bkeep what was entered\b": "leave it as it was",
    r"\bwould be added\b": "so many lines are new",
    r"^which is right": "ask the table",
    r"\bwinners of the set at this table\b": "who wins, or no longer wins, the set here",
    r"\bas on line\b": "same name as line …",
    r"\bmean score\b": "average",
    r"\bstopwatch\b": "timer",
    r"\bround by round\b": "how we got here, or all rounds",
    r"\b(?:set|move) the dealer\b": "change the dealer",
    r"\bconfirm(?:ed)? (?:the |this )?results?\b": "accept (the scorekeeper), agree (the others)",
    r"\brevert\b": "undo",
    r"\bupload\b": "import",
    r"\bpairs? meets? nobody\b": "nobody meets anybody again",
    r"\buntil it cannot be avoided\b": "how many pairs meet again; fewer repeats are impossible",
    r"\bnever an [a-z]\b": "never E, I, L or 1",
    r"\bensure this value\b": "what can be typed, in words",
    r"\bstands? (?:here|there)\b|\bstands? in the (?:log|order)\b": "is, or goes",
    r"\bsix signs\b": "six characters",
    r"\b(?:taken|take it) in\b|\btake .* in$": "import",
    r"\bthe house (?:as|on|today)|\bin the house\b|\bsee the house\b": "the records",
    r"\bcounterclockwise\b": "anticlockwise",
    r"\bshall\b": "will, or “do you want to”",
    r"\bits sleep\b": "it may fall asleep; turn that off",
    r"\bcount it so\b": "count it this way",
    r"\bbetween the years\b": "between the holidays",
    r"\bmay stay empty\b": "may be left empty",
    r"\bthe timer was\b": "the countdown (of a set, in the hall)",
    r"\bwhat would do\b": "what to write",
    r"\bbring in\b": "import",
    r"\bhave sent everything\b": "are done",
    r"\bin and out\b": "it adds up",
    r"\bscores by round\b|\bthe score, \{": "all rounds",
    r"\bnone in particular\b": "no particular one",
    r"^\{n\} sits? out each \{round\}$": "one person sits out, two people sit out",
    r"\bnobody’s figures\b": "counts for nobody",
    r"\bnet gins\b": "more gins than the others",
    r"^what about$": "what is it about?",
}
TRANSLATED = re.compile(
    r"""\{%\s*translate\s+(?P<q>["'])(?P<text>.*?)(?P=q)"""
    r"""|\{%\s*blocktranslate[^%]*%\}(?P<block>.*?)\{%\s*endblocktranslate""",
    re.DOTALL,
)
SAYING = {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "say", "Phrase"}


def texts_of_templates() -> list[tuple[Path, str]]:
    """Every text of the templates that is said to people."""
    return [
        (path, match["text"] or match["block"] or "")
        for path in sorted((ROOT / "templates").rglob("*.html"))
        for match in TRANSLATED.finditer(path.read_text())
    ]


def texts_of_code() -> list[tuple[Path, str]]:
    """Every text of the code that is said to people: what is translated, and phrases of the
    engine."""
    found = []
    for room in ("tournaments", "rulesets"):
        for source in read_sources(room):
            for node in source.nodes:
                if not isinstance(node, ast.Call):
                    continue
                name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
                name = node.func.id if isinstance(node.func, ast.Name) else name
                if name in SAYING:
                    texts = (arg.value for arg in node.args if isinstance(arg, ast.Constant))
                    found += [(source.path, text) for text in texts if isinstance(text, str)]
    return found


def test_no_former_word_is_said() -> None:
    texts = texts_of_templates() + texts_of_code()
    assert len(texts) > 3_000  # all are read
    wrong = {
        f"{path.relative_to(ROOT)}: {text!r}": instead
        for path, text in texts
        for former, instead in FORMER.items()
        if re.search(former, text, re.IGNORECASE)
    }
    assert not wrong, "write what stands behind the colon"
