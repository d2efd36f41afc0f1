"""Standings as a table, the winners' page, and certificates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.papers.catalogue import Order, Pages, paper
from tournaments.papers.data import Heading, NameList, Placing, points_words
from tournaments.papers.geometry import READABLE, Box, column_widths
from tournaments.papers.marks import draw_suit, draw_suits
from tournaments.papers.pen import BOLD_LINE, GREY, HAIR, PALE, THIN, Pen
from tournaments.papers.people import draw_names, draw_person, names_height
from tournaments.papers.scoreboards import sheet_pages
from tournaments.papers.tables import TableCell, TableColumn, TableRow, draw_table
from tournaments.papers.theme import (
    BODY,
    FINE,
    HEADING,
    SMALL,
    TITLE_ROOM,
    Page,
    Style,
    Turned,
    draw_title,
    figure,
    occasion,
)
from tournaments.papers.typefaces import Face, width

ROW = 18.0
NOTED = 26.0
"""A line with a note below the name."""
HEAD = 24.0
LARGEST = 1.8
"""How much larger than usual the lines of few people may be, to use the page that they have."""
SIDEWAYS = 11
"""Sets from which the table lies on its side."""
MOST_SETS = 24
"""Where more sets were played, the standings show the totals alone."""
UNEVEN = 1.15
"""How much longer than half a name the longer of its two lines may be."""
SHADE = 4.0
"""How far the shade of the first three goes beyond their figures."""
APART = 12.0
"""Between a name and the role beside it."""
PODIUM = (1, 0, 2)
"""Who stands where, from left to right: second, first, third."""


@paper(
    "standings",
    gettext_lazy("Standings"),
    gettext_lazy("All totals so far."),
    needs="results",
    part="end",
    position=20,
)
def standings(order: Order) -> Pages:
    """The standings in their order: rank, name, points of each set, sit-outs, total; then the
    score sheets."""
    title, style = order.standings_title or _("Standings"), order.style
    table = standings_pages(order.heading, order.placings, style, title, order.columns)
    table += _team_pages(order)
    return Pages(title, [*table, *sheet_pages(order.sheets, style)])


@paper(
    "winners",
    gettext_lazy("Winners’ page"),
    gettext_lazy("For the wall."),
    needs="winners",
    part="end",
    position=30,
)
def winners(order: Order) -> Pages:
    """The first three places, and the best of each role.

    Shared places are together. Ranks within a role are counted from the given ranks.
    """
    return Pages(_("The winners"), _winners(order))


@paper(
    "results",
    gettext_lazy("Results"),
    gettext_lazy("Winners and standings."),
    needs="winners",
    part="end",
    position=50,
)
def results(order: Order) -> Pages:
    """The winners' page, the final standings and the score sheets as one document."""
    style = order.style
    table = standings_pages(order.heading, order.placings, style, _("Final standings"))
    table += _team_pages(order)
    return Pages(_("Results"), [*_winners(order), *table, *sheet_pages(order.sheets, style)])


def _team_pages(order: Order) -> list[Page]:
    """The ranking of teams, if people carry a team's name."""
    if not order.team_placings:
        return []
    heading = replace(order.heading, best=order.best_of_team)
    return standings_pages(heading, order.team_placings, order.style, _("Teams"))


def _winners(order: Order) -> list[Page]:
    """A page for each division, or one for all, and one for the teams for which people play."""
    parts = _by_division(order.placings)
    if order.team_placings:
        parts.append((_("Teams"), [*order.team_placings]))
    return [
        partial(
            _winners_page, _of_division(order.heading, name), part, order.style, lists=order.teams
        )
        for name, part in parts
    ]


def _by_division(placings: Sequence[Placing]) -> list[tuple[str, list[Placing]]]:
    """The lines of each division with its name; all lines with "" if there are no divisions."""
    names = dict.fromkeys(placing.division for placing in placings) or {"": None}
    return [(name, [placing for placing in placings if placing.division == name]) for name in names]


def _of_division(heading: Heading, name: str) -> Heading:
    """The heading of a division's pages."""
    return replace(heading, event=" · ".join(filter(None, (heading.event, name))))


def standings_pages(
    heading: Heading,
    placings: Sequence[Placing],
    style: Style,
    title: str,
    lists: Sequence[NameList] = (),
) -> list[Page]:
    """Return the pages of the table, for a document of their own or within a larger one.

    lists: below the last line, or on a page of their own if there is no room.
    """
    *others, (name, placings) = _by_division(placings)
    before = [
        page
        for other, part in others
        for page in _standings_pages(_of_division(heading, other), part, style, title)
    ]
    return before + _standings_pages(_of_division(heading, name), placings, style, title, lists)


def _standings_pages(
    heading: Heading,
    placings: Sequence[Placing],
    style: Style,
    title: str,
    lists: Sequence[NameList] = (),
) -> list[Page]:
    """The pages of one division."""
    count = max((len(placing.sets) for placing in placings), default=0)
    row = NOTED if any(placing.note for placing in placings) else ROW
    cramped = 0 < count < SIDEWAYS and not _columns(heading, style.body, placings, 1.0, row).sets
    if SIDEWAYS <= count <= MOST_SETS or cramped:
        style = replace(style, landscape=True)
    room = style.body.below(TITLE_ROOM).height - HEAD
    pages_needed = max(1, -(-len(placings) // int(room // row)))
    each = max(1, -(-len(placings) // pages_needed))
    foot = names_height(lists) if lists else 0.0
    if room - foot >= (len(placings) - (pages_needed - 1) * each) * row:
        room -= foot  # the lists stand below the last line
    scale = min(LARGEST, room / (each * row))
    groups = [placings[i : i + each] for i in range(0, len(placings), each)] or [()]
    if lists and len(groups[-1]) * row * scale + foot > style.body.below(TITLE_ROOM + HEAD).height:
        groups.append(())
    columns = _columns(heading, style.body, placings, scale, row)
    pages: list[Page] = [
        partial(_standings_page, heading, group, columns, style, title) for group in groups
    ]
    pages[-1] = partial(_standings_page, heading, groups[-1], columns, style, title, lists=lists)
    return [Turned(page, style) for page in pages]


@dataclass(frozen=True, slots=True)
class _Columns:
    """The columns of a page: place, name, role (None if nobody has one), one for each set,
    sit-outs (None if nobody sat out), total. row: how high the lines are; grown: how much larger
    than usual the type; size: of a set's points."""

    rank: TableColumn
    name: TableColumn
    role: TableColumn | None
    sets: tuple[TableColumn, ...]
    sit_outs: TableColumn | None
    total: TableColumn
    row: float
    grown: float
    size: float


def _columns(
    heading: Heading, body: Box, placings: Sequence[Placing], scale: float, row: float
) -> _Columns:
    """The columns of a page; without the sets where their points would be too small to read."""
    count = max((len(placing.sets) for placing in placings), default=0)
    count = 0 if count > MOST_SETS else count
    sat_out = any(placing.sit_outs for placing in placings)
    roles = any(placing.role for placing in placings)
    # Wide enough for most names; the longest are smaller, or in two lines.
    wide = sorted(width(placing.name, Face.BOLD, BODY) for placing in placings) or [0.0]
    halves = max((width(placing.name, Face.BOLD, READABLE) for placing in placings), default=0) / 2
    longest = max(90.0, wide[len(wide) * 9 // 10], halves * UNEVEN)
    need = 94 + 8 + longest + (66 + APART if roles else 0) + count * 22
    left = body.width - (42 if sat_out else 0)
    grown = max(0.85, min(1 + (scale - 1) * 0.7, left / need))
    right = body.right
    total = TableColumn(right - 50 * grown, 50.0 * grown, heading.counted or _("Total"), "right")
    right -= 54 * grown
    sit_outs = TableColumn(right - 38, 38.0, _("Sat out"), "right") if sat_out else None
    right -= 42 if sat_out else 0
    free = left - (need - count * 22) * grown
    widths = column_widths([34.0 * grown] * count, [0.0] * count, free)
    edges = [*accumulate(widths, initial=right - sum(widths))]
    sets = tuple(
        TableColumn(x, each, str(number), "right")
        for number, (x, each) in enumerate(zip(edges, widths, strict=False), start=1)
    )
    right -= sum(widths) + 8 * grown
    role = TableColumn(right - 66 * grown, 66.0 * grown, _("Role")) if roles else None
    right -= (66 + APART) * grown if roles else 0
    start = body.x + 40 * grown
    widest = max(
        (width(figure(p), Face.TEXT, 1) for placing in placings for p in placing.sets), default=1
    )
    size = min([BODY * grown, *((each - 4) / max(widest, 1) for each in widths)])
    if count and size < READABLE:
        totals = [replace(placing, sets=()) for placing in placings]
        return _columns(heading, body, totals, scale, row)
    rank = TableColumn(body.x, 32.0 * grown, _("Place"), "right")
    name = TableColumn(start, right - start, _("Name"))
    return _Columns(rank, name, role, sets, sit_outs, total, row * scale, grown, size)


def _standings_page(
    heading: Heading,
    placings: Sequence[Placing],
    columns: _Columns,
    style: Style,
    title: str,
    pen: Pen,
    *,
    lists: Sequence[NameList] = (),
) -> None:
    subtitle = " · ".join(filter(None, (occasion(heading), heading.best)))
    body = draw_title(pen, style.body, title, subtitle)
    if columns.sets:
        first, last = columns.sets[0], columns.sets[-1]
        start, end = first.x + first.width * 0.45, last.x + last.width
        label = heading.stage or _("Set")
        pen.text((start + end) / 2, body.top - 4, label, FINE, align="center", grey=GREY)
        pen.line(start, body.top - 7, end, body.top - 7, HAIR, GREY)
    lines, top = [], HEAD
    for placing in placings:
        lines.append(_line(heading, columns, body.from_top(columns.row, top), placing))
        top += columns.row
    optional = [column for column in (columns.role, *columns.sets, columns.sit_outs) if column]
    rest = draw_table(
        pen, body, (columns.rank, columns.name, *optional, columns.total), lines, head=HEAD
    )
    if lists:
        draw_names(pen, lists, rest.below(12))


def _line(heading: Heading, columns: _Columns, row: Box, placing: Placing) -> TableRow:
    """The line of somebody; the first three are shaded."""
    text = BODY * columns.grown
    leading = placing.rank <= 3
    rank = f"{placing.rank}=" if placing.shared else f"{placing.rank}"
    cells = [
        TableCell(rank if placing.has_place else "", text, Face.BOLD, most_lines=1),
        TableCell(draw=partial(_draw_name, placing, text, Face.BOLD if leading else Face.TEXT)),
    ]
    if columns.role:
        cells.append(
            TableCell(draw=partial(_draw_role, heading, placing.role, text * SMALL / BODY))
        )
    texts = [*map(figure, placing.sets), *[""] * len(columns.sets)][: len(columns.sets)]
    cells += [TableCell(points, columns.size, most_lines=1) for points in texts]
    if columns.sit_outs:
        often = str(placing.sit_outs) if placing.sit_outs else ""
        cells.append(TableCell(often, text * SMALL / BODY, grey=GREY))
    cells.append(TableCell(figure(placing.total), text * 1.1, Face.BOLD, most_lines=1))
    return TableRow(columns.row, cells, shaded=row.inset(-SHADE, 0) if leading else None)


def _draw_name(placing: Placing, size: float, face: Face, pen: Pen, name: Box) -> None:
    """Draw a name, with the note below it if there is one."""
    if placing.note:
        note = Box(name.x, name.y + 1, name.width, name.height * 0.36)
        pen.fitted(note, placing.note, size * FINE / BODY, grey=GREY, most_lines=2)
        name = Box(name.x, note.top, name.width, name.height * 0.6)
    pen.fitted(name, placing.name, size, face, most_lines=1 if placing.note else 2)


def _draw_role(heading: Heading, role: str, size: float, pen: Pen, area: Box) -> None:
    draw_person(pen, heading, area, heading.role_name(role), role, size)


def _winners_page(
    heading: Heading,
    placings: Sequence[Placing],
    style: Style,
    pen: Pen,
    *,
    lists: Sequence[NameList] = (),
) -> None:
    body = style.body
    pen.frame(body, BOLD_LINE, radius=16)
    pen.frame(body.inset(5), HAIR, radius=12)
    inner = body.inset(34, 30)
    middle = inner.middle[0]
    draw_suits(pen, middle + 48, inner.top - 20, 20)
    with pen.element("H1"):
        pen.fitted(inner.from_top(46, 34), _("The winners"), 36, Face.DISPLAY, align="center")
    where = inner.from_top(18, 84)
    pen.fitted(where, occasion(heading), 12, grey=GREY, align="center", most_lines=1)
    roles = [role for role in heading.role_names if any(p.role == role for p in placings)]
    longest = max((len(_best(placings, role)) for role in roles), default=0)
    foot = min(180.0, 30 + 26.0 * longest) if roles else names_height(lists)
    podium = inner.below(130).above(foot + 24)
    _draw_podium(pen, heading, podium, placings)
    if lists and not roles:
        draw_names(pen, lists, Box(inner.x, inner.y, inner.width, foot))
    if roles:
        area = Box(inner.x, inner.y, inner.width, foot)
        for column, role in zip(area.columns(len(roles), 30), roles, strict=True):
            _draw_best(pen, heading, column, role, placings)


def _by_place(placings: Sequence[Placing], places: int) -> list[list[Placing]]:
    """Group people by rank: the first `places` groups."""
    ranks = sorted({placing.rank for placing in placings})[:places]
    return [[placing for placing in placings if placing.rank == rank] for rank in ranks]


def _draw_podium(pen: Pen, heading: Heading, box: Box, placings: Sequence[Placing]) -> None:
    """Draw three steps, the first in the middle and highest, with the names above them."""
    groups = [group for group in _by_place(placings, 3) if group[0].rank <= 3]
    stands = [place for place in PODIUM if place < len(groups)]
    across = box.width * len(stands) / len(PODIUM)
    columns = Box(box.middle[0] - across / 2, box.y, across, box.height).columns(
        max(len(stands), 1), 10
    )
    crowd = max((len(group) for group in groups), default=1)
    tall = box.height * (0.7 if crowd == 1 else 0.6 if crowd == 2 else 0.42)
    steps = (tall, tall * 0.76, tall * 0.56)
    for column, place in zip(columns, stands, strict=False):
        step = Box(column.x, column.y, column.width, steps[place])
        group = groups[place]
        pen.fill(step, PALE)
        pen.frame(step, BOLD_LINE if place == 0 else THIN)
        rank = step.from_top(min(step.height * 0.6, 110), 6)
        label = f"{group[0].rank}=" if group[0].shared else str(group[0].rank)
        pen.fitted(rank, label, 84, Face.DISPLAY, align="center", most_lines=1)
        total = figure(group[0].total)
        points = heading.result(total) if heading.counted else points_words(total)
        line = step.from_top(28, rank.height + 6).inset(6, 0)
        if group[0].by_total:
            pen.fitted(line, points, 15, align="center")
        names = column.above(step.height + 8)
        _draw_names(pen, names, group, 27.0 if place == 0 else 21.0)


def _draw_names(pen: Pen, room: Box, group: Sequence[Placing], size: float) -> None:
    """Draw the names of those who share a place, upwards from their step."""
    each = min(size * 2.5, room.height / len(group))
    for number, placing in enumerate(reversed(group)):
        row = Box(room.x, room.y + number * each, room.width, each - 2)
        pen.fitted(row, placing.name, size, Face.DISPLAY, align="center", floor=0.75, most_lines=3)


def _best(placings: Sequence[Placing], role: str) -> list[tuple[int, Placing]]:
    """Return the first three places within a role, ranked among themselves."""
    own = [placing for placing in placings if placing.role == role]
    ranked = [(1 + sum(other.rank < p.rank for other in own), p) for p in own]
    return [(rank, placing) for rank, placing in ranked if rank <= 3]


def _draw_best(
    pen: Pen, heading: Heading, box: Box, role: str, placings: Sequence[Placing]
) -> None:
    """List the first three places among the people of one role."""
    name = heading.role_name(role)
    title = _("Best %(role)s") % {"role": name[:1].lower() + name[1:]}
    suit = "SHCD"[list(heading.role_names).index(role) % 4]
    draw_suit(pen, suit, box.x, box.top - 15, 12)
    strip = Box(box.x + 19, box.top - 19, box.width - 19, 19)
    with pen.element("H2"):
        pen.fitted(strip, title, HEADING, Face.DISPLAY, most_lines=1)
    pen.line(box.x, box.top - 23, box.right, box.top - 23, THIN)
    places = _best(placings, role)
    room = box.below(26)
    each = min(26.0, room.height / max(len(places), 1))
    size = min(12.0, each * 0.6)
    columns = (
        TableColumn(box.x, 20, align="right"),
        TableColumn(box.x + 30, box.width - 74),
        TableColumn(box.right - 40, 40, align="right"),
    )
    lines = [
        TableRow(
            each,
            (
                TableCell(str(rank), size, Face.BOLD),
                TableCell(placing.name, size),
                TableCell(figure(placing.total), size, Face.BOLD),
            ),
        )
        for rank, placing in places
    ]
    draw_table(pen, room, columns, lines)


MM = 72 / 25.4
WIDE, HIGH = 297 * MM, 210 * MM
"""The size of a certificate at which everything has the sizes that are given here."""
OUTER, INNER = 12.0, 14.2  # millimetres from the edge
SUIT = 11.0
LINES = ((112, 18, 38), (132, 12, 19), (146, 9, 15))  # below the name: from the top, height, type
FEW = 12  # numbers up to this are written as words
PAIRS = gettext_lazy("%(place)s of %(players)d pairs")


@paper(
    "certificates",
    gettext_lazy("Certificates"),
    gettext_lazy("For those who did best."),
    needs="winners",
    part="end",
    position=40,
)
def certificates(order: Order) -> Pages:
    """One for each honoured person and for the best teams: name, place, points, event."""
    style = replace(order.style, landscape=True)
    pages: list[Page] = []
    for best, everybody, of in (
        (order.honoured, order.placings, gettext_lazy("%(place)s of %(players)d")),
        (order.honoured_teams, order.team_placings, gettext_lazy("%(place)s of %(players)d teams")),
    ):
        for name, part in _by_division(best):
            others = [placing for placing in everybody if placing.division == name] or part
            among = PAIRS if any(placing.is_pair for placing in others) else of
            heading, second = _of_division(order.heading, name), _second(part)
            for placing in part:
                place = _place(
                    placing, among % {"place": _ordinal(placing.rank), "players": len(others)}
                )
                other = _best_of_others(everybody, placing) if placing.team else second
                lines = [place, _result_words(heading, placing, other)]
                lines += [placing.note] if best is order.honoured_teams else []
                pages.append(partial(_page, heading, placing.name, lines, style))
    return Pages(_("Certificates"), pages, style, foot=False)


def _second(placings: Sequence[Placing]) -> Placing | None:
    """The best placing after the first, unless it is a team's."""
    return next((placing for placing in placings if placing.rank > 1 and not placing.team), None)


def _best_of_others(placings: Sequence[Placing], placing: Placing) -> Placing | None:
    """The highest total that is not that of the team of `placing`."""
    others = [other for other in placings if other.total != placing.total]
    return max(others, key=lambda other: other.total, default=None)


def _page(
    heading: Heading,
    title: str,
    lines: Sequence[str],
    style: Style,
    pen: Pen,
) -> None:
    """Draw the certificate of `title`; `lines` are the place, the result, and whose scores were
    added up."""
    scale = min(style.size[0] / WIDE, style.size[1] / HIGH)
    pen.form(
        ("certificate", style, heading.event),
        style.size,
        partial(_draw_form, pen, heading, style, scale),
    )
    page = style.page
    inner = page.inset(40 * MM * scale, 0)

    def strip(top: float, height: float) -> Box:
        """A strip of the page, in millimetres of the usual size."""
        return inner.from_top(height * MM * scale, top * MM * scale)

    name, head = strip(70, 30), Face.DISPLAY
    pen.fitted(name, title, 62 * scale, head, align="center", floor=0.6, most_lines=2)
    for (top, height, size), line in zip(LINES, lines, strict=False):
        room = strip(top, height)
        pen.fitted(room, line, size * scale, Face.BOOK, align="center", floor=0.5, most_lines=1)


def _draw_form(pen: Pen, heading: Heading, style: Style, scale: float) -> None:
    """Draw what all certificates of an event share: the frame, the occasion, lines to sign on."""
    page, unit = style.page, MM * scale
    for edge, line in ((OUTER, 1.6), (INNER, 0.5)):
        pen.frame(page.inset(edge * unit), line * scale)
    side, off = SUIT * unit, (27 - SUIT / 2) * unit
    for suit, x, y in (
        ("S", off, page.top - off - side),
        ("H", page.right - off - side, page.top - off - side),
        ("C", off, off),
        ("D", page.right - off - side, off),
    ):
        draw_suit(pen, suit, x, y, side)
    inner = page.inset(40 * unit, 0)
    event = inner.from_top(9 * unit, 41 * unit)
    pen.fitted(event, heading.event, 17 * scale, Face.BOOK_CAPS, align="center", floor=0.5)
    details = ", ".join(filter(None, (heading.game, heading.date, heading.place)))
    room = inner.from_top(9 * unit, 51 * unit)
    pen.fitted(room, details, 17 * scale, Face.BOOK_ITALIC, align="center", floor=0.5, most_lines=1)
    middle, rule = page.middle[0], page.top - 106 * unit
    pen.line(middle - 42 * unit, rule, middle + 42 * unit, rule, 0.6)
    y = page.top - 170 * unit
    for side_of, label in ((-1, _("the host")), (1, _("the scorekeeper"))):
        x = middle + side_of * 60.5 * unit
        pen.line(x - 34 * unit, y, x + 34 * unit, y, 0.5)
        words = Box(x - 34 * unit, y - 9 * unit, 68 * unit, 7 * unit)
        pen.fitted(words, label, 11 * scale, Face.BOOK_CAPS, align="center", most_lines=1)


def _place(placing: Placing, place: str) -> str:
    """A place ("First of 23") as a certificate says it."""
    if placing.team and placing.shared:
        return _("Joint winner with %(team)s") % {"team": _with_article(placing.team)}
    if placing.team:
        return _("Winner with %(team)s") % {"team": _with_article(placing.team)}
    return _("%(place)s, shared") % {"place": place} if placing.shared else place


def _ordinal(rank: int) -> str:
    """ "First"; above ten, a number."""
    words = (
        _("First"),
        _("Second"),
        _("Third"),
        _("Fourth"),
        _("Fifth"),
        _("Sixth"),
        _("Seventh"),
        _("Eighth"),
        _("Ninth"),
        _("Tenth"),
    )
    return words[rank - 1] if rank <= len(words) else _("Place %(number)d") % {"number": rank}


def _result_words(heading: Heading, placing: Placing, second: Placing | None) -> str:
    """What somebody came to; of the first, by how much that was ahead, and of a team, what the
    other one came to. Nothing where places say how far people came."""
    if not placing.by_total:
        return ""
    if placing.team and second is not None:
        both = {"points": _counted(heading, placing.total), "other": figure(second.total)}
        return _("%(points)s to %(other)s") % both
    result = _counted(heading, placing.total)
    if placing.rank > 1 or placing.shared or placing.team or second is None:
        return result
    ahead = abs(placing.total - second.total)
    if not ahead:
        return result
    words = _fewer(ahead) if placing.total < second.total else _more(ahead)
    return f"{result}, {words}"


def _with_article(team: str) -> str:
    """ "the Girls"; "The Hills" as it is."""
    if team.casefold().startswith("the "):
        return team
    return _("the %(team)s") % {"team": team}


def _counted(heading: Heading, total: int) -> str:
    """ "142 points", or in the game's own words: "25 chips won"."""
    if heading.counted:
        return f"{figure(total)} {heading.counted[:1].lower()}{heading.counted[1:]}"
    return points_words(figure(total))


def _more(count: int) -> str:
    text = _("%(count)s more than the second")
    return text % {"count": _number(count)}


def _fewer(count: int) -> str:
    text = _("%(count)s fewer than the second")
    return text % {"count": _number(count)}


def _number(count: int) -> str:
    """A small number as a word."""
    words = (
        _("one"),
        _("two"),
        _("three"),
        _("four"),
        _("five"),
        _("six"),
        _("seven"),
        _("eight"),
        _("nine"),
        _("ten"),
        _("eleven"),
        _("twelve"),
    )
    return words[count - 1] if count <= FEW else str(count)
