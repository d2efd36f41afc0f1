# ruff: noqa: INP001 -- a script of its own
"""Make the faces of the printed book out of the TrueType files of Vollkorn.

    pip install fonttools shapely
    python docs/fonts.py FOLDER_OF_VOLLKORN tournaments/papers/fonts

reportlab knows no features of OpenType. So text figures, lining figures of one width and small
capitals are made the plain glyphs of files of their own, which keep the pairs to be kerned and
nothing that a screen would need. Vollkorn has no suits: those of the other papers are added, black
ones full and red ones open.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from fontTools import subset
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph
from shapely.geometry import Polygon
from shapely.ops import unary_union

from rulesets.drawing.suits import OUTLINES
from rulesets.drawing.vectors import RED_SUITS

FACES = {
    "Text": ("Regular", "onum", "pnum"),
    "Italic": ("Italic", "onum", "pnum"),
    "Bold": ("Bold", "onum", "pnum"),
    "Head": ("SemiBold", "onum", "pnum"),
    "Table": ("Regular", "lnum", "tnum"),
    "TableBold": ("Bold", "lnum", "tnum"),
    "Caps": ("Medium", "smcp", "onum", "pnum"),
}
WANTED = (
    *range(0x20, 0x180),
    *range(0x1A0, 0x1B1),
    *range(0x218, 0x21C),
    *range(0x386, 0x3CF),
    *range(0x400, 0x460),
    *range(0x1EA0, 0x1EFA),
    *range(0x2010, 0x2027),
    *range(0x2030, 0x2045),
    *range(0x2190, 0x2194),
    0x20AC,
    0x2153,
    0x2154,
    0x2212,
)
CODES = {"S": 0x2660, "H": 0x2665, "D": 0x2666, "C": 0x2663}
HEIGHT, LOW, WIDTH, LEFT, RIM = 620, -10, 680, 30, 46  # of a suit, in thousandths of the size


def replaced(font: TTFont, tag: str) -> dict[str, str]:
    """Which glyph stands for which with a feature."""
    table, found = font["GSUB"].table, {}
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag == tag:
            for number in record.Feature.LookupListIndex:
                for rule in table.LookupList.Lookup[number].SubTable:
                    found.update(getattr(getattr(rule, "ExtSubTable", rule), "mapping", {}))
    return found


def rings(suit: str) -> Iterator[list[tuple[float, float]]]:
    """The outline of a suit as rows of points."""
    points: list[tuple[float, float]] = []
    for step, numbers in OUTLINES[suit]:
        pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
        if step in "ML":
            points.append(pairs[0])
        elif step == "C":
            (x0, y0), ((x1, y1), (x2, y2), (x3, y3)) = points[-1], pairs
            for t in (n / 24 for n in range(1, 25)):
                a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
                points.append(
                    (a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3)
                )
        else:
            yield [(LEFT + x * HEIGHT, LOW + (1 - y) * HEIGHT) for x, y in points]
            points = []


def drawing(suit: str) -> Glyph:
    """The glyph of a suit."""
    shape = unary_union([Polygon(ring).buffer(0) for ring in rings(suit)])
    if suit in RED_SUITS:
        shape = shape.difference(shape.buffer(-RIM))
    shape, pen = shape.simplify(0.4), TTGlyphPen(None)
    for ring, clockwise in ((shape.exterior, True), *((one, False) for one in shape.interiors)):
        corners = list(ring.coords)[:-1]
        pen.moveTo(corners[0])
        along = corners[1:]
        if ring.is_ccw == clockwise:
            along = along[::-1]
        for corner in along:
            pen.lineTo(corner)
        pen.closePath()
    return pen.glyph(round=round)


def add_suits(font: TTFont) -> None:
    """Give a font the four suits."""
    order = font.getGlyphOrder()
    for suit, code in CODES.items():
        name = f"suit{suit}"
        order = [*order, name]
        font["glyf"].glyphs[name] = drawing(suit)
        font["glyf"].glyphs[name].recalcBounds(font["glyf"])
        font["hmtx"].metrics[name] = (WIDTH, font["glyf"].glyphs[name].xMin)
        for table in font["cmap"].tables:
            if table.isUnicode():
                table.cmap[code] = name
    font.setGlyphOrder(order)
    font["glyf"].glyphOrder = order


def bake(source: Path, target: Path, face: str) -> None:
    """Make one file."""
    weight, *features = FACES[face]
    font = TTFont(source / f"Vollkorn-{weight}.ttf")
    instead = [replaced(font, feature) for feature in features]
    for table in font["cmap"].tables:
        if table.isUnicode():
            for one in instead:
                table.cmap = {code: one.get(glyph, glyph) for code, glyph in table.cmap.items()}
    options = subset.Options()
    options.layout_features = ["kern", "liga", "ccmp", "locl", "mark"]
    options.name_IDs, options.hinting, options.glyph_names = ["*"], False, False
    cut = subset.Subsetter(options)
    cut.populate(unicodes=WANTED)
    cut.subset(font)
    name = f"Vollkorn-{face}"
    for one in font["name"].names:
        if one.nameID in (1, 4, 6, 16):
            one.string = name
    font["post"].formatType = 3.0
    add_suits(font)
    font["head"].modified = font["head"].created  # the same sources give the same bytes
    font.recalcTimestamp = False
    font.save(target / f"{name}.ttf")


if __name__ == "__main__":
    for each in FACES:
        bake(Path(sys.argv[1]), Path(sys.argv[2]), each)
