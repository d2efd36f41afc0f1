"""The tables of a score file of sets with a board each: a deal is judged by the state after the
deals before it, as in a file of one board."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from rulesets.engine.roster import Setup
from rulesets.files.board_file import FIRST_DEALER, replay_rounds
from rulesets.files.names import NAME, PLAYER, REPORT, Chairs, table_number
from rulesets.files.reader import take
from rulesets.files.report_names import deals_schema
from rulesets.files.roster_history import RosterHistory, changes_field
from rulesets.files.shapes import (
    ANYTHING,
    TRUTH,
    Anything,
    Field,
    Listing,
    Maybe,
    Placed,
    Published,
    Record,
    Rule,
    Schema,
    Shape,
    Whole,
    optional,
)
from rulesets.formats.board import Board, BoardResult
from rulesets.formats.deals import passes_deal, setup_at
from rulesets.formats.drive import TableSet
from rulesets.formats.format import Format

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.engine.problems import At
    from rulesets.files.names import Names


MOST_ON_BOARD = 1000  # deals of a set


@lru_cache(64)
def table_shape(game: Format) -> Record:
    """Return the shape of a table of a set: its chairs, its first dealer, and its deals."""
    plays = game.game.plays
    low, high = plays.players
    text = "A table has {low} to {high} chairs, not {given}."
    count = Rule("chairs.count", text, low="low", high="most", given="given")
    deal: Schema = {"$ref": "#/$defs/report"}
    if plays.final is not None and game.length.most_games > 1:
        closing = {plays.final.key: deals_schema()}
        about = {"type": "object", "properties": closing, "required": [plays.final.key]}
        deal = {"anyOf": [deal, {**about, "additionalProperties": False}]}
    deals = Published(Listing(ANYTHING), {"items": deal})
    fields: dict[str, Shape | Field] = {
        "table": Anything(Whole(1)).then(table_number),
        "chairs": Field(Listing(PLAYER, low, high, rule=count)),
        "hands": optional(Placed(deals), (("hands",), []), "deals"),
        **fields_of_sets(game),
    }
    if FIRST_DEALER[plays.dealers]:
        fields[FIRST_DEALER[plays.dealers]] = optional(Maybe(NAME))
    if passes_deal(game):
        fields["changes"] = changes_field(("deals",))
    if plays.final is not None:
        fields[plays.final.key] = optional(Maybe(Published(ANYTHING, deals_schema())))
    return Record(fields)


def fields_of_sets(game: Format) -> dict[str, Field]:
    """Return the fields of sets that end with a bell: the last deal of a table; and of sets with
    byes: whether the table was opened after the draw, opposite a bye."""
    last = {"last": optional(Maybe(Whole(1, game.length.most_deals or MOST_ON_BOARD)))}
    late = {"late": optional(TRUTH, default=False)}
    return (last if game.length.deals.bell else {}) | (late if game.ranking.bye else {})


def check_last(names: Names, last: int, hands: Sequence[Any], at: At) -> None:
    """Note more deals of a table in a set than it has played."""
    if len(hands) > last:
        text = "A set has {last} hands, not {given}."
        names.note("hands.count", at, text, last=last, given=len(hands))


def read_table(
    names: Names, game: Format, options: Any, stage: int, entry: Any, at: At
) -> TableSet:
    """Return one table of a set, with the points of its board: none if its players are unknown."""
    plays = game.game.plays
    fields = take(table_shape(game), entry, names, at)
    chairs, late = tuple(fields["chairs"]), fields.get("late", False)
    here, hands = fields["hands"]
    last = fields.get("last")
    limit = 0 if game.length.of_set(stage).play_off else game.length.deals.limit(len(chairs), last)
    if limit:
        check_last(names, limit, hands, here)
        hands = hands[:limit]
    seated = Chairs(names, chairs)
    setup = setup_at(game, Setup(plays.roster(seated.names, options=options), options), stage)
    board = Board(game, setup, stage, last)
    against = plays.check_setup(setup)
    names.problems += [problem.under(*at) for problem in against]
    blank = BoardResult(len(chairs), (), over=False)
    if None in chairs or against or len({*chairs}) < len(chairs):
        take(Listing(REPORT), hands, names, here)  # for what is unusable in them
        return TableSet(fields["table"], chairs, (), board=blank, late=late)
    key = FIRST_DEALER[plays.dealers]
    if fields.get(key) is not None:
        setup = replace(setup, first=seated.player(fields[key], (*at, key)))
    changes = RosterHistory.read(seated, plays, fields.get("changes", ((), ())))
    setup = replace(setup, changes=tuple(change for _at, change in changes.changes))
    board = replace(board, setup=setup)
    noted = len(names.problems)
    folded = replay_rounds(seated, changes, setup, here, hands, fields, board.fold)
    needed = len(hands) if folded is None else board.count_needed(folded)
    if len(hands) > needed:
        del names.problems[noted:]
        check_last(names, needed, hands, here)
        hands = hands[:needed]
        folded = replay_rounds(seated, changes, setup, here, hands, fields, board.fold)
    if folded is None:
        return TableSet(fields["table"], chairs, (), board=blank, late=late)
    points = board.points(folded, folded.rounds)
    return TableSet(fields["table"], chairs, tuple(hands), board=points, late=late)
