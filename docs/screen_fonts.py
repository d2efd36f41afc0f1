# ruff: noqa: INP001 -- a script of its own
"""Make the faces of pages for other scripts, and those of the shared picture.

    pip install fonttools brotli
    npm pack @fontsource-variable/noto-sans  (and unpack it)
    python docs/screen_fonts.py FOLDER_OF_NOTO_SANS/files

A browser loads a face only where a page has one of its letters (`css/scripts.css` says which), so
each is cut down to its own blocks. Greek, Cyrillic and Vietnamese are Noto Sans as Fontsource has
it; the others are cut out of the faces of the printed pages. The picture of a win is drawn like a
paper, in the faces of the screen: these are frozen at one weight and written as TrueType.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

PAPERS = Path("tournaments/papers/fonts")
PAGES = Path("tournaments/static/tournaments/fonts")
NOTO = {  # a file of Fontsource, and what is kept of it
    "greek": ((0x370, 0x3FF),),
    "greek-ext": ((0x1F00, 0x1FFF),),
    "cyrillic": ((0x301, 0x301), (0x400, 0x4FF), (0x2116, 0x2116)),
    "cyrillic-ext": ((0x460, 0x52F),),
    "vietnamese": ((0x300, 0x323), (0x1EA0, 0x1EF1)),
}
JOIN, CIRCLE = (0x200C, 0x200D), (0x25CC, 0x25CC)
SCRIPTS = {
    "Hebrew": ((0x590, 0x5FF), JOIN, (0x20AA, 0x20AA), CIRCLE, (0xFB1D, 0xFB4F)),
    "Arabic": (
        *((0x600, 0x6FF), (0x750, 0x77F), (0x870, 0x8FF), JOIN, CIRCLE),
        *((0xFB50, 0xFDFF), (0xFE70, 0xFEFC)),
    ),
    "Devanagari": ((0x900, 0x97F), (0x1CD0, 0x1CF9), JOIN, CIRCLE, (0xA8E0, 0xA8FF)),
    "Bengali": ((0x964, 0x965), (0x980, 0x9FF), JOIN, CIRCLE),
    "Gurmukhi": ((0x964, 0x965), (0xA00, 0xA7F), JOIN, CIRCLE),
    "Gujarati": ((0x964, 0x965), (0xA80, 0xAFF), JOIN, CIRCLE),
    "Tamil": ((0x964, 0x965), (0xB80, 0xBFF), JOIN, CIRCLE),
    "Telugu": ((0x964, 0x965), (0xC00, 0xC7F), JOIN, CIRCLE),
    "Kannada": ((0x964, 0x965), (0xC80, 0xCFF), JOIN, CIRCLE),
    "Malayalam": ((0x964, 0x965), (0xD00, 0xD7F), JOIN, CIRCLE),
    "Thai": ((0xE00, 0xE7F), JOIN, CIRCLE),
}
PICTURE = {
    "Fraunces-SemiBold": ("fraunces", 600),
    "Figtree-Regular": ("figtree", 400),
    "Figtree-Bold": ("figtree", 700),
}
SCREEN_ONLY = ("STAT", "MVAR", "HVAR", "DSIG", "GSUB", "GDEF", "gasp", "prep")


def cut(source: Path, target: Path, blocks: tuple[tuple[int, int], ...]) -> None:
    """Write what a font has of some blocks."""
    options = Options()
    options.layout_features, options.hinting = ["*"], False
    options.name_IDs = [0, 1, 2, 13, 14]
    font, subsetter = TTFont(source), Subsetter(options)
    subsetter.populate(unicodes=[code for low, high in blocks for code in range(low, high + 1)])
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(target)


def freeze(family: str, weight: int, target: Path) -> None:
    """Write one weight of a face of the screen, both of its files in one."""
    with TemporaryDirectory() as folder:
        parts = []
        for letters in ("latin", "latin-ext"):
            font = TTFont(PAGES / f"{family}-{letters}-wght-normal.woff2")
            axes = {axis.axisTag: axis.defaultValue for axis in font["fvar"].axes}
            font = instantiateVariableFont(font, axes | {"wght": weight})
            for table in SCREEN_ONLY:
                if table in font:
                    del font[table]
            font.flavor = None
            parts.append(str(Path(folder) / f"{letters}.ttf"))
            font.save(parts[-1])
        whole = Merger().merge(parts)
        for record in whole["name"].names:  # a PDF tells faces apart by this
            if record.nameID in (1, 4, 6):
                record.string = target.stem
        whole.save(target)


def main(noto: Path) -> None:
    for name, blocks in NOTO.items():
        source = noto / f"noto-sans-{name}-wght-normal.woff2"
        cut(source, PAGES / f"noto-sans-{name}.woff2", blocks)
    for script, blocks in SCRIPTS.items():
        for weight in ("Regular", "Bold"):
            source = PAPERS / f"NotoSans{script}-{weight}.ttf"
            if source.exists():
                name = f"noto-sans-{script.lower()}-{weight.lower()}.woff2"
                cut(source, PAGES / name, blocks)
    for name, (family, weight) in PICTURE.items():
        freeze(family, weight, PAPERS / f"{name}.ttf")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
