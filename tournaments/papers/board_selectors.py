"""The plain values for papers about boards that last the evening."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice, takewhile
from types import MappingProxyType
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from rulesets.drawing.scoreboard import EMPTY
from rulesets.engine.roster import AND, Roster, Setup
from rulesets.engine.text import NOTHING, as_is, say
from tournaments.boards.by_keeping import ByKeeping
from tournaments.boards.event_board import EventBoard, rounds_ahead
from tournaments.boards.hall import Hall
from tournaments.boards.room_board import AWAY
from tournaments.models import BookEdition, Event
from tournaments.models.event_games import format_of, game_of, options_of
from tournaments.papers import data
from tournaments.papers import slips as slip_asks
from tournaments.papers.board_grid import extended
from tournaments.papers.scoreboards import Sheet, has_worksheets
from tournaments.scores.books import account_words, stakes_of
from tournaments.scores.lines import leader_words, match_words
from tournaments.scores.progress import couples_of
from tournaments.web.labels import called, role_word
from tournaments.web.wording import translate

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rulesets.drawing.scoreboard import Row, Scoreboard
    from rulesets.drawing.vectors import Drawing
    from rulesets.engine.game import Game
    from rulesets.engine.plays import Plays, State
    from rulesets.engine.text import Phrase
    from rulesets.formats import Format
    from tournaments.boards.event_board import BoardRound

USUAL = 4  # people at a table, unless something says otherwise
FREE_COUPLES = 12  # lines of a worksheet before there are seats
FREE_NAMES = 12  # lines for the names of a team before anybody is entered


def with_title(first: str, *more: str) -> str:
    """The non-empty parts of a title: "Score sheet · Table 2"."""
    return " · ".join(part for part in (first, *more) if part)


def subtitle(event: Event, game: Game) -> str:
    """The house rules, if there are any, the game, and where its rules are."""
    return with_title(event.house_rules, _(game.name), rules_source(event, game))


def rules_source(event: Event, game: Game) -> str:
    """Where the rules of a game are: its source, and the page of the family's own book if it was
    printed ("Metzker p. 17, our book p. 54")."""
    editions = BookEdition.objects.filter(family__events=event).exclude(pages=0)
    page_maps = editions.order_by("-number").values_list("told__pages", flat=True)
    page = next((pages[game.slug] for pages in page_maps if pages and game.slug in pages), None)
    own = _("our book p. %(page)d") % {"page": page} if page else ""
    return ", ".join(filter(None, (game.source, own)))


def sheets(event: Event) -> list[Sheet]:
    """The score sheet of every board in play as it stands; in a match one for each of its games."""
    source = rules_source(event, game_of(event))
    return [
        Sheet(
            scoreboard := _final_scoreboard(board, whole),
            _(board.game.name),
            with_title(board.title, event.house_rules),
            source,
            lines=None if scoreboard.whole or board.is_over else 0,
            lists=team_lists(board.setup.roster),
        )
        for whole in boards_in_play(event)
        for board in whole.parts
    ]


def _final_scoreboard(board: EventBoard, whole: EventBoard) -> Scoreboard:
    """The scoreboard of a board with how it ended, or the teams' totals, below it; for the last
    game of the match `whole` also the score in games."""
    deals = board.limit if board.table_number else 0
    scoreboard = _without_lines_after(
        _order_columns(board.plays.sheet(board.setup, board.states), board), board.format, deals
    )
    more: tuple[Phrase, ...] = ()
    if board.ending is not None:
        more = (board.ending.words,)
    elif board.match_game and board.is_over:
        more = (as_is(leader_words(board)),)
    elif board.plays.side_names:
        totals = zip(board.scorers, board.plays.totals(board.state), strict=True)
        more = (say("So far: {totals}", totals=", ".join(f"{a} {b}" for a, b in totals)),)
    if board.match_game == len(whole.games) > 0:
        more = (*more, as_is(_("{match}.").format(match=match_words(whole))))
    return replace(scoreboard, notes=(*scoreboard.notes, *more))


def _order_columns(scoreboard: Scoreboard, board: EventBoard) -> Scoreboard:
    """The scoreboard with the columns of people in the order in which they sit."""
    if not board.alone or board.clockwise == tuple(range(len(board.names))):
        return scoreboard
    seat = {place: number for number, place in enumerate(board.clockwise)}
    place_of = {name: place for place, name in enumerate(board.names)}
    owners = [
        place_of.get(column.title.text) if column.owner is None else column.owner
        for column in scoreboard.columns
    ]
    places = {at: owner for at, owner in enumerate(owners) if owner is not None}
    order = [*range(len(owners))]
    for at, column in zip(places, sorted(places, key=lambda at: seat[places[at]]), strict=True):
        order[at] = column

    def turned(rows: Sequence[Row]) -> tuple[Row, ...]:
        return tuple(replace(row, cells=tuple(row.cells[at] for at in order)) for row in rows)

    columns = tuple(scoreboard.columns[at] for at in order)
    return replace(
        scoreboard, columns=columns, rows=turned(scoreboard.rows), foot=turned(scoreboard.foot)
    )


def team_lists(roster: Roster) -> tuple[data.NameList, ...]:
    """The members of each team with a name of its own."""
    people = (tuple(roster.names[player] for player in members) for members in roster.sides)
    return tuple(
        data.NameList(name, names)
        for name, names in zip(roster.side_names, people, strict=True)
        if roster.in_sides and name != AND.join(names)  # partners are called by their names
    )


def boards_to_print(event: Event) -> tuple[EventBoard, ...]:
    """The boards in play, or those drawn next: sheets to write on must be there before."""
    boards = boards_in_play(event)
    if boards and format_of(event).keeping.board != "set":
        return boards
    return Hall.now(event, drafts=True).boards or boards


def boards_in_play(event: Event) -> tuple[EventBoard, ...]:
    """The boards that people sit at; in a drive those of the newest set."""
    boards = Hall.of(event).boards
    if format_of(event).keeping.board != "set":
        return boards
    last = max((board.set_number for board in boards), default=0)
    return tuple(board for board in boards if board.set_number == last)


def blank_sheets(event: Event, lines: int = 0) -> list[Sheet]:
    """A blank score sheet for every board, or one with room for names before there are any."""
    game, format = game_of(event), format_of(event)
    setups = [
        (
            board.setup,
            board.title,
            board.set_number,
            # Also for those who joined later: they are there from the first line of a new sheet.
            _order_columns(game.plays.sheet(replace(board.setup, changes=())), board),
        )
        for board in boards_to_print(event)
    ]
    if not setups:
        setup = planned(event)
        setups = [(setup, "", 1, game.plays.sheet(setup))]
    source = rules_source(event, game)
    return [
        _for_set(
            Sheet(
                scoreboard,
                _(game.name),
                with_title(title, event.house_rules),
                source,
                written=True,
                several=format.keeping.board != "set",  # whose next game is of other people
                lines=None if scoreboard.whole and not lines else lines,
                lists=_lists_to_fill(setup.roster),
            ),
            format,
            number,
            len(setup.roster.names),
        )
        for setup, title, number, scoreboard in setups
    ]


def _for_set(sheet: Sheet, format: Format, number: int, people: int) -> Sheet:
    """The sheet with as many lines as a table of so many people plays deals in that set: in a match
    for each of its games, and one more. A number of lines that was chosen stays."""
    games = format.length.of_set(number).games
    deals = 0 if format.keeping.board == "room" else format.length.deals.limit(people, None)
    if games > 1:
        sheet = replace(sheet, games=games)
    if deals and sheet.lines == 0:
        return replace(sheet, board=extended(sheet.board, deals + (games > 1)), lines=None)
    return replace(sheet, board=_without_lines_after(sheet.board, format, deals))


def _without_lines_after(scoreboard: Scoreboard, format: Format, deals: int) -> Scoreboard:
    """The scoreboard without the empty lines that follow so many deals (0: any number)."""
    if not deals or format.game.plays.turns:  # whose lines are laps
        return scoreboard
    first, rows = scoreboard.lead + deals, scoreboard.rows
    filled = [at for at, row in enumerate(rows, 1) if any(cell != EMPTY for cell in row.cells)]
    return replace(scoreboard, rows=rows[: max([first, *filled[-1:]])])


def all_sheets(event: Event) -> list[Sheet]:
    """All sheets of an evening: as they stand, and blank to go on with."""
    return [
        *(replace(sheet, written=True) for sheet in sheets(event)),
        *worksheets(event, blank=True),
        *blank_sheets(event),
    ]


def _lists_to_fill(roster: Roster) -> tuple[data.NameList, ...]:
    return tuple(
        each if any(each.names) else data.NameList(each.title, (), FREE_NAMES)
        for each in team_lists(roster)
    )


def planned(event: Event) -> Setup:
    """The setup of the game with those entered, else with empty names."""
    game = game_of(event)
    plays = game.plays
    options = options_of(event)
    entered = list(event.entries.order_by("pk").values_list("name", "role"))
    if plays.side_names:
        return Setup(_two_teams(event, plays.side_names, entered), options)
    names = tuple(name for name, _role in entered)
    low, high = plays.players
    if not low <= len(names) <= high or (plays.seats and len(names) not in plays.seats):
        names = ("",) * usual_number(plays)
    return Setup(plays.roster(names, options=options), options)


def usual_number(plays: Plays) -> int:
    """How many people a sheet without names is for: four, or the nearest number that the game
    allows."""
    numbers = plays.seats or range(plays.players[0], plays.players[1] + 1)
    return min(numbers, key=lambda number: (abs(number - USUAL), number))


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
    """The steps of keeping the game's sheet by hand."""
    boards = Hall.of(event).boards
    setup = boards[0].setup if boards else planned(event)
    return tuple(map(translate, game_of(event).plays.sheet(setup).notes))


def worksheets(event: Event, number: int | None = None, *, blank: bool = False) -> list[Sheet]:
    """The worksheet of a round, filled in (default: the newest with a report) or blank (default:
    the one in play or drawn; before that, one for any round). Empty unless couples report."""
    if not has_worksheets(format_of(event)):
        return []
    pages = []
    for board in boards_to_print(event) if blank else Hall.of(event).boards:
        board_round = board.round(number) if number else _round_in_question(board, blank=blank)
        if board_round is None:
            continue
        report = (
            [row for row in board_round.value if row and AWAY in row]
            if blank
            else board_round.value
        )
        scoreboard = board.plays.worksheet(board_round.before, report, couples_of(board_round))
        title = with_title(
            _("Worksheet"),
            translate(board.format.labels.deal.numbered(board_round.number)),
            board.title,
        )
        pages.append(Sheet(scoreboard, title, subtitle(event, board.game), written=blank))
    return pages or (_free_worksheet(event) if blank and not number else [])


def _free_worksheet(event: Event) -> list[Sheet]:
    """A worksheet for any round, before anybody is seated, with room for the couples' names."""
    game = game_of(event)
    plays = game.plays
    roster = planned(event).roster
    lines = max(FREE_COUPLES, *(len(team) for team in roster.sides))
    places = tuple(range(2 * lines))
    nobody = Roster(("",) * len(places), (places[:lines], places[lines:]), roster.side_names)
    state = plays.start(Setup(nobody, planned(event).options)).state
    scoreboard = plays.worksheet(state, (), tuple(zip(*nobody.sides, strict=True)))
    scoreboard = replace(
        scoreboard, rows=tuple(replace(row, label=NOTHING) for row in scoreboard.rows)
    )
    return [Sheet(scoreboard, _("Worksheet"), subtitle(event, game), written=True)]


def _round_in_question(board: EventBoard, *, blank: bool) -> BoardRound | None:
    if not board.rounds:
        return None
    begun_rounds = [
        board_round
        for board_round in board.rounds
        if any(report.payload is not None for report in board_round.reports)
    ]
    return begun_rounds[-1] if begun_rounds and not blank else board.awaiting or board.rounds[-1]


def round_numbers(event: Event) -> tuple[int, ...]:
    """The rounds with a worksheet to print."""
    return tuple(
        board_round.number for board in Hall.of(event).boards[:1] for board_round in board.rounds
    )


def books(event: Event) -> list[data.Book]:
    """The book of every board, or of every game of a match: all transfers, and what every account
    received and paid."""
    return [
        data.Book(with_title(_("Ledger"), board.title), _book_rounds(board), _balances(board))
        for whole in boards_in_play(event)
        for board in whole.parts
    ]


def _book_rounds(board: EventBoard) -> tuple[data.BookRound, ...]:
    counted = {
        board_round.number: board_round for board_round in board.rounds if board_round.counted
    }
    book_rounds = []
    for number in (0, *counted):
        lines = tuple(
            data.Moved(stake.amount, stake.source, stake.target, stake.why)
            for stake in stakes_of(board, number)
        )
        called = board.format.labels.deal.numbered(number)
        title = translate(called) if number else _("At the start")
        played = counted[number].played if number else None
        if lines:
            book_rounds.append(
                data.BookRound(title, lines, translate(played.summary) if played else "")
            )
    return tuple(book_rounds)


def _balances(board: EventBoard) -> tuple[data.Balance, ...]:
    incoming: Counter[tuple[str, object]] = Counter()
    outgoing: Counter[tuple[str, object]] = Counter()
    for _number, transfer in board.replay.ledger():
        incoming[transfer.unit, transfer.target] += transfer.amount
        outgoing[transfer.unit, transfer.source] += transfer.amount
    return tuple(
        data.Balance(
            account_words(board, account),
            _(unit),
            incoming[unit, account],
            outgoing[unit, account],
        )
        for unit, held in board.plays.holdings(board.state).items()
        for account in held
    )


def pictures(event: Event) -> list[tuple[str, Drawing]]:
    """The picture of every board as it stands, if the game has one."""
    return [
        (with_title(_(board.game.name), board.title), picture)
        for board in boards_in_play(event)
        if (picture := board.plays.drawing(board.state)) is not None
    ]


def blank_pictures(event: Event) -> list[tuple[str, Drawing]]:
    """The empty board of the game: once for each number of players."""
    game = game_of(event)
    setups = [board.setup for board in boards_to_print(event)] or [planned(event)]
    numbers = sorted({len(setup.roster.names) for setup in setups})
    drawings: list[Drawing] = []
    for number in numbers:
        drawing = game.plays.blank_drawing(setups[0].options, number)
        if drawing is not None and drawing not in drawings:
            drawings.append(drawing)
    return [(_(game.name), each) for each in drawings]


def all_team_lists(event: Event) -> tuple[data.NameList, ...]:
    """The members of each team; empty if everybody plays alone."""
    return tuple(each for board in Hall.of(event).boards for each in team_lists(board.setup.roster))


def slips(
    event: Event, divisions: Mapping[int, str] = MappingProxyType({}), *, ahead: bool = True
) -> list[data.Slip]:
    """The slips of every couple of the room, or of every table, for a round. `divisions`: those of
    the tables, by number, where there are several; `ahead`: also for the later rounds, if these ask
    something else."""
    slips_of = SLIPS(event)
    return [
        slip
        for board in boards_to_print(event)
        for slip in slips_of(board, divisions.get(board.table_number, ""), ahead)
    ]


def _of_table(board: EventBoard, division: str, ahead: bool) -> Iterator[data.Slip]:
    """The slips of a table."""
    table = board.title or _("Table {number}").format(number=board.table_number)
    title = with_title(table, division)
    if board.plays.turns:  # there are too many turns to be numbered
        yield data.Slip(title, "", "", _table_questions(board, board.standing))
        return
    for number, state in _rounds_ahead(board, ahead=ahead):
        name = translate(board.plays.name_of_round(state))
        note = _words_before(board, state)
        heading = with_title(translate(board.format.labels.deal.numbered(number)), name)
        yield data.Slip(
            title, "", heading if name or note else "", _table_questions(board, state), note
        )


def _table_questions(board: EventBoard, state: State) -> tuple[data.Ask, ...]:
    fields = board.plays.fields(state)
    names, sides = board.names, board.setup.roster.side_names
    if board.alone:  # as they sit, which is how they will tell it
        names = tuple(board.names[place] for place in board.clockwise)
        sides = sides if board.setup.roster.in_sides else names
    questions = slip_asks.slip_questions(fields, names, sides)
    if board.plays.turns:
        return (data.Ask(_("Whose turn?"), names), *questions)
    return questions


def _words_before(board: EventBoard, state: State) -> str:
    """What the table has to know before a round: all of it, with those who have the same to do
    together."""
    owing: dict[str, list[str]] = {}
    dues = board.plays.dues(state)
    for place in board.clockwise if board.alone else range(len(board.names)):
        if place < len(dues):
            owing.setdefault(translate(dues[place]), []).append(board.names[place])
    owing.pop("", None)
    each = (
        due if len(names) == len(board.names) else f"{', '.join(names)}: {due}"
        for due, names in owing.items()
    )
    return with_title(translate(board.plays.note_before(state)), *each)


def _rounds_ahead(board: EventBoard, *, ahead: bool) -> list[tuple[int, State]]:
    """The next round; with `ahead` all that are left, if another asks something else."""
    rounds = [(board.next_number, board.standing)]
    if board.ending is not None or not ahead:
        return rounds
    now = board.latest
    last = now.earlier + (board.plays.rounds_in_all(now.setup) or 0)
    rounds += takewhile(lambda numbered: numbered[0] <= last, islice(rounds_ahead(board), 1, None))
    first = _table_questions(board, rounds[0][1])
    if all(_table_questions(board, state) == first for _number, state in rounds):
        return rounds[:1]
    return rounds


def _of_couples(board: EventBoard, _division: str, _ahead: bool) -> Iterator[data.Slip]:
    """The slips of the couples of a round; all rounds ask the same, and all play together."""
    board_round = board.awaiting or (board.rounds or (None,))[-1]
    if board_round is None:
        return
    fields = board.plays.fields(board.standing)
    for report in board_round.reports:
        names = tuple(board.names[place] for place in report.chairs)
        yield data.Slip(
            _("Place {number}").format(number=report.table_number),
            " – ".join(names),
            translate(board.format.labels.deal.numbered(board_round.number)),
            slip_asks.slip_questions(fields, names),
        )


SLIPS = ByKeeping(table=_of_table, set=_of_table, hands=_of_table, room=_of_couples)


def instructions(event: Event) -> list[data.Section]:
    """The instructions for going on by hand, and for keeping the game's sheet."""
    words = called(format_of(event))
    every = _("Write every {deal} on the score sheet, and have the others check it.")
    later = _("The host enters the {deals} later. Nothing on paper is lost.")
    general = (
        _("Everybody sits where the chart and the list show."),
        every.format(deal=words.singular),
        _("Hand the sheets to the host."),
        later.format(deals=words.plural),
    )
    sections = [data.Section(_("How to carry on"), steps=general)]
    notes = steps(event)
    return [*sections, data.Section(_("How to keep the sheet"), steps=notes)] if notes else sections
