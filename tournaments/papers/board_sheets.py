"""Drawings of the rules on paper: a page each, or at true size on several sheets to be joined."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import ceil, dist
from typing import Any, Self

from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext as _

from rulesets.drawing.vectors import (
    Anchor,
    Circle,
    Drawing,
    Group,
    Item,
    Path,
    Polygon,
    Rect,
    Role,
    Text,
    Weight,
)
from rulesets.formats import Format
from tournaments.papers.catalogue import Order, Pages, paper
from tournaments.papers.data import Heading
from tournaments.papers.geometry import LEADING, Box, Fitted, fit, paragraph
from tournaments.papers.marks import trace
from tournaments.papers.pen import BLACK, GREY, HAIR, Align, Pen
from tournaments.papers.scoreboards import has_score_sheets
from tournaments.papers.theme import (
    FINE,
    TITLE_ROOM,
    Page,
    Style,
    Turned,
    draw_title,
    occasion,
    page_numbers,
)
from tournaments.papers.typefaces import Face, width

WHITE = 1.0
GREYS: Mapping[Role, float] = {
    "rim": 0.82,
    "felt": 0.93,
    "ground": WHITE,
    "card": WHITE,
    "black": BLACK,
    "red": BLACK,
    "ink": BLACK,
    "muted": GREY,
    "light": BLACK,
    "line": 0.15,
    "chip": WHITE,
    "chip-alt": 0.78,
    "coin": WHITE,
    "face": WHITE,
}
"""What each colour is as ink. What is light on a dark frame is dark on the pale one of paper."""

LINES: Mapping[Role, float] = {**GREYS, "card": 0.15, "coin": 0.15, "light": GREY}
"""The same as a line: one in the colour of its ground would not be seen."""

FACES: Mapping[Weight, Face] = {"text": Face.TEXT, "bold": Face.BOLD, "display": Face.DISPLAY}
ALIGNED: Mapping[Anchor, Align] = {"start": "left", "middle": "center", "end": "right"}
THINNEST = 0.35
OUTLINE = 0.05
"""How thick the line of a red suit is, as a share of its width."""


SMALLEST, CAPITAL = 6.0, 0.72
"""Points on paper that type has at least, and how high a capital is."""
LEGEND = 1.3
"""How much larger the type of a legend is."""


@dataclass(frozen=True, slots=True)
class Lettering:
    """The faces of a drawing's words, and their largest size in points."""

    faces: Mapping[Weight, Face]
    most: float = float("inf")


USUAL = Lettering(FACES)


@dataclass(frozen=True, slots=True)
class Sheet:
    """Where a drawing lies: its upper left corner on the paper, and points for each of its units.
    `seen`: the part of the paper in which words are needed. `least`: the smallest readable size;
    `short`: what replaces words that would be smaller."""

    pen: Pen
    x: float
    top: float
    scale: float
    seen: Box | None = None
    least: float = 0.0
    short: Mapping[str, str] = field(default_factory=dict)
    lettering: Lettering = USUAL

    def at(self, x: float, y: float) -> tuple[float, float]:
        """The place of a point of the drawing on the paper."""
        return self.x + x * self.scale, self.top - y * self.scale


def draw_drawing(
    pen: Pen,
    drawing: Drawing,
    box: Box,
    seen: Box | None = None,
    lettering: Lettering = USUAL,
) -> Box:
    """Draw as large as `box` allows, in the middle of it; return the box that it takes.

    seen: only this part of it will be visible; words outside of it are left out.
    """
    least = SMALLEST / _enlarged(pen)
    short: dict[str, str] = {}
    legend: tuple[str, ...] = ()
    room, scale = box, _scale(drawing, box)
    while set(initials := _short(drawing, scale, least)) - set(short):
        # The legend takes room, so that further words may become too small and need initials.
        short = initials
        legend = paragraph(_legend(short), Face.TEXT, least * LEGEND, box.width)
        room = box.above(len(legend) * least * LEGEND * LEADING)
        scale = _scale(drawing, room)
    wide, high = drawing.width * scale, drawing.height * scale
    x, y = room.middle
    taken = Box(x - wide / 2, y - high / 2, wide, high)
    sheet = Sheet(pen, taken.x, taken.top, scale, seen, least, short, lettering)
    description = ". ".join(
        words.render(gettext) for words in (drawing.title, *drawing.description)
    )
    with pen.element("Figure", description):
        for item in drawing.items:
            _draw(sheet, item)
        for number, line in enumerate(legend, 1):
            foot = taken.y - number * least * LEGEND * LEADING
            pen.text(x, foot, line, least * LEGEND, align="center")
    return taken


def _scale(drawing: Drawing, box: Box) -> float:
    return min(box.width / drawing.width, box.height / drawing.height)


def _enlarged(pen: Pen) -> float:
    """How large a point of the canvas is on paper: pages of books and pocket cards are scaled."""
    ends = (pen.canvas.absolutePosition(x, 0) for x in (0, 1))
    return max(dist(*ends), 0.01)


def _texts(items: Iterable[Item]) -> Iterator[Text]:
    for item in items:
        if isinstance(item, Group):
            yield from _texts(item.items)
        elif isinstance(item, Text):
            yield item


def _short(drawing: Drawing, scale: float, least: float) -> dict[str, str]:
    """Initials for words that would be too small to read, in order; two with the same initial
    differ in the second letter."""
    initials: dict[str, str] = {}
    for item in _texts(drawing.items):
        words = item.words.render(gettext)
        if words not in initials and _size(item, words, scale) < least:
            name, _space, number = words.partition(" ")
            if number and not number.isdigit():
                name, number = words, ""
            others = {initial for key, initial in initials.items() if key.partition(" ")[0] != name}
            first = next((s for s in (name[:1], name[:2]) if s + number not in others), name[:1])
            initials[words] = first + number
    return initials


def _legend(short: Mapping[str, str]) -> str:
    """The legend of initials: "H Home, S Start"."""
    names = {
        key.rstrip("0123456789 "): initial.rstrip("0123456789") for key, initial in short.items()
    }
    return ", ".join(f"{initial} {key}" for key, initial in names.items())


def _fit(item: Text, words: str, scale: float, size: float, face: Face) -> Fitted:
    return fit(
        words,
        face,
        size=size,
        width=item.area.width * scale,
        height=item.area.height * scale,
        floor=0.85,
        most_lines=item.most_lines,
    )


def _size(item: Text, words: str, scale: float) -> float:
    return _fit(item, words, scale, item.size * scale, FACES[item.weight]).size


def _draw(sheet: Sheet, item: Item) -> None:
    if isinstance(item, Group):
        _group(sheet, item)
    elif isinstance(item, Text):
        _text(sheet, item)
    else:
        _shape(sheet, item)


def _group(sheet: Sheet, group: Group) -> None:
    canvas = sheet.pen.canvas
    if group.turn:
        x, y = sheet.at(*group.about)
        canvas.saveState()
        canvas.translate(x, y)
        canvas.rotate(-group.turn)
        canvas.translate(-x, -y)
    for item in group.items:
        _draw(sheet, item)
    if group.turn:
        canvas.restoreState()


def _shape(sheet: Sheet, item: Rect | Polygon | Circle | Path) -> None:
    canvas: Any = sheet.pen.canvas
    fill, stroke = item.fill, item.stroke
    thick = item.width * sheet.scale
    grey, line = GREYS[fill or "line"], LINES[stroke or "line"]
    if isinstance(item, Path) and item.outlined:
        first = item.segments[0][1]
        reach = max(abs(points[-2] - first[0]) for _, points in item.segments if points)
        thick, grey, line, stroke = 2 * reach * OUTLINE * sheet.scale, WHITE, BLACK, "ink"
    canvas.setFillGray(grey)
    canvas.setStrokeGray(line)
    canvas.setLineWidth(max(thick, THINNEST))
    paint = {"stroke": int(stroke is not None), "fill": int(fill is not None)}
    if isinstance(item, Rect):
        area = item.area
        x, y = sheet.at(area.x, area.foot)
        size = area.width * sheet.scale, area.height * sheet.scale
        canvas.roundRect(x, y, *size, item.radius * sheet.scale, **paint)
        canvas.setFillGray(BLACK)  # the state that the pen expects
        return
    dash = 0.0 if isinstance(item, Polygon) else item.dash * sheet.scale
    canvas.setDash([dash, dash] if dash else [])
    if isinstance(item, Circle):
        canvas.circle(*sheet.at(item.x, item.y), item.radius * sheet.scale, **paint)
    else:
        path = canvas.beginPath()
        if isinstance(item, Path):
            trace(path, item.segments, sheet.at)
        else:
            path.moveTo(*sheet.at(*item.points[0]))
            for point in item.points[1:]:
                path.lineTo(*sheet.at(*point))
            path.close()
        canvas.setLineJoin(1)
        canvas.drawPath(path, fillMode=1, **paint)
        canvas.setLineJoin(0)
    canvas.setDash([])
    canvas.setFillGray(BLACK)  # the state that the pen expects


def _text(sheet: Sheet, item: Text) -> None:
    """Words in their box, shrunk, then broken, never beyond it."""
    area = item.area
    x, y = sheet.at(area.x, area.foot)
    box = Box(x, y, area.width * sheet.scale, area.height * sheet.scale)
    if sheet.seen is not None and not _meet(box, sheet.seen):
        return
    face = sheet.lettering.faces[item.weight]
    size = min(item.size * sheet.scale, sheet.lettering.most)
    words = item.words.render(gettext)
    if words in sheet.short:
        words, size = sheet.short[words], sheet.least
        high, wide = area.height * sheet.scale, area.width * sheet.scale
        if size * CAPITAL > high or width(words, face, size) > wide:
            return  # still too small to be read
        done = Fitted((words,), size)
    else:
        done = _fit(item, words, sheet.scale, size, face)
    x = {"start": box.x, "middle": box.middle[0], "end": box.right}[item.anchor]
    step = LEADING * done.size
    foot = box.middle[1] + (len(done.lines) - 1) * step / 2 - done.size * 0.36
    align = ALIGNED[item.anchor]
    grey = GREYS[item.role]
    for number, text in enumerate(done.lines):
        at = foot - number * step
        sheet.pen.text(x, at, text, done.size, face, align=align, grey=grey)
        if item.struck:
            long = width(text, face, done.size)
            start = x - long * {"left": 0.0, "center": 0.5, "right": 1.0}[align]
            middle = at + done.size * 0.27
            sheet.pen.line(start, middle, start + long, middle, done.size * 0.07, grey)


def _meet(box: Box, other: Box) -> bool:
    """Whether two boxes overlap."""
    return box.x < other.right and other.x < box.right and box.y < other.top and other.y < box.top


POINTS = 72 / 25.4
"""Points in a millimetre."""

RIM = 36.0
"""What stays free round each sheet of a poster: printers leave some of it white anyway."""

LAP = 30.0
"""How far two sheets of a poster show the same; they are joined along the middle of it."""

MARK = 16.0
"""How long a mark is that says where to cut."""

RULED = 50
"""Millimetres of the rule that shows whether the printer has kept the size."""

Picture = tuple[str, Drawing]
"""A title and what is drawn below it."""


def has_picture(format: Format) -> bool:
    """Whether a board with a sheet of its own has a picture as it stands."""
    return has_score_sheets(format) and format.game.plays.has_drawing


def has_blank_picture(format: Format) -> bool:
    """Whether the game has a picture of its empty board."""
    options = format.game.options()
    return has_score_sheets(format) and format.game.plays.blank_drawing(options) is not None


@paper(
    "board",
    gettext_lazy("Picture of the game"),
    gettext_lazy("A drawing of how things stand now."),
    needs="begun",
    where=has_picture,
    position=90,
)
def picture_of_the_game(order: Order) -> Pages:
    """Each board on a page with its title."""
    title = _("Picture of the game")
    return Pages(title, picture_pages(order.heading, order.pictures, order.style))


def picture_pages(heading: Heading, pictures: Sequence[Picture], style: Style) -> list[Page]:
    """Return the pages of these pictures, for a document of their own or within a larger one."""
    return [
        partial(_whole_page, drawing, title, occasion(heading), style)
        for title, drawing in pictures
    ]


@paper(
    "bracket",
    gettext_lazy("Bracket"),
    gettext_lazy("Who meets whom until one is left, with the results so far."),
    needs="seats",
    part="seats",
    where=lambda format: format.facts.bracket,
    position=78,
    tonight=17,
)
def bracket(order: Order) -> Pages:
    """The parts of the bracket one below the other, as many as fit a page, which is upright or
    sideways, whichever is larger."""
    pages: list[Page] = []
    for part in _bracket_pages(order.brackets, order.style):
        page = partial(_bracket_page, part, occasion(order.heading))
        pages.append(Turned(page, part.style))
    return Pages(_("Bracket"), pages)


LARGEST_BRACKET = 1.25
"""Points for a unit of a bracket, at most: a small one is not blown up to the size of the page."""
PART_HEAD, PART_GAP, BRACKET_NOTE = 26.0, 20.0, 20.0
LEAST_SHARE = 0.75
"""Of its size alone on a page, at least, that a part keeps so that the next one fits below it."""


@dataclass(frozen=True, slots=True)
class BracketPage:
    """The parts of a bracket on one page, drawn at a `share` of `most` points for a unit."""

    style: Style
    most: float
    pictures: tuple[Picture, ...]
    share: float = 1.0

    @property
    def room(self) -> Box:
        """What the page has below its title and above its note."""
        return self.style.body.below(TITLE_ROOM).above(BRACKET_NOTE)

    @property
    def heads(self) -> float:
        """How much of the room the titles of the parts take; the first has that of the page."""
        return (len(self.pictures) - 1) * (PART_GAP + PART_HEAD)

    @property
    def height(self) -> float:
        """How much of the room the parts themselves take."""
        return sum(self.size(drawing)[1] for _title, drawing in self.pictures)

    def with_part(self, picture: Picture) -> Self | None:
        """The page with another part, all of them smaller if need be; None if it does not fit."""
        page = replace(self, pictures=(*self.pictures, picture))
        room = page.room.height - page.heads
        if page.height > room:
            page = replace(page, share=page.share * room / page.height)
        return page if page.share >= LEAST_SHARE else None

    def scale(self, drawing: Drawing) -> float:
        return self.share * min(self.most, _scale(drawing, self.room))

    def size(self, drawing: Drawing) -> tuple[float, float]:
        """The width and height of a part."""
        return drawing.width * self.scale(drawing), drawing.height * self.scale(drawing)


def _bracket_pages(pictures: Sequence[Picture], style: Style) -> Iterator[BracketPage]:
    """Distribute the parts of a bracket over pages; none is drawn larger than the first."""
    ways, most = (style, replace(style, landscape=not style.landscape)), LARGEST_BRACKET
    page: BracketPage | None = None
    for picture in pictures:
        longer = page.with_part(picture) if page else None
        if longer:
            page = longer
            continue
        if page:
            yield page
        alone = (BracketPage(way, most, (picture,)) for way in ways)
        page = max(alone, key=lambda one_way: one_way.scale(picture[1]))
        most = min(most, page.scale(picture[1]))
        page = replace(page, most=most)
    if page:
        yield page


def _bracket_page(page: BracketPage, subtitle: str, pen: Pen) -> None:
    """The first part below the title of the page, each other one below its own."""
    draw_title(pen, page.style.body, page.pictures[0][0], subtitle)
    room, body = page.room, page.style.body
    for number, (title, drawing) in enumerate(page.pictures):
        if number:
            with pen.element("H2"):
                head = room.from_top(PART_HEAD - 8, PART_GAP)
                pen.fitted(head, title, PART_HEAD * 0.6, Face.DISPLAY, most_lines=1)
            room = room.below(PART_GAP + PART_HEAD)
        wide, high = page.size(drawing)
        x = room.x if len(page.pictures) > 1 else room.middle[0] - wide / 2
        draw_drawing(pen, drawing, Box(x, room.top - high, wide, high))
        room = room.below(high)
    note = _("Bold: who has won. What is empty is filled in by hand.")
    foot = Box(body.x, body.y, body.width, BRACKET_NOTE - 8)
    pen.fitted(foot, note, FINE, grey=GREY, most_lines=1)


@paper(
    "board-blank",
    gettext_lazy("Blank board"),
    gettext_lazy("To put on the table. At true size it is several sheets to be joined."),
    options=("poster",),
    where=has_blank_picture,
    position=80,
    tonight=80,
)
def blank_board(order: Order) -> Pages:
    """Each board on a page; if there are several, with its name below the title.

    As a poster: at its true size, or twice as large in each direction if it has none; without a
    title, on several sheets with marks where to cut and to join them.
    """
    pictures, poster, style = order.blank_pictures, order.options.poster, order.style
    pages: list[Page] = []
    for title, drawing in pictures:
        name = drawing.title.render(_)
        if poster:
            pages += poster_pages(order.heading, drawing, style)
        else:
            below = name if len(pictures) > 1 else ""
            pages.append(partial(_whole_page, drawing, title or name, below, style))
    first = pictures[0][0] or pictures[0][1].title.render(_) if pictures else _("Board")
    return Pages(first, pages, foot=not poster)


@dataclass(frozen=True, slots=True)
class Tiling:
    """How a drawing is divided into sheets: how many across and down, and the size of the whole."""

    style: Style
    across: int
    down: int
    wide: float
    high: float
    true: bool

    @property
    def sheet(self) -> Box:
        """The printed area of a sheet."""
        return self.style.page.inset(RIM)

    def window(self, row: int, column: int) -> Box:
        """The box of the whole drawing in the coordinates of one sheet."""
        sheet = self.sheet
        room_wide = self.across * (sheet.width - LAP) + LAP
        room_high = self.down * (sheet.height - LAP) + LAP
        left = sheet.x - column * (sheet.width - LAP) + (room_wide - self.wide) / 2
        top = sheet.top + row * (sheet.height - LAP) - (room_high - self.high) / 2
        return Box(left, top - self.high, self.wide, self.high)


def tiling(drawing: Drawing, style: Style) -> Tiling:
    """The fewest sheets that hold a drawing at its true size, upright if that needs no more; four
    if it has no true size."""
    upright = replace(style, landscape=False)
    if not drawing.true_width:
        room = upright.page.inset(RIM)
        return Tiling(upright, 2, 2, 2 * room.width - LAP, 2 * room.height - LAP, true=False)
    wide = drawing.true_width * POINTS
    high = wide * drawing.height / drawing.width
    tilings = []
    for turned in (upright, replace(style, landscape=True)):
        room = turned.page.inset(RIM)
        across = max(1, ceil((wide - LAP) / (room.width - LAP)))
        down = max(1, ceil((high - LAP) / (room.height - LAP)))
        tilings.append(Tiling(turned, across, down, wide, high, true=True))
    return min(tilings, key=lambda plan: plan.across * plan.down)


def poster_pages(heading: Heading, drawing: Drawing, style: Style) -> list[Page]:
    """The sheets of a poster, row by row."""
    plan = tiling(drawing, style)
    return [
        Turned(partial(_poster_page, heading, drawing, plan, row, column), plan.style)
        for row in range(plan.down)
        for column in range(plan.across)
    ]


def _whole_page(drawing: Drawing, title: str, subtitle: str, style: Style, pen: Pen) -> None:
    draw_drawing(pen, drawing, draw_title(pen, style.body, title, subtitle))


def _poster_page(
    heading: Heading, drawing: Drawing, plan: Tiling, row: int, column: int, pen: Pen
) -> None:
    """One of the sheets."""
    sheet, canvas = plan.sheet, pen.canvas
    canvas.saveState()
    window = canvas.beginPath()
    window.rect(sheet.x, sheet.y, sheet.width, sheet.height)
    canvas.clipPath(window, stroke=0, fill=0)
    draw_drawing(pen, drawing, plan.window(row, column), seen=sheet)
    canvas.restoreState()
    _marks(pen, plan, row, column)
    _plan(pen, Box(sheet.x, sheet.y - 27, 7.0 * plan.across, 18), plan, row, column)
    words = [
        page_numbers(plan.across * plan.down)(row * plan.across + column + 1),
        _place(plan, row, column),
        _joined(plan),
        occasion(heading),
    ]
    left = sheet.x + 7.0 * plan.across + 10
    right = sheet.right
    if plan.true:
        right -= RULED * POINTS + 10
        _rule(pen, right + 10, sheet.y - 24)
    strip = Box(left, sheet.y - 24, right - left, 10)
    pen.fitted(strip, " · ".join(filter(None, words)), FINE, grey=GREY, floor=0.5, most_lines=1)


def _place(plan: Tiling, row: int, column: int) -> str:
    """The place of a sheet in the poster."""
    if (plan.across, plan.down) == (2, 2):
        corners = (_("upper left"), _("upper right"), _("lower left"), _("lower right"))
        return corners[2 * row + column]
    if plan.across * plan.down == 1:
        return ""
    arguments = {"row": row + 1, "column": column + 1}
    return _("row %(row)d, column %(column)d") % arguments


def _joined(plan: Tiling) -> str:
    """How to join the sheets."""
    if plan.across * plan.down == 1:
        return ""
    if plan.across == 1:
        return _("Cut the lower sheets at the marks and glue them over the others.")
    if plan.down == 1:
        return _("Cut the right sheets at the marks and glue them over the others.")
    return _("Cut the right and the lower sheets at the marks and glue them over the others.")


def _rule(pen: Pen, x: float, y: float) -> None:
    """Draw a line of a known length, to check that nothing was scaled."""
    long = RULED * POINTS
    pen.line(x, y + 2, x + long, y + 2, HAIR)
    for end in (x, x + long):
        pen.line(end, y - 1, end, y + 5, HAIR)
    words = _("%(count)d mm if printed at 100 %%") % {"count": RULED}
    pen.fitted(Box(x, y + 4, long, 9), words, FINE, align="center", grey=GREY, most_lines=1)


def _marks(pen: Pen, plan: Tiling, row: int, column: int) -> None:
    """Mark at the edges where two sheets meet."""
    sheet, half = plan.sheet, LAP / 2
    across = [sheet.x + half] if column else []
    across += [sheet.right - half] if column < plan.across - 1 else []
    upright = [sheet.top - half] if row else []
    upright += [sheet.y + half] if row < plan.down - 1 else []
    for x in across:
        for y in (sheet.top + 3, sheet.y - 3 - MARK):
            pen.line(x, y, x, y + MARK, HAIR)
    for y in upright:
        for x in (sheet.x - 3 - MARK, sheet.right + 3):
            pen.line(x, y, x + MARK, y, HAIR)


def _plan(pen: Pen, box: Box, plan: Tiling, row: int, column: int) -> None:
    """Draw all sheets very small, with this one filled."""
    for place, cell in enumerate(box.grid(plan.across, plan.down, 1.2)):
        if place == row * plan.across + column:
            pen.fill(cell, GREY)
        pen.frame(cell, HAIR, grey=GREY)
