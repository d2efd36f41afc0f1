"""Text in the order and the shapes in which it is drawn.

A PDF canvas sets one glyph after the other from left to right. Names written from right to left
are therefore reordered here, and Arabic letters are replaced by their joined forms, which Unicode
lists as compatibility characters. This covers names and short labels; it is not the complete
bidirectional algorithm (no embeddings, no explicit overrides).
"""

import re
import unicodedata
from functools import cache
from itertools import groupby

_RIGHT = frozenset({"R", "AL"})
_LEFT = frozenset({"L", "EN", "AN"})
_MIRRORED = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")
_LAM = "\u0644"

# Every block with right-to-left characters, and the variation selectors: nearly all text has
# neither and needs no closer look.
_SPECIAL = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufe0f\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)


def visual(text: str) -> str:
    """Return `text` as its glyphs follow each other on the page, from left to right.

    Control characters become spaces and invisible format characters are dropped: neither has a
    glyph.
    """
    composed = unicodedata.normalize("NFC", text)
    if composed.isprintable() and not _SPECIAL.search(composed):
        return composed
    clean = "".join(_cleaned(char) for char in composed)
    if not any(unicodedata.bidirectional(char) in _RIGHT for char in clean):
        return clean
    return _reordered(_joined(clean))


def _cleaned(char: str) -> str:
    category = unicodedata.category(char)
    if category in ("Cc", "Zl", "Zp", "Zs"):
        return " "
    if category == "Cf" or "\ufe00" <= char <= "\ufe0f":
        return ""
    return char


@cache
def _arabic_forms() -> dict[str, dict[str, str]]:
    """Read the joined forms of every Arabic letter (and lam-alef pair) out of Unicode's data."""
    forms: dict[str, dict[str, str]] = {}
    for code in range(0xFB50, 0xFEFD):
        tag, _, rest = unicodedata.decomposition(chr(code)).partition(" ")
        if tag not in ("<isolated>", "<initial>", "<medial>", "<final>"):
            continue
        base = "".join(chr(int(part, 16)) for part in rest.split())
        if len(base) == 1 or (len(base) == 2 and base[0] == _LAM and base[1] in "آأإا"):
            forms.setdefault(base, {})[tag[1:-1]] = chr(code)
    return forms


def _joined(text: str) -> str:
    """Replace Arabic letters by the form that their neighbours ask for; marks join nothing."""
    forms = _arabic_forms()
    letters = _with_ligatures(text, forms)
    bases = [i for i, piece in enumerate(letters) if not unicodedata.combining(piece[0])]
    out = list(letters)
    for place, i in enumerate(bases):
        own = forms.get(letters[i])
        if own is None:
            continue
        before = letters[bases[place - 1]] if place else ""
        after = letters[bases[place + 1]] if place + 1 < len(bases) else ""
        from_before = "initial" in forms.get(before, {}) and "final" in own
        to_after = "initial" in own and "final" in forms.get(after, {})
        form = {
            (True, True): "medial",
            (True, False): "final",
            (False, True): "initial",
            (False, False): "isolated",
        }[from_before, to_after]
        out[i] = own.get(form, letters[i])
    return "".join(out)


def _with_ligatures(text: str, forms: dict[str, dict[str, str]]) -> list[str]:
    letters: list[str] = []
    for char in text:
        if letters and letters[-1] + char in forms and letters[-1] == _LAM:
            letters[-1] += char
        else:
            letters.append(char)
    return letters


def _reordered(text: str) -> str:
    """Reverse what runs from right to left, keeping each mark behind its letter."""
    kinds = [unicodedata.bidirectional(char) for char in text]
    strong = [kind for kind in kinds if kind in _RIGHT or kind == "L"]
    base_right = strong[0] in _RIGHT
    levels = [kind in _RIGHT if kind in _RIGHT or kind in _LEFT else None for kind in kinds]
    runs: list[tuple[bool, str]] = []
    resolved = _resolve(levels, base_right)
    for right, group in groupby(zip(resolved, text, strict=True), key=lambda pair: pair[0]):
        piece = "".join(char for _, char in group)
        runs.append((right, _reversed(piece) if right else piece))
    if base_right:
        runs.reverse()
    return "".join(piece for _, piece in runs)


def _resolve(levels: list[bool | None], base_right: bool) -> list[bool]:
    """Give each neutral character the direction of its neighbours where they agree."""
    resolved: list[bool] = []
    for i, level in enumerate(levels):
        if level is not None:
            resolved.append(level)
            continue
        before = resolved[-1] if resolved else base_right
        after = next((known for known in levels[i:] if known is not None), base_right)
        resolved.append(before if before == after else base_right)
    return resolved


def _reversed(piece: str) -> str:
    clusters: list[str] = []
    for char in piece:
        if clusters and unicodedata.combining(char):
            clusters[-1] += char
        else:
            clusters.append(char.translate(_MIRRORED))
    return "".join(reversed(clusters))
