"""What is printed of an evening with score pads, as the plain values that the printer takes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from rulesets import games
from rulesets.payload import parse_options
from rulesets.replay import scheme_of
from rulesets.scheme import Roster, Setup
from tournaments.models import Event, Seating, SitOut, Table
from tournaments.printing import data
from tournaments.printing.scoreboards import Sheet
from tournaments.selectors.pads import AWAY, COUPLE, Pad, pads, read_pads
from tournaments.selectors.stakes import stakes_of
from tournaments.selectors.words import role_word

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.drawing import Drawing
    from rulesets.game import Game
    from rulesets.scheme import Account, Field
    from rulesets.scoreboard import Scoreboard
    from tournaments.selectors.pads import PadRound
    from tournaments.selectors.seats import SeatsView

FREE_COUPLES = 12  # lines of a worksheet before there are seats
FREE_NAMES = 12  # lines to write a team's names on, where nobody is entered yet


def with_title(first: str, *more: str) -> str:
    """The parts of a title that there are, "Score sheet · Table 2"."""
    return " · ".join(part for part in (first, *more) if part)


def subtitle(game: Game) -> str:
    """The game and where its rules stand."""
    return f"{_(game.name)} · {game.source}"


def sheets(event: Event) -> list[Sheet]:
    """The score sheet of every pad as it stands."""
    return [
        Sheet(
            _told_at_the_end(pad),
            with_title(_("Score sheet"), pad.title),
            subtitle(pad.game),
            lists=team_lists(pad.setup.roster),
        )
        for pad in pads(event)
    ]


def _told_at_the_end(pad: Pad) -> Scoreboard:
    """The board of a pad, with how it ended, or what the teams have by now, below it."""
    board = pad.board
    more: tuple[str, ...] = ()
    if pad.ending is not None:
        more = (_(pad.ending.template).format(**pad.ending.params),)
    elif pad.scheme.teams:
        totals = zip(pad.setup.roster.team_names, pad.scheme.totals(pad.state), strict=True)
        more = (_("So far: {totals}").format(totals=", ".join(f"{a} {b}" for a, b in totals)),)
    return replace(board, notes=(*board.notes, *more))


def team_lists(roster: Roster) -> tuple[data.NameList, ...]:
    """Who plays in each team."""
    return tuple(
        data.NameList(name, tuple(roster.names[player] for player in members))
        for name, members in zip(roster.team_names, roster.teams, strict=True)
    )


def _coming(event: Event) -> tuple[Pad, ...]:
    """The pads in play, else those that are drawn: what is written on has to lie there before."""
    return pads(event) or read_pads(event, drawn=True)


def blank_sheets(event: Event, lines: int = 0) -> list[Sheet]:
    """A score sheet to write on for every pad, or one with room for names before there are any."""
    found = [(pad.setup, pad.title) for pad in _coming(event)]
    setups = found or [(planned(event), "")]
    game = games.load(event.game)
    scheme = scheme_of(game)
    return [
        Sheet(
            scheme.blank_sheet(setup),
            with_title(_("Score sheet"), title),
            subtitle(game),
            written=True,
            lines=lines,
            lists=_lists_to_fill(setup.roster),
        )
        for setup, title in setups
    ]


def _lists_to_fill(roster: Roster) -> tuple[data.NameList, ...]:
    return tuple(
        each if any(each.names) else data.NameList(each.title, (), FREE_NAMES)
        for each in team_lists(roster)
    )


def planned(event: Event) -> Setup:
    """What the game would be set up with now: those entered, else empty names."""
    game = games.load(event.game)
    scheme = scheme_of(game)
    options, _problems = parse_options(game.options, event.options)
    entered = list(event.entries.order_by("pk").values_list("name", "role"))
    if scheme.teams:
        return Setup(_two_teams(event, scheme.teams, entered), options)
    names = tuple(name for name, _role in entered)
    low, high = scheme.players
    if not low <= len(names) <= high:
        names = ("",) * game.players_per_table
    return Setup(Roster(names), options)


def _two_teams(event: Event, teams: Sequence[str], entered: Sequence[tuple[str, str]]) -> Roster:
    called = tuple(role_word(event, team, many=True) for team in teams)
    playing = [(name, role) for name, role in entered if role in teams]
    if {role for _name, role in playing} != set(teams):
        return Roster(("",) * len(teams), tuple((team,) for team in range(len(teams))), called)
    members = tuple(
        tuple(place for place, (_name, role) in enumerate(playing) if role == team)
        for team in teams
    )
    return Roster(tuple(name for name, _role in playing), members, called)


def steps(event: Event) -> tuple[str, ...]:
    """How the game's sheet is kept by hand."""
    found = pads(event)
    setup = found[0].setup if found else planned(event)
    return scheme_of(games.load(event.game)).blank_sheet(setup).notes


def worksheets(event: Event, number: int | None = None, *, blank: bool = False) -> list[Sheet]:
    """The worksheet of a round, filled (default: the newest with a report) or to be written on
    (default: the one in play or drawn; before that, one for any round)."""
    found = []
    for pad in _coming(event) if blank else pads(event):
        one = pad.round(number) if number else _round_in_question(pad, blank=blank)
        if pad.scheme.worksheet is None or one is None:
            continue
        report = [row for row in one.report if row and AWAY in row] if blank else one.report
        board = pad.scheme.worksheet(one.before, report, [line.chairs for line in one.lines])
        title = with_title(_("Worksheet"), _("Round {number}").format(number=one.number), pad.title)
        found.append(Sheet(board, title, subtitle(pad.game), written=blank))
    return found or (_free_worksheet(event) if blank and not number else [])


def _free_worksheet(event: Event) -> list[Sheet]:
    """A worksheet for any round, before anybody is seated: the couples are written in too."""
    game = games.load(event.game)
    scheme = scheme_of(game)
    if scheme.worksheet is None:
        return []
    roster = planned(event).roster
    lines = max(FREE_COUPLES, *(len(team) for team in roster.teams))
    places = tuple(range(2 * lines))
    nobody = Roster(("",) * len(places), (places[:lines], places[lines:]), roster.team_names)
    state = scheme.start(Setup(nobody, planned(event).options)).state
    board = scheme.worksheet(state, (), tuple(zip(*nobody.teams, strict=True)))
    board = replace(board, rows=tuple(replace(row, label="") for row in board.rows))
    return [Sheet(board, _("Worksheet"), subtitle(game), written=True)]


def _round_in_question(pad: Pad, *, blank: bool) -> PadRound | None:
    if not pad.rounds:
        return None
    told = [one for one in pad.rounds if any(line.payload is not None for line in one.lines)]
    return told[-1] if told and not blank else pad.awaiting or pad.rounds[-1]


def round_numbers(event: Event) -> tuple[int, ...]:
    """The rounds that a worksheet can be printed of."""
    return tuple(one.number for pad in pads(event)[:1] for one in pad.rounds)


def books(event: Event) -> list[data.Book]:
    """The book of every pad: all movements, and what every account took and gave."""
    return [
        data.Book(with_title(_("Ledger"), pad.title), _book_rounds(pad), _balances(pad))
        for pad in pads(event)
    ]


def _book_rounds(pad: Pad) -> tuple[data.BookRound, ...]:
    counted = {one.number: one for one in pad.rounds if one.counted}
    found = []
    for number in (0, *counted):
        lines = tuple(
            data.Moved(one.amount, one.source, one.target, one.why)
            for one in stakes_of(pad, number)
        )
        title = _("Round {number}").format(number=number) if number else _("At the start")
        played = counted[number].played if number else None
        if lines:
            found.append(data.BookRound(title, lines, played.summary if played else ""))
    return tuple(found)


def _balances(pad: Pad) -> tuple[data.Balance, ...]:
    taken: Counter[tuple[str, object]] = Counter()
    given: Counter[tuple[str, object]] = Counter()
    for _number, movement in pad.replay.ledger():
        taken[movement.unit, movement.target] += movement.amount
        given[movement.unit, movement.source] += movement.amount
    return tuple(
        data.Balance(
            _called(pad, account),
            _(unit),
            taken[unit, account],
            given[unit, account],
        )
        for unit, held in pad.scheme.balances(pad.state).items()
        for account in held
    )


def _called(pad: Pad, account: Account) -> str:
    label = pad.scheme.label(pad.state, account)
    return label if account.kind == "player" else capfirst(_(label))


def pictures(event: Event) -> list[tuple[str, Drawing]]:
    """The picture of every pad as it stands, where the game has one."""
    return [
        (with_title(_(pad.game.name), pad.title), pad.scheme.drawing(pad.state))
        for pad in pads(event)
        if pad.scheme.drawing is not None
    ]


def blank_picture(event: Event) -> list[tuple[str, Drawing]]:
    """What the game is played on, with nothing on it."""
    game = games.load(event.game)
    draw = scheme_of(game).blank_drawing
    return [] if draw is None else [(_(game.name), draw(planned(event).options))]


def chart(event: Event, shown: SeatsView) -> data.Seats:
    """The seats, with who deals and with those who face an empty chair at the long table."""
    tables = tuple(
        data.TableSeats(
            table.number,
            tuple(data.SeatedPerson(seat.name, seat.role) for seat in table.seats),
            dealer=dealer,
        )
        for table, dealer in zip(shown.tables, _dealers(event, shown), strict=True)
    )
    out = tuple(data.SittingOut(one.name, one.role_name, one.reason) for one in shown.sit_outs)
    if shown.couples:
        tables = tuple(sorted((*tables, *_alone(event, shown)), key=lambda table: table.number))
    return data.Seats(shown.title, tables, out)


def _dealers(event: Event, shown: SeatsView) -> list[int | None]:
    """Whose deal it is at each of the tables: a chair, or a team in the running round."""
    tables = Table.objects.filter(
        seating__event=event,
        seating__set_number=shown.set_number,
        seating__state=Seating.State.PUBLISHED if shown.published else Seating.State.DRAFT,
    )
    first = dict(tables.values_list("number", "first_dealer"))
    if shown.couples and shown.published:
        for pad in pads(event):
            one = pad.round(shown.set_number)
            if one is not None:
                return [pad.scheme.next_dealer(one.before)] * len(shown.tables)
    return [first.get(table.number) for table in shown.tables]


def _alone(event: Event, shown: SeatsView) -> list[data.TableSeats]:
    """The places where somebody faces an empty chair."""
    teams = scheme_of(games.load(event.game)).teams
    rows = SitOut.objects.filter(
        seating__event=event,
        seating__set_number=shown.set_number,
        seating__state=Seating.State.PUBLISHED if shown.published else Seating.State.DRAFT,
    ).select_related("entry")
    found = []
    for row in rows:
        place = (row.reason or {}).get("params", {}).get("chair")
        if place is None or row.entry.role not in teams:
            continue
        person = data.SeatedPerson(row.entry.name, row.entry.role)
        both = [None, None]
        people = tuple(
            person if side == teams.index(row.entry.role) else empty
            for side, empty in enumerate(both)
        )
        found.append(data.TableSeats(place, people))
    return found


def all_team_lists(event: Event) -> tuple[data.NameList, ...]:
    """Who plays in each team; nothing where everybody plays alone."""
    return tuple(each for pad in pads(event) for each in team_lists(pad.setup.roster))


def has_results(event: Event) -> bool:
    """Whether any round counts yet."""
    return any(one.counted for pad in pads(event) for one in pad.rounds)


def slips(event: Event) -> list[data.Slip]:
    """A slip for every couple of the round in play or drawn, or for every table."""
    found = []
    for pad in _coming(event):
        if pad.scheme.rows == COUPLE:
            found += _couples_slips(pad)
        else:
            found.append(
                data.Slip(
                    pad.title or _("Table {number}").format(number=pad.table_number),
                    "",
                    "",
                    asked(pad.scheme.fields(pad.setup.options), pad.names),
                )
            )
    return found


def _couples_slips(pad: Pad) -> list[data.Slip]:
    one = pad.awaiting or (pad.rounds or (None,))[-1]
    if one is None:
        return []
    fields = pad.scheme.fields(pad.setup.options)
    return [
        data.Slip(
            _("Place {number}").format(number=line.table_number),
            " – ".join(pad.names[place] for place in line.chairs),
            _("Round {number}").format(number=one.number),
            asked(fields, tuple(pad.names[place] for place in line.chairs)),
        )
        for line in one.lines
    ]


def asked(fields: Sequence[Field], names: tuple[str, ...]) -> tuple[data.Ask, ...]:
    """What a slip asks of the people with these names: everything but what is seldom told."""
    words = {field.key: dict(field.choices) for field in fields}
    found = []
    for field in fields:
        if field.rare or field.kind == "cards" or field.key == COUPLE:
            continue
        hint = ""
        if field.when is not None:
            decider, values = field.when
            hint = ", ".join(_(words[decider][value]) for value in values)
        choices, boxes = _answers(field, names)
        found.append(data.Ask(_(field.label), choices, boxes, hint))
    return tuple(found)


def _answers(field: Field, names: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What can be ticked, and what is written into a box."""
    if field.kind in ("player", "players"):
        return names, ()
    if field.kind == "choice":
        more = (_(field.parts_label),) if field.parts_label else ()
        return (*(_(label) for _key, label in field.choices), *more), ()
    if field.kind == "claims":
        return (), tuple(_(label) for _key, label in field.choices)
    return (), ("",) if field.per == "table" else names
