"""Lists of names under a heading, side by side: who plays in each team."""

from collections.abc import Sequence

from tournaments.papers.data import NameList
from tournaments.papers.geometry import Box
from tournaments.papers.pen import GREY, HAIR, THIN, Pen
from tournaments.papers.theme import SMALL
from tournaments.papers.typefaces import Face

NAME_ROW = 13.0
NAMES_HEAD = 22.0


def _name_columns(each: NameList) -> int:
    count = len(each.names) + each.lines
    return 1 if count <= 6 else 2 if count <= 24 else 3


def _name_rows(each: NameList) -> int:
    return -(-(len(each.names) + each.lines) // _name_columns(each))


def names_height(lists: Sequence[NameList]) -> float:
    """What the lists take, side by side, with the gap above them."""
    if not lists:
        return 0.0
    return NAMES_HEAD + 14 + NAME_ROW * max(_name_rows(each) for each in lists)


def draw_names(pen: Pen, lists: Sequence[NameList], rest: Box) -> None:
    """Draw the lists side by side from the top of `rest`."""
    area = rest.below(12)
    for column, each in zip(area.columns(len(lists), 24), lists, strict=True):
        title = column.from_top(NAMES_HEAD - 6)
        pen.fitted(title, each.title, 11.0, Face.DISPLAY, most_lines=1)
        pen.line(column.x, title.y - 2, column.right, title.y - 2, THIN)
        down = _name_rows(each)
        places = [
            part.from_top(NAME_ROW, NAMES_HEAD - 2 + line * NAME_ROW)
            for part in column.columns(_name_columns(each), 10)
            for line in range(down)
        ]
        for place, name in zip(places, (*each.names, *[""] * each.lines), strict=False):
            if name:
                pen.fitted(place, name, SMALL, most_lines=2)
            else:
                pen.line(place.x, place.y + 2, place.right, place.y + 2, HAIR, GREY)
