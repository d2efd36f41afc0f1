"""Letters that join, change places or stand above each other, as glyphs with their places.

HarfBuzz chooses the glyphs. Each goes onto the page under a private code of its font that also
says which letters it stands for, so that a PDF can be searched and read aloud.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import uharfbuzz

from tournaments.papers.faces import KERNED, Face, drawable, face_for, font
from tournaments.papers.scripts import COMPLEX, JOINERS, PICTURE, cleaned, stretches

Shift = tuple[float, float]


class Run(NamedTuple):
    """What is drawn in one font. shifts: empty, or for each glyph how far it is moved to the right
    of where it would come, and how far up, in thousandths of the size; one more for the end."""

    face: Face
    text: str
    shifts: tuple[Shift, ...] = ()


def shaped_runs(text: str, face: Face) -> tuple[tuple[Run, ...], float]:
    """The runs of a text in the order of the page, and their width at size 1."""
    whole = "".join(drawable(c, face) if c not in _INVISIBLE else c for c in cleaned(text))
    runs: list[Run] = []
    total = 0.0
    for begin, end, leftwards in stretches(whole):
        pieces = list(_by_font(whole[begin:end], face))
        for used, piece in reversed(pieces) if leftwards else pieces:
            if leftwards or used in KERNED or COMPLEX.search(piece):
                run, advance = _shape(piece, used, leftwards)
            else:
                run, advance = Run(used, piece), font(used).stringWidth(piece, 1)
            runs.append(run)
            total += advance
    return tuple(_joined(runs)), total


_INVISIBLE = JOINERS + PICTURE


def _joined(runs: list[Run]) -> Iterator[Run]:
    """Put plain runs of one font that follow each other together."""
    held: Run | None = None
    for run in runs:
        if held and held.face == run.face and not held.shifts and not run.shifts:
            held = Run(held.face, held.text + run.text)
            continue
        if held:
            yield held
        held = run
    if held:
        yield held


def _by_font(text: str, face: Face) -> Iterator[tuple[Face, str]]:
    """Cut text where the font changes. Marks and joiners stay with what they belong to, and so do
    spaces and the like, where that font has them."""
    begin, current = 0, None
    for place, char in enumerate(text):
        if char in _INVISIBLE:
            continue
        wanted = face_for(char, face) or face
        follows = text[place + 1 : place + 2] == PICTURE
        if follows and font(Face.EMOJI).draws(ord(char)):
            wanted = Face.EMOJI
        keeps = not char.isalnum()
        if current not in (None, Face.EMOJI, Face.FALLBACK) and keeps and not follows:
            before = font(current)
            if before.draws(ord(char)) and wanted not in (Face.EMOJI, Face.FALLBACK):
                wanted = current
        if current is not None and wanted != current:
            yield current, text[begin:place]
            begin = place
        current = wanted
    if text:
        yield current or face, text[begin:]


def _shape(text: str, face: Face, leftwards: bool) -> tuple[Run, float]:
    """Shape text of one font and direction."""
    used = font(face)
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.direction = "rtl" if leftwards else "ltr"
    buffer.guess_segment_properties()
    buffer.flags = uharfbuzz.BufferFlags.REMOVE_DEFAULT_IGNORABLES
    # Letters one by one can be searched and divided; fi and fl of the book stand well like that.
    uharfbuzz.shape(used.shaper, buffer, {"liga": False} if face in KERNED else None)
    infos, positions = buffer.glyph_infos, buffer.glyph_positions
    clusters = [info.cluster for info in infos]
    # From right to left the glyphs of a cluster come last letter first, too.
    meant = _meanings(text, clusters[::-1])[::-1] if leftwards else _meanings(text, clusters)
    scale = 1000 / used.units
    drawn: list[str] = []
    shifts: list[Shift] = []
    owed = width = 0.0
    for info, place, letters in zip(infos, positions, meant, strict=True):
        code, own = used.glyph(info.codepoint, letters)
        drawn.append(chr(code))
        shifts.append((owed + place.x_offset * scale, place.y_offset * scale))
        owed = (place.x_advance - place.x_offset) * scale - own
        width += place.x_advance * scale
    shifts.append((owed, 0.0))
    tidy = tuple((round(x, 2), round(y, 2)) for x, y in shifts)
    moved = any(x or y for x, y in tidy)
    return Run(face, "".join(drawn), tidy if moved else ()), width / 1000


def _meanings(text: str, clusters: list[int]) -> list[str]:
    """Which letters each glyph stands for: those of a cluster are dealt out to its glyphs, the
    last of them gets what is left."""
    ends = dict(pairwise([*sorted(set(clusters)), len(text)]))
    given: dict[int, int] = {}
    found = []
    for place, cluster in enumerate(clusters):
        letters = text[cluster : ends[cluster]]
        at = given.get(cluster, 0)
        given[cluster] = at + 1
        last = cluster not in clusters[place + 1 :]
        found.append(letters[at:] if last else letters[at : at + 1])
    return found
