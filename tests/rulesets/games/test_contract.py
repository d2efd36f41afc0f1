"""What every game must keep to, whichever it is."""

from __future__ import annotations

import dataclasses
import json
import re
from functools import cache
from importlib import resources
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rulesets import games
from rulesets.drawing.vectors import Area, Text, fit_text
from rulesets.engine.answers import CHOICE, CLAIMS, NUMBER
from rulesets.engine.fields import Field
from rulesets.engine.game import FAMILIES, Example, Game, parse_options
from rulesets.engine.replay import Replay, RoundReport, replay, resume
from rulesets.engine.roster import Setup
from rulesets.files import board_file, drive_shapes, report_names
from rulesets.files.board_file import BoardFile
from rulesets.files.drive_file import DriveFile
from rulesets.files.score_file import read_file
from rulesets.formats import FORMATS, format_of
from rulesets.formats.card import layout
from rulesets.formats.ranking import standings
from rulesets.rounds import Rounds
from rulesets.rule_texts import SCHEME, find_mentions
from tests.rulesets.every_game import GAMES as SHELF
from tests.rulesets.every_game import HOUSE, anchors, begun, every_field, numbers, tables
from tests.rulesets.games import contract
from tests.rulesets.shapes import is_within, leaves, outline
from tests.sampling import examples

GAMES = (*SHELF, *HOUSE)
any_game = pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])
ALIKE = tuple(game for game in GAMES if not game.plays.seats_matter)
in_any_seats = pytest.mark.parametrize("game", ALIKE, ids=[game.slug for game in ALIKE])
DOUBLED = re.compile(r"[.,:;!?][.,:;!?]")  # marks of two sentences that were put together
AT_A_BOARD = tuple(game for game in GAMES if format_of(game).keeping.board != "set")
at_a_board = pytest.mark.parametrize("game", AT_A_BOARD, ids=[game.slug for game in AT_A_BOARD])


def any_seed(test: Any) -> Any:
    """Three made-up evenings; usually the first."""
    of_all = pytest.mark.parametrize("seed", range(3))(test)
    return pytest.mark.exhaustive(keep=("0",))(of_all)


def played(game: Game, worked: Example) -> Replay:
    options, problems = parse_options(game.options, worked.options)
    assert not problems
    setup = worked.setup(game, options)
    assert not game.plays.check_setup(setup)
    return replay(game.plays, setup, [RoundReport(report) for report in worked.reports])


def some_numbers(game: Game) -> list[int]:
    """The fewest players, the most (of those that matter), and some between."""
    found = numbers(game)
    return sorted({found[0], found[len(found) // 2], found[-1]})


@cache
def an_evening(game: Game, players: int, seed: int) -> tuple[Setup, list[Any], list[Any]]:
    """A made-up evening of so many, to its end: played once for all tests that look at it."""
    setup = begun(game, players)
    return (setup, *contract.evening(game, setup, seed))


# --- what a game declares -------------------------------------------------------------------------


def test_there_are_games_and_each_has_a_module_and_a_text() -> None:
    names = {entry.name for entry in resources.files(games).iterdir()}
    assert "court-whist" in games.slugs()
    for slug in games.slugs():
        assert f"{slug.replace('-', '_')}.md" in names
        assert games.load(slug).slug == slug


def test_an_unknown_game_is_a_lookup_error() -> None:
    for slug in ("", "nonsense", "__init__", "../game", "court_whist"):
        with pytest.raises(LookupError):
            games.load(slug)
    with pytest.raises(LookupError):
        games.rule_text("nonsense")


@any_game
def test_a_game_says_what_it_is(game: Game) -> None:
    assert game.name
    assert game.about.endswith(".")
    assert game.source
    assert game.edition >= 1
    assert game.formats
    for slug in game.formats:
        assert format_of(game, slug).kind.slug == slug
    for slug in FORMATS.keys() - set(game.formats):
        with pytest.raises(LookupError):
            format_of(game, slug)
    low, high = game.plays.players
    assert 1 <= low <= high
    assert all(low <= seats <= high for seats in game.plays.seats)
    assert len(game.plays.side_names) in (0, 2)
    assert game.family in FAMILIES
    if game.declaration is None:  # a family knows what it needs
        assert game.needs.words.text
        assert game.minutes > 0
    assert game.name not in game.aliases


@any_game
def test_everything_asked_is_labelled_and_bounded(game: Game) -> None:
    for field in every_field(game):
        assert field.label.text
        assert field.help.text or field.key in ("space", "player")
        assert field.low <= field.high
        assert field.kind not in (CHOICE, CLAIMS) or field.choices or field is game.plays.final
        assert all(words.text for _key, words in field.choices)
        told = (field.label, field.help, *(words for _key, words in field.choices))
        assert not any(DOUBLED.search(words.text) for words in told), field.key


@any_game
def test_every_round_can_be_answered_by_any_number_of_players(game: Game) -> None:
    for players, state in tables(game):
        fields = game.plays.fields(state)
        keys = [field.key for field in fields]
        assert len(keys) == len(set(keys))
        for field in fields:
            assert contract.decided_by(field, fields)
            if field.total is not None:
                several = len(state.roster.sides) if field.per == "side" else players
                assert field.kind is NUMBER
                assert several * field.low <= field.total <= several * field.high
        for words in (game.plays.name_of_round(state), game.plays.note_before(state)):
            assert "{" not in words.text
        assert len(game.plays.dues(state)) in (0, players)


@any_game
def test_rules_are_anchored_and_every_option_is_in_the_text(game: Game) -> None:
    text = games.text_of(game)
    assert text.startswith(f"# {game.name}")
    found = anchors(text)
    assert len(found) == len(set(found))
    assert "sit-outs" in found or not format_of(game).ranking.sit_out.each_deal
    for value in getattr(game.plays, "sets", ()):
        assert value.rule in found
    for option in dataclasses.fields(game.options):
        assert f"`{option.name}`" in text
        assert option.metadata["label"] in text
    for linked in re.findall(r"\]\(#([\w-]+)\)", text):
        assert linked in found


@any_game
def test_every_picture_of_a_text_is_declared_and_every_declared_one_is_used(game: Game) -> None:
    text = games.text_of(game)
    mentioned = find_mentions(text)
    assert len(mentioned) == text.count(f"]({SCHEME}"), "a picture stands on a line of its own"
    assert sorted(one.name for one in mentioned) == sorted(game.pictures)
    for mention in mentioned:
        drawing = game.pictures[mention.name]()
        assert drawing.items
        assert drawing.title.text
        assert drawing.description
        whole = Area(0, 0, drawing.width, drawing.height).corners
        beyond = [point for item in drawing.items for point in outline(item)
                  if not is_within(whole, point, 0.5)]  # fmt: skip
        assert not beyond
        for item in leaves(drawing.items):
            if isinstance(item, Text):
                words, room = item.words.text, item.area
                assert (
                    fit_text(words, item.size, room.width, room.height, item.most_lines).size
                    > 0.6 * item.size
                )


@any_game
def test_every_rule_that_buys_is_told(game: Game) -> None:
    assert set(game.plays.buying) <= set(anchors(games.text_of(game)))
    assert bool(game.plays.conserved) == bool(game.plays.buying)


# --- worked examples ------------------------------------------------------------------------------


@any_game
def test_worked_examples_hold(game: Game) -> None:
    assert game.examples
    told = anchors(games.text_of(game))
    for worked in game.examples:
        assert worked.note.endswith(".")
        history = played(game, worked)
        for board_round in history.rounds:
            assert board_round.counted, [problem.message for problem in board_round.problems]
            assert board_round.summary.text
            assert game.plays.round_view(board_round.state)
        assert game.plays.totals(history.state) == worked.gives
        assert {transfer.rule for _, transfer in history.ledger()} <= set(told)
        stored = dataclasses.replace(worked, reports=tuple(json.loads(json.dumps(worked.reports))))
        assert played(game, stored) == history


@any_game
def test_every_set_has_an_example(game: Game) -> None:
    plays = game.plays
    if not isinstance(plays, Rounds):
        return
    names = {plays.set_of(plays.start(e.setup(game, game.options())).state)[0].name
             for e in game.examples if plays.sets}  # fmt: skip
    assert names == {record.name for record in plays.sets}


@any_game
def test_the_schemas_accept_the_examples_with_names(game: Game) -> None:
    judge, whole = schemas(game)
    for worked in game.examples:
        setup = worked.setup(game, parse_options(game.options, worked.options)[0])
        state = game.plays.start(setup).state
        for report in worked.reports:
            rows = report if isinstance(report, list) else [report]
            if game.plays.final is None or game.plays.final.key not in report:
                named = contract.with_names(game.plays.fields(state), rows, setup.roster.names)
                for one in named:
                    judge.validate(one)
                    assert not judge.is_valid({**one, "mood": 3})
            state = game.plays.play(state, report).state
        if format_of(game).keeping.board == "set":
            file = contract.as_drive(game, worked)
        elif worked.round == 1:
            file = contract.as_file(game, setup, worked.reports, worked.options)
        else:
            continue
        whole.validate(file)
        assert not whole.is_valid({**file, "title": "Party"})
        assert totals_of(json.loads(json.dumps(file))) == worked.gives


@cache
def schemas(game: Game) -> tuple[Draft202012Validator, Draft202012Validator]:
    usual = format_of(game)
    if usual.keeping.apart:
        found = (drive_shapes.report_schema(usual), drive_shapes.file_schema(usual))
    else:
        found = (report_names.report_schema(game), board_file.file_schema(game))
    for schema in found:
        Draft202012Validator.check_schema(schema)
    return Draft202012Validator(found[0]), Draft202012Validator(found[1])


def totals_of(file: dict[str, Any]) -> tuple[int, ...]:
    """What a score file comes to, in the order of its people or sides."""
    read = read_file(file)
    assert not read.broken, [problem.message for problem in read.problems]
    if isinstance(read, DriveFile):
        by_player = {line.player: line.total for line in standings(read.drive)}
        return tuple(by_player[player] for player in sorted(by_player))
    assert isinstance(read, BoardFile)
    return read.game.plays.totals(read.replay.state)


# --- boards and papers ----------------------------------------------------------------------------


@any_game
def test_a_board_is_drawn_from_any_history(game: Game) -> None:
    for worked in game.examples:
        history = played(game, worked)
        for states in ([], [board_round.state for board_round in history.rounds]):
            board = game.plays.board([history.opening.state, *states])
            assert board.title.text
            for row in (*board.rows, *board.foot):
                assert len(row.cells) == len(board.columns)
        assert json.dumps(game.plays.view(history.state))
        if game.plays.rows == "couple":
            draw = game.plays.worksheet
            for report in ([], worked.reports[0]):
                paper = draw(history.opening.state, report)
                for row in (*paper.rows, *paper.foot):
                    assert len(row.cells) == len(paper.columns)


@any_game
def test_a_blank_sheet_has_a_column_for_everyone_and_nothing_written_in(game: Game) -> None:
    for worked in game.examples:
        options, _ = parse_options(game.options, worked.options)
        setup = dataclasses.replace(worked.setup(game, options), played=0)
        sheet = game.plays.sheet(setup)
        alone = getattr(game.plays, "alone", False)
        people = setup.roster.names if alone else setup.roster.side_names
        texts = [column.title.text for column in sheet.columns]
        texts += [column.group.text for column in sheet.columns]
        assert set(people) <= set(texts)
        assert sheet.title.text
        assert all(words.text for words in sheet.notes)
        for row in (*sheet.rows, *sheet.foot):
            assert len(row.cells) == len(sheet.columns)
        assert not any(cell.circled or cell.marks for row in sheet.rows for cell in row.cells)
        rounds = game.plays.rounds_in_all(setup)
        assert rounds is None or len(sheet.rows) == rounds


@pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])
def test_a_drive_has_a_card_with_a_box_for_each_set(game: Game) -> None:
    for slug in game.formats:
        played_as = format_of(game, slug)
        if not played_as.keeping.apart:
            continue
        card = layout(played_as)
        assert [row.rule for row in card.sets] == [record.rule for record in played_as.sets]
        for number, (one, row) in enumerate(zip(played_as.sets, card.sets, strict=True), 1):
            assert len(row.hands) == len(one.labels) == played_as.length.most_deals
            assert len(one.signs) in (0, played_as.length.most_deals)
            assert played_as.labels.of_set(number).name.text == one.name
            assert one.rule in anchors(games.text_of(game))


# --- evenings to the end --------------------------------------------------------------------------


@any_game
@any_seed
def test_made_up_evenings_come_to_their_end(game: Game, seed: int) -> None:
    told = set(anchors(games.text_of(game)))
    plays = game.plays
    for players in some_numbers(game):
        setup, reports, states = an_evening(game, players, seed)
        assert reports
        history = contract.of_reports(game, setup, reports)
        assert all(played_round.counted for played_round in history.rounds)
        assert [played_round.state for played_round in history.rounds] == states[1:]
        assert {transfer.rule for _, transfer in history.ledger()} <= told
        count = plays.rounds_in_all(setup)
        if count is not None:
            assert len(reports) == count
        if len(reports) < contract.MOST:
            assert history.ending.text
            assert history.ending.winners
            refused = plays.check(history.state, reports[-1])
            assert any(problem.firm for problem in refused)
        board = plays.board([history.opening.state, *states[1:]])
        assert all(len(row.cells) == len(board.columns) for row in (*board.rows, *board.foot))
        numbers_told = {row.report for row in board.rows if row.report is not None}
        assert numbers_told <= set(range(1, len(reports) + 1))
        ranks = plays.ranks(history.state)
        assert len(ranks) == len(plays.totals(history.state))
        assert 1 in ranks
        for board_round in history.rounds:
            assert board_round.summary.text
            assert json.dumps([plays.view(board_round.state), plays.round_view(board_round.state)])
            for unit, held in plays.holdings(board_round.state).items():
                assert unit
                assert all(plays.account_name(board_round.state, account).text for account in held)


@any_game
@any_seed
def test_a_correction_is_as_if_it_had_been_reported_so_at_once(game: Game, seed: int) -> None:
    chance = Random(seed)
    players = some_numbers(game)[seed % len(some_numbers(game))]
    setup, reports, states = an_evening(game, players, seed)
    reports = reports[:30]
    known = contract.of_reports(game, setup, reports)
    for place in sorted({0, len(reports) // 2, len(reports) - 1}):
        right = game.plays.sample(states[place], chance)
        changed = [RoundReport(case) for case in (*reports[:place], right, *reports[place + 1 :])]
        corrected = resume(game.plays, known, place, changed[place:])
        assert corrected == replay(game.plays, setup, changed)
        counted = [one for one, done in zip(changed, corrected.rounds, strict=True) if done.counted]
        again = replay(game.plays, setup, counted)
        assert (again.state, again.ending) == (corrected.state, corrected.ending)


@in_any_seats
@any_seed
def test_other_seats_give_everybody_the_same(game: Game, seed: int) -> None:
    chance = Random(seed)
    for players in some_numbers(game):
        setup, reports, states = an_evening(game, players, seed)
        reports = reports[:30]
        moved = contract.other_seats(setup.roster, chance)
        alone = not setup.roster.in_sides
        first = setup.first
        if game.plays.dealers != "side" and first is not None:
            first = moved[first]
        other = [
            contract.moved_report(game.plays.fields(state), report, moved, alone=alone)
            for state, report in zip(states, reports, strict=False)
        ]
        before = contract.of_reports(game, setup, reports)
        after = contract.of_reports(game, dataclasses.replace(setup, first=first), other)
        assert all(board_round.counted for board_round in after.rounds)
        totals, ranks = game.plays.totals(before.state), game.plays.ranks(before.state)
        if len(totals) == players:
            back = [moved.index(place) for place in range(players)]
            totals = tuple(totals[place] for place in back)
            ranks = [ranks[place] for place in back]
        assert game.plays.totals(after.state) == totals
        assert game.plays.ranks(after.state) == ranks


@at_a_board
@any_seed
def test_an_evening_goes_into_a_score_file_and_comes_back(game: Game, seed: int) -> None:
    _judge, whole = schemas(game)
    first = None if game.plays.dealers == "none" else seed % 2
    setup = begun(game, some_numbers(game)[seed % len(some_numbers(game)) - 1], first=first)
    reports, _states = contract.evening(game, setup, seed, 25)
    file = json.loads(json.dumps(contract.as_file(game, setup, reports, {})))
    whole.validate(file)
    read = read_file(file)
    assert isinstance(read, BoardFile)
    assert not read.broken, [problem.message for problem in read.problems]
    assert read.replay is not None
    # As it is written: another reading of a family's game makes classes of its own.
    assert repr(read.replay.state) == repr(contract.of_reports(game, setup, reports).state)


# --- whatever is reported -------------------------------------------------------------------------


@any_game
def test_whatever_has_no_firm_problem_can_be_played(game: Game) -> None:
    """Random reports, errors overridden; each that can be played leads to the next table."""
    chance, plays = Random(game.slug), game.plays
    setup, state, count = begun(game, numbers(game)[0]), None, 0
    for _ in range(examples(300)):
        if state is None:
            setup = begun(game, chance.choice(numbers(game)))
            state = plays.start(setup).state
        report = contract.random_report(plays, state, chance)
        problems = plays.check(state, report)
        assert all(problem.message for problem in problems)
        assert plays.check(state, report) == problems
        if any(problem.firm for problem in problems):
            continue
        count += 1
        step = plays.play(state, report)
        contract.balanced(plays, state, step)
        assert plays.summary(step.state, report).text
        assert json.dumps([plays.view(step.state), plays.round_view(step.state)])
        board = plays.board([plays.start(setup).state, state, step.state])
        assert all(len(row.cells) == len(board.columns) for row in (*board.rows, *board.foot))
        assert len(plays.ranks(step.state)) == len(plays.totals(step.state))
        state = step.state
        if plays.over(plays.close(state).state) is not None or chance.random() < 0.1:
            state = None
    assert count >= 10


@any_game
def test_no_garbage_makes_check_fail(game: Game) -> None:
    state = game.plays.start(begun(game, numbers(game)[0])).state
    for value in contract.GARBAGE:
        told: list[Any] = [value, [value], {"x": value}]
        told += [{field.key: value} for field in game.plays.fields(state)]
        told += [[one] for one in told]
        for report in told:
            problems = game.plays.check(state, report)
            assert all(problem.message for problem in problems)
            if not any(problem.firm for problem in problems):
                contract.balanced(game.plays, state, game.plays.play(state, report))


def unanswered(fields: tuple[Field, ...]) -> list[str]:
    return [field.key for field in fields if field.required and field.when is None]


@any_game
def test_an_empty_report_misses_what_is_required(game: Game) -> None:
    if game.plays.rows == "couple":
        return
    for _players, state in tables(game):
        codes = {problem.code for problem in game.plays.check(state, {})}
        asked = unanswered(game.plays.fields(state))
        assert {f"{key}.missing" for key in asked} <= codes
