"""The tables of a score file of sets that each keep a board: a deal is judged on what the deals
before it have left, as in a file of one board."""

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
from rulesets.formats.board import Board, BoardPoints
from rulesets.formats.drive import TableSet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.engine.problems import At
    from rulesets.files.names import Names
    from rulesets.formats.sets import SetFormat


MOST_ON_BOARD = 1000  # deals of a set


@lru_cache(64)
def table_shape(game: SetFormat) -> Record:
    """A table of a set: who sits there, who deals first, and its deals."""
    plays = game.game.plays
    low, high = plays.players
    text = "A table has {low} to {high} chairs, not {given}."
    count = Rule("chairs.count", text, low="low", high="most", given="given")
    deal: Schema = {"$ref": "#/$defs/report"}
    if plays.final is not None and game.best_of > 1:
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
    if game.passes_deal:
        fields["changes"] = changes_field(("deals",))
    if plays.final is not None:
        fields[plays.final.key] = optional(Maybe(Published(ANYTHING, deals_schema())))
    return Record(fields)


def fields_of_sets(game: SetFormat) -> dict[str, Field]:
    """Where a bell ends a set: which deal of a table was its last; where there are byes: whether
    the table was opened after the draw, opposite one."""
    last = {"last": optional(Maybe(Whole(1, game.deals or MOST_ON_BOARD)))}
    late = {"late": optional(TRUTH, default=False)}
    return (last if game.has_bell else {}) | (late if game.byes else {})


def check_last(names: Names, last: int, hands: Sequence[Any], at: At) -> None:
    """Note where a table of a set has told more deals than it has played."""
    if len(hands) > last:
        text = "A set has {last} hands, not {given}."
        names.note("hands.count", at, text, last=last, given=len(hands))


def read_table(
    names: Names, game: SetFormat, options: Any, stage: int, entry: Any, at: At
) -> TableSet:
    """One table of a set, with what its board came to: nothing where nobody can tell who plays."""
    plays = game.game.plays
    found = take(table_shape(game), entry, names, at)
    chairs, late = tuple(found["chairs"]), found.get("late", False)
    here, hands = found["hands"]
    last = found.get("last")
    limit = 0 if game.plays_off(stage) else game.limit(len(chairs), last)
    if limit:
        check_last(names, limit, hands, here)
        hands = hands[:limit]
    seated = Chairs(names, chairs)
    setup = game.setup_at(Setup(plays.roster(seated.names, options=options), options), stage)
    board = Board(game, setup, stage, last)
    against = plays.check_setup(setup)
    names.problems += [problem.under(*at) for problem in against]
    blank = BoardPoints(len(chairs), (), over=False)
    if None in chairs or against or len({*chairs}) < len(chairs):
        take(Listing(REPORT), hands, names, here)  # for what is unusable in them
        return TableSet(found["table"], chairs, (), board=blank, late=late)
    key = FIRST_DEALER[plays.dealers]
    if found.get(key) is not None:
        setup = replace(setup, first=seated.player(found[key], (*at, key)))
    changes = RosterHistory.read(seated, plays, found.get("changes", ((), ())))
    setup = replace(setup, changes=tuple(change for _at, change in changes.changes))
    board = replace(board, setup=setup)
    noted = len(names.problems)
    folded = replay_rounds(seated, changes, setup, here, hands, found, board.fold)
    needed = len(hands) if folded is None else board.count_needed(folded)
    if len(hands) > needed:
        del names.problems[noted:]
        check_last(names, needed, hands, here)
        hands = hands[:needed]
        folded = replay_rounds(seated, changes, setup, here, hands, found, board.fold)
    if folded is None:
        return TableSet(found["table"], chairs, (), board=blank, late=late)
    points = board.points(folded, folded.rounds)
    return TableSet(found["table"], chairs, tuple(hands), board=points, late=late)
