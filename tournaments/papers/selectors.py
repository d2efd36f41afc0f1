"""The plain values for papers, read from an event in the database."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, TypeVar

from django.urls import reverse
from django.utils.translation import gettext as _

from rulesets.engine.roster import AND
from rulesets.formats.card import blank_layout
from rulesets.formats.deals import find_set, notes_of_set
from rulesets.formats.sets import sit_out_words
from tournaments.access.selectors import join_code
from tournaments.access.services import ensure_links
from tournaments.boards.hall import Hall
from tournaments.models import Event, Link, Seating, Table
from tournaments.models.errors import refusal
from tournaments.models.event_games import (
    format_of,
    game_of,
    rule_text_of,
    sheet_text_of,
)
from tournaments.models.score_cards import year_on_cards
from tournaments.papers import board_selectors as boards
from tournaments.papers import data, slips
from tournaments.papers.catalogue import FORMER, MISSING, Order, papers
from tournaments.papers.rulebook.game_chapters import chapter_in_short
from tournaments.papers.scoreboards import has_score_sheets, has_worksheets
from tournaments.people.selectors import entries
from tournaments.seats.own_rounds import OwnRound, own_rounds
from tournaments.seats.selectors import SeatsView, TableSeats, quality, seats
from tournaments.standings.cross_table import brackets
from tournaments.standings.player_sets import PlayerSet
from tournaments.standings.players import explained, explanation
from tournaments.standings.rows import in_divisions, places_of_totals
from tournaments.standings.selectors import standings
from tournaments.web.labels import POINTS, how_many, role_word, total_unit
from tournaments.web.wording import day, known_day, translate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from django.db.models import QuerySet

    from rulesets.engine.fields import Field
    from rulesets.engine.rounds import RoundSet
    from rulesets.formats import Format
    from rulesets.formats.card import Layout
    from tournaments.models.errors import Refused
    from tournaments.papers.board_sheets import Picture
    from tournaments.papers.catalogue import Need, PaperKind, PrintOptions, Values
    from tournaments.papers.rulebook.book import Chapter
    from tournaments.papers.scoreboards import Sheet
    from tournaments.standings.rows import StandingRow, Standings

T = TypeVar("T")
CERTIFIED = 3  # places that get a certificate


class EventOrder(Order):
    """An order for a paper of an event, whose values are read as they are needed. What the format
    or the game lacks is empty; raises Refused for what is not there yet."""

    format: Format

    def __init__(self, event: Event, options: PrintOptions | None = None) -> None:
        super().__init__(options)
        self.event, self.format = event, format_of(event)

    def has(self, need: Need) -> bool:
        event = self.event
        match need:
            case "people":
                return event.entries.exists()
            case "seats":
                return event.seatings.exclude(state=Seating.State.REPLACED).exists()
            case "begun":
                return bool(Hall.of(event).boards)
            case "results":
                return standings(event).begun
            case "winners":
                return event.state == Event.State.FINISHED
        return True

    def require(self, need: Need, values: Values) -> Values:
        if not values:
            raise self.refusal(need)
        return values

    def refusal(self, need: Need) -> Refused:
        """The refusal that says what is missing."""
        return refusal(f"paper.{need}", str(MISSING[need]), "kind")

    @cached_property
    def heading(self) -> data.Heading:
        return heading(self.event)

    @cached_property
    def people(self) -> Sequence[data.CardPerson]:
        return people(self.event, newest_seats(self.event), only=self.options.only)

    @cached_property
    def card_people(self) -> Sequence[data.CardPerson]:
        return people(self.event, first_seats(self.event), only=self.options.only)

    @cached_property
    def scored_people(self) -> Sequence[data.CardPerson]:
        return people(self.event, first_seats(self.event), only=self.options.only, done=True)

    @cached_property
    def layout(self) -> Layout:
        layout = blank_layout(self.format) or super().layout
        return replace(layout, source=boards.rules_source(self.event, game_of(self.event)))

    @cached_property
    def _seats_view(self) -> SeatsView:
        view = newest_seats(self.event)
        if view is None:
            raise self.refusal("seats")
        return view

    @cached_property
    def seats(self) -> data.Seats:
        return seats_on_paper(self.event, self._seats_view)

    @cached_property
    def pocket_cards(self) -> Sequence[data.PocketCard]:
        rounds, view = own_rounds(self.event, self._seats_view), self._seats_view
        only, belongs = (
            self.options.only,
            {guest.entry_id: guest.division for guest in view.by_name},
        )
        return [
            pocket_card(row.name, row.role, rounds[row.entry_id], belongs.get(row.entry_id, ""))
            for row in entries(self.event)
            if row.entry_id in rounds and only in (None, row.entry_id)
        ]

    @cached_property
    def has_one_table(self) -> bool:
        return len(self._seats_view.tables) == 1

    @cached_property
    def _links(self) -> QuerySet[Link]:
        ensure_links(self.event)
        return self.event.links.filter(revoked_at=None)

    @cached_property
    def table_codes(self) -> Sequence[data.TableCode]:
        links = self._links.filter(kind=Link.Kind.TABLE).order_by("table_number")
        return [
            self._code("table", link, self._divisions.get(link.table_number or 0, ""))
            for link in links
        ]

    @cached_property
    def _divisions(self) -> dict[int, str]:
        """What plays at each table, by its number, if that is not the same at all."""
        view = newest_seats(self.event)
        return {table.number: table.division for table in view.tables} if view else {}

    @cached_property
    def guests_code(self) -> data.TableCode | None:
        link = self._links.filter(kind=Link.Kind.SPECTATOR).order_by("pk").first()
        return self._code("spectator", link) if link is not None else None

    @cached_property
    def _signs(self) -> str:
        return join_code(self.event)

    def _code(self, name: str, link: Link, division: str = "") -> data.TableCode:
        base = self.options.base
        url = base + reverse(name, args=[link.token])
        page = base + reverse("join").rstrip("/") if self._signs else url
        return data.TableCode(
            link.table_number or 0,
            url,
            page.partition("://")[2],
            signs=self._signs,
            division=division,
        )

    @cached_property
    def game_in_short(self) -> Chapter:
        game = game_of(self.event)
        house = (self.event.house_rules, self.event.options)
        return chapter_in_short(game, how_many(game), rule_text_of(game), house)

    @cached_property
    def cheat_sheet(self) -> str:
        return sheet_text_of(game_of(self.event))

    @cached_property
    def sheets(self) -> Sequence[Sheet]:
        return self._of_boards(boards.sheets)

    def _of_boards(self, read: Callable[[Event], Sequence[T]]) -> Sequence[T]:
        """Values read from boards with a sheet of their own; empty if each hand stands by
        itself."""
        return read(self.event) if has_score_sheets(self.format) else ()

    @cached_property
    def blank_sheets(self) -> Sequence[Sheet]:
        return boards.blank_sheets(self.event, self.options.lines)

    @cached_property
    def worksheets(self) -> Sequence[Sheet]:
        return self._worksheets(blank=False)

    @cached_property
    def blank_worksheets(self) -> Sequence[Sheet]:
        return self._worksheets(blank=True)

    def _worksheets(self, *, blank: bool) -> Sequence[Sheet]:
        sheets = boards.worksheets(self.event, self.options.round, blank=blank)
        if not sheets:
            raise refusal("paper.round", "There is no such round.", "round")
        return sheets

    @cached_property
    def all_sheets(self) -> Sequence[Sheet]:
        return self._of_boards(boards.all_sheets)

    @cached_property
    def brackets(self) -> Sequence[Picture]:
        return [(bracket.title, bracket.drawing) for bracket in brackets(self.event)]

    @cached_property
    def pictures(self) -> Sequence[Picture]:
        return boards.pictures(self.event)

    @cached_property
    def blank_pictures(self) -> Sequence[Picture]:
        return self._of_boards(boards.blank_pictures)

    @cached_property
    def books(self) -> Sequence[data.Book]:
        return boards.books(self.event)

    @cached_property
    def slips(self) -> Sequence[data.Slip]:
        return self._slips(ahead=True)

    @cached_property
    def next_slips(self) -> Sequence[data.Slip]:
        return self._slips(ahead=False)

    def _slips(self, *, ahead: bool) -> Sequence[data.Slip]:
        table_slips = slips_of_set(self.format, self._seats_view.set_number, self.seats)
        return table_slips or boards.slips(self.event, self._divisions, ahead=ahead)

    @cached_property
    def instructions(self) -> Sequence[data.Section]:
        sections = about_set(self.format, self._seats_view.set_number)
        return sections or boards.instructions(self.event)

    @cached_property
    def placings(self) -> Sequence[data.Placing]:
        return placings(self.event)

    @cached_property
    def team_placings(self) -> Sequence[data.Placing]:
        return team_placings(self.event)

    @cached_property
    def best_of_team(self) -> str:
        return standings(self.event).best_of_team

    @cached_property
    def placings_so_far(self) -> Sequence[data.Placing]:
        return self.placings if standings(self.event).begun else ()

    @cached_property
    def honoured(self) -> Sequence[data.Placing]:
        """The first places, though nobody for being last; or everybody in the team that won."""
        ranking = standings(self.event)
        if not ranking.teams:
            return best_of(self.placings, CERTIFIED)
        return [
            data.Placing(1, row.name, row.role, side.total, shared=side.shared, team=side.name)
            for side in ranking.sides
            if side.rank == 1
            for row in side.rows
        ]

    @cached_property
    def honoured_teams(self) -> Sequence[data.Placing]:
        return best_of(self.team_placings, CERTIFIED)

    @cached_property
    def standings_title(self) -> str:
        return " · ".join(filter(None, (_("Standings"), standings(self.event).after)))

    @cached_property
    def teams(self) -> Sequence[data.NameList]:
        return self._of_boards(boards.all_team_lists)


def papers_of(event: Event) -> list[PaperKind]:
    """The papers of an event, in the order of the page of papers."""
    format = format_of(event)
    return [each for each in papers().values() if each.is_offered(format)]


def paper_of(event: Event, kind: str) -> PaperKind | None:
    """A paper by its name (also a former one); None if the event does not have it."""
    paper = papers().get(FORMER.get(kind, kind))
    return paper if paper is not None and paper.is_offered(format_of(event)) else None


def missing(event: Event, paper: PaperKind) -> str:
    """Why a paper cannot be printed yet, as a sentence; "" if it can."""
    return paper.missing(EventOrder(event))


def round_numbers(event: Event) -> tuple[int, ...]:
    """The rounds with a worksheet."""
    return boards.round_numbers(event) if has_worksheets(format_of(event)) else ()


def heading(event: Event) -> data.Heading:
    """The facts about the event that every page prints."""
    format, plays = format_of(event), game_of(event).plays
    chairs = map(format.labels.chair, range(format.facts.width or plays.players[1]))
    return data.Heading(
        event=event.name,
        date=day(known_day(event.date, year_on_cards(event))),
        place=event.place,
        role_names={
            role: role_word(event, role, many=format.keeping.credit == "team")
            for role in format.facts.roles.names
        },
        chairs=tuple(translate(name) for name in chairs if name),
        at="place" if has_worksheets(format) else "table",
        counted="" if total_unit(event) == POINTS else translate(plays.counted),
        stage=translate(format.labels.column_title),
        best=_("The lowest total wins.") if format.ranking.low_wins else "",
        game=game_of(event).name,
        author=event.owner.get_full_name() or event.family.name,
    )


def newest_seats(event: Event) -> SeatsView | None:
    """The seats for papers: those drawn for the next set, else those in play."""
    return seats(event, draft=True) or seats(event)


def first_seats(event: Event) -> SeatsView | None:
    """The seats of the first set, shown or drawn."""
    return seats(event, 1) or seats(event, 1, draft=True)


def seats_on_paper(event: Event, view: SeatsView) -> data.Seats:
    """The seats, with the dealers and those who face an empty chair at the long table."""
    tables = tuple(
        data.TableSeats(
            table.number,
            tuple(data.PersonInChair(seat.name, seat.role) for seat in table.seats),
            dealer=_place_of(table, dealer),
            division=table.division,
        )
        for table, dealer in zip(view.tables, _dealers(event, view), strict=True)
    )
    out = tuple(
        data.SittingOut(sitter.name, sitter.role_name, sitter.reason, sitter.division)
        for sitter in view.sit_outs
    )
    if has_worksheets(format_of(event)):
        tables = tuple(sorted((*tables, *_alone(view)), key=lambda table: table.number))
    return data.Seats(view.title, tables, out, translate(quality(event, view).sentence))


def _place_of(table: TableSeats, chair: int | None) -> int | None:
    """Where a chair stands at a table: beside whoever joined later, its number may be another. A
    number that is nobody's chair (a team's) stays as it is."""
    places = {seat.chair: place for place, seat in enumerate(table.seats)}
    return chair if chair is None else places.get(chair, chair)


def _dealers(event: Event, view: SeatsView) -> list[int | None]:
    """The dealer of each table: a chair, or a team in the running round."""
    tables = Table.objects.filter(
        seating__event=event,
        seating__set_number=view.set_number,
        seating__state=Seating.State.PUBLISHED if view.published else Seating.State.DRAFT,
    )
    first = dict(tables.values_list("number", "first_dealer"))
    if view.published and has_worksheets(format_of(event)):
        for board in Hall.of(event).boards:
            board_round = board.round(view.set_number)
            if board_round is not None:
                return [board.plays.next_dealer(board_round.before)] * len(view.tables)
    return [first.get(table.number) for table in view.tables]


def _alone(view: SeatsView) -> list[data.TableSeats]:
    """The places where somebody faces an empty chair."""
    tables = []
    for out in view.sit_outs:
        if out.chair:
            person = data.PersonInChair(out.name, out.role)
            stays = out.role == view.stays
            people = (person, None) if stays else (None, person)
            tables.append(data.TableSeats(out.chair, people))
    return tables


def people(
    event: Event, view: SeatsView | None, *, only: int | None = None, done: bool = False
) -> list[data.CardPerson]:
    """Everybody (or only one entry) by name, with role and seat; `done` adds their scores."""
    places = {
        seat.entry_id: (table.number, seat.chair)
        for table in (view.tables if view else ())
        for seat in table.seats
    }
    rows = [row for row in entries(event) if only is None or row.entry_id == only]
    scored = _scored(event, only) if done and rows else {}
    totals = {row.entry_id: row.total for row in standings(event).rows} if done else {}
    nothing = card_sets(event, ()) if done else ()
    return [
        data.CardPerson(
            name=row.name,
            role=row.role,
            table=places.get(row.entry_id, (None, None))[0],
            chair=places.get(row.entry_id, (None, None))[1],
            sets=scored.get(row.entry_id, nothing),
            total=totals.get(row.entry_id),
        )
        for row in rows
    ]


def pocket_card(
    name: str, role: str, rounds: Sequence[OwnRound], division: str = ""
) -> data.PocketCard:
    """All rounds of somebody on a pocket card."""
    mates = [own_round.partners for own_round in rounds if own_round.partners]
    stays = len(mates) > 1 and len(set(mates)) == 1
    pocket_rounds = []
    for own_round in rounds:
        names = own_round.others if stays else own_round.partners or own_round.others
        pocket_rounds.append(
            data.PocketRound(own_round.number, own_round.table, own_round.chair, names)
        )
    partner = ", ".join(mates[0]) if stays else ""
    return data.PocketCard(
        name, role, tuple(pocket_rounds), bool(mates and not partner), division, partner
    )


def _scored(event: Event, only: int | None) -> dict[int, tuple[data.CardSet | None, ...]]:
    """The sets on everybody's score card (or on one), by entry."""
    explanations = explained(event) if only is None else ((only, explanation(event, only)),)
    return {entry_id: card_sets(event, sets) for entry_id, sets in explanations}


def card_sets(event: Event, played: Iterable[PlayerSet]) -> tuple[data.CardSet | None, ...]:
    """The sets on a score card; None for a set that was not played."""
    format = format_of(event)
    boxes: list[data.CardSet | None] = [None] * format.length.sets
    for played_set in played:
        if played_set.points is None or not 1 <= played_set.number <= len(boxes):
            continue
        hands = [hand.points for hand in played_set.hands]
        as_many = format.length.deals.bell or len(hands) == (format.length.most_deals or len(hands))
        whole = as_many and None not in hands
        boxes[played_set.number - 1] = data.CardSet(
            hands=tuple(hands),
            total=played_set.points if whole or not hands or played_set.carry else None,
            sat_out=played_set.table is None,
            notes=tuple(forfeits(hand.lines) for hand in played_set.hands),
            table=played_set.table,
            partner=played_set.partner,
        )
    return tuple(boxes)


def forfeits(lines: Iterable[object]) -> str:
    """The cost of a hand, to be printed beside its points; "" if nothing."""
    lost = sum(min(0, getattr(line, "points", 0)) for line in lines)
    return f"−{-lost}" if lost else ""


def placings(event: Event) -> list[data.Placing]:
    """The standings: of teams if teams play, of partners, else of everybody."""
    ranking = standings(event)
    if ranking.teams:
        return [
            data.Placing(side.rank, side.name, "", side.total, side.rows[0].sets, side.shared)
            for side in ranking.sides
        ]
    several = groupby(in_divisions(ranking.rows), key=lambda row: row.division)
    return [placing for _name, rows in several for placing in _placings_of(ranking, tuple(rows))]


def _placings_of(table: Standings, rows: Sequence[StandingRow]) -> list[data.Placing]:
    """The lines of a division, or of all."""
    return [
        data.Placing(
            rank=row.rank,
            name=AND.join(row.side) or row.name,
            role=row.role,
            total=row.total,
            sets=row.sets,
            shared=row.shared,
            sit_outs=row.sit_outs,
            note=row.status or row.note,
            division=row.division,
            by_total=table.by_total,
            is_pair=len(row.side) > 1,
            has_place=not row.status,
        )
        for row, *_mates in places_of_totals(rows)
    ]


def team_placings(event: Event) -> list[data.Placing]:
    """The ranking of the teams whose names people carry; empty if there are none."""
    return [
        data.Placing(team.rank, team.name, "", team.total, shared=team.shared, note=team.note)
        for team in standings(event).by_team
    ]


def best_of(rows: Sequence[data.Placing], places: int) -> list[data.Placing]:
    """The first places of each division, without anybody who is last, unless they won."""
    last: dict[str, int] = {}
    for placing in rows:
        last[placing.division] = max(placing.rank, last.get(placing.division, 1))
    return [
        placing
        for placing in rows
        if placing.rank <= places and (placing.rank == 1 or placing.rank < last[placing.division])
    ]


def slips_of_set(format: Format, number: int, seats: data.Seats) -> list[data.Slip]:
    """A slip of every table for all deals of a set, if each stands by itself; else empty."""
    stage = find_set(format, number)
    if stage is None or has_score_sheets(format):
        return []
    chairs = tuple(translate(format.labels.chair(chair)) for chair in range(format.facts.width))
    table = format.hands.table(number)
    called = tuple(" + ".join(chairs[chair] for chair in side) for side in table.roster.sides)
    questions = slips.slip_questions(format.game.plays.fields(table), chairs, called)
    deals = deals_of(stage)
    return [
        data.Slip(
            _("Table %(number)d") % {"number": table.number},
            "",
            " · ".join(filter(None, (seats.title, table.division))),
            questions,
            note=_("Finish the hand in which the bell rings: it is your last.")
            if format.length.deals.bell
            else _(stage.line),
            chairs=table,
            deals=deals,
        )
        for table in seats.tables
    ]


def deals_of(round_set: RoundSet) -> tuple[data.Deal, ...]:
    """The deals of a set by their names, with the signs of their trumps."""
    signs = round_set.signs or ("",) * len(round_set.labels)
    return tuple(
        data.Deal(_(label), sign) for label, sign in zip(round_set.labels, signs, strict=True)
    )


def about_set(format: Format, number: int) -> list[data.Section]:
    """How a set scores, its hands, and what is reported of them, if each stands by itself; else
    empty."""
    stage = find_set(format, number)
    if stage is None or has_score_sheets(format):
        return []
    how = list(map(translate, notes_of_set(format, number)))
    lead, *lines = [_(stage.line) + "."] if stage.line else how or [""]
    together = _("Partners sit opposite each other.")
    alone = _("There are no partners: everybody plays for themselves.")
    lines.append(together if stage.partners else alone)
    if stage.most:
        words = _("The most in one hand, all together: %(maximum)s.")
        lines.append(words % {"maximum": stage.most})
    if sat_out := sit_out_words(format):
        lines.append(translate(sat_out))
    questions = tuple(map(_question, format.game.plays.fields(format.hands.table(number))))
    steps = (
        _("Fill in your table’s slip after each hand, and have both sides check the numbers."),
        _("Write your points for the hand on your own score card."),
        _("After the last hand, add up the set and give the slip to the host."),
        _("The host enters the slips later. Nothing on paper is lost."),
    )
    hands = [data.Section(_("The hands"), deals=deals_of(stage))] if any(stage.labels) else []
    return [
        data.Section(_("How this set scores"), lead, tuple(lines)),
        *hands,
        data.Section(_("What each table reports after a hand"), questions=questions),
        data.Section(_("Without a phone"), steps=steps),
    ]


def _question(field: Field) -> data.Question:
    words = _("The numbers at a table add up to %(total)d.")
    sum_of = "" if field.total is None else words % {"total": field.total}
    return data.Question(translate(field.label), translate(field.help), sum_of)
