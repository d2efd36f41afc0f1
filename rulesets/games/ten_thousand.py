"""10,000 (Metzker p. 11): a report is one turn with five dice; the first to reach 10,000 wins."""

from rulesets.cards import dice
from rulesets.engine.checks import Problems, error, refusal, warning
from rulesets.engine.fields import Counter
from rulesets.engine.game import example, goal, option, table_game
from rulesets.engine.scoring import (
    Events,
    Keep,
    Moments,
    Phrase,
    Show,
    Table,
    gain,
    listed,
    moment,
    say,
)
from rulesets.rounds import Needs, Rolls, Rounds, ask, declared, reach

STEP, MOST, RARE, LARGE = 50, 100_000, 10_000, 3000
NOTHING = dice.DiceTurn(0, frozenset())  # to be taken over


@declared
class Options:
    target: int = goal(10_000, low=1000, high=MOST)
    opening: int = option(
        "Points to open",
        default=1000,
        low=0,
        high=5000,
        none="not needed",
        some="this many in one turn",
    )


def needed(table: Table) -> int:
    """Return the least total of a turn that counts."""
    return 0 if table.holds(table.turn or 0) else table.options.opening


@declared
class Turn:
    points: int | None = ask(
        "Points of the turn",
        "0 for a turn that blew it. Include any count that was taken over.",
        high=MOST,
        step=STEP,
        usual=(0, 2000),
        cards=lambda table: Counter("dice", dice.DICE, of=(needed(table),)),
    )
    rolls: Rolls | None = ask(
        "Dice kept",
        "From each roll, in place of the points; the last roll empty if nothing scored.",
        columns=dice.DICE,
        rare=True,
    )
    taken_over: bool = ask("Taken over?", "Went on with the count of the turn before.")


def counted(turn: Turn, table: Table) -> dice.DiceTurn:
    """Return the result of a turn, with the number of dice that it may leave to a player who takes
    over."""
    if turn.points is not None or turn.rolls is None:
        return dice.DiceTurn(turn.points or 0, dice.ANY)
    saved = table.memory or NOTHING
    result = dice.count_turn(turn.rolls, saved.left if turn.taken_over else ())
    added = saved.points if turn.taken_over and result.points else 0
    return dice.DiceTurn(result.points + added, result.left)


def turns(turn: Turn, table: Table) -> Problems:
    """Report a turn with neither or both of points and dice, and one that takes over more than was
    saved."""
    saved, points, rolls = table.memory or NOTHING, turn.points, turn.rolls or ()
    if points is None and not rolls:
        text = "Enter the points of the turn; 0 for a turn that blew it."
        yield refusal("points.missing", text, ("points",))
    elif points is not None and rolls:
        yield error("points.twice", "Enter the points or the dice, not both.", ("points",))
    elif points and points > RARE:
        yield warning("points.rare", "{points} in one turn?", ("points",), points=points)
    if turn.taken_over and not saved.points:
        text = "Nothing was saved in the turn before that could be taken over."
        yield error("taken_over.nothing", text, ("taken_over",))
    elif turn.taken_over and points and points < saved.points + STEP:
        text = "After taking over {saved} it is at least {least}, or 0, but not {points}."
        params = {"saved": saved.points, "points": points}
        yield error("points.over", text, ("points",), least=saved.points + STEP, **params)
    yield from dice.turn_problems(rolls, saved.left if turn.taken_over else ())


def score(turn: Turn, table: Table) -> Events:
    """Yield the points of a turn; they count once the player has opened."""
    who, result, opening = table.turn or 0, counted(turn, table), table.options.opening
    count, amount = result.points, result.points
    text, rule = "{who} saves {points}", "taking-over" if turn.taken_over else "saving"
    if not count:
        text, rule = "{who} blew it", "scoring"
    elif not table.holds(who) and count < opening:
        text, rule, amount = "{who} has {points} and needs {opening} to open", "opening", 0
        yield Show(who, 0, text=f"({count})")
    elif not table.holds(who):
        text, rule = "{who} opens with {points}", "opening"
    params = {"points": count, "opening": opening}
    at = ("points" if turn.points is not None else "rolls",)
    yield gain(who, amount, text, rule, at, **params)
    yield say(text, who=table.names[who], **params)
    yield Keep(result if count else NOTHING)


def notable(turn: Turn, table: Table) -> Moments:
    """Yield a turn of many points."""
    if (points := counted(turn, table).points) >= LARGE:
        yield moment(table, table.turn or 0, "large", "{name}: {points} in one turn", points=points)


def note(table: Table) -> Phrase:
    """Return the note: who has not opened, and how many points can be taken over."""
    saved = table.memory or NOTHING
    shut = [name for name, total in zip(table.names, table.totals, strict=True) if not total]
    parts = []
    if shut and table.options.opening:
        parts.append(Phrase("Not opened: {names}.", {"names": ", ".join(shut)}))
    if saved.points:
        parts.append(Phrase("Can be taken over: {points}.", {"points": saved.points}))
    return listed(parts, " ")


OVER, MISS = {"points": 1000, "taken_over": True}, {"points": 0}
GAME = table_game(
    slug="ten-thousand",
    name="10,000",
    source="Metzker p. 11",
    about="Five dice: roll on or save what you have; the first with 10,000 wins.",
    needs=Needs(dice=5),
    minutes=45,
    aliases=("Ten Thousand", "Zilch", "Farkle"),
    options=Options,
    plays=Rounds(
        players=(2, 20),
        asks=Turn,
        score=score,
        checks=(turns,),
        note=note,
        turns=True,
        ends=reach("target"),
        how=("5: 50, 1: 100; three alike 100 × spots (ones 1000), four ×2, five ×4; a row 1000.",),
        notable=notable,
        rarities={"large": "a very large turn"},
    ),
    examples=(
        example(
            "The worked example: opened, taken over, blown, and saved again.",
            {"rolls": [[1, 1, 1], [5]]},
            *({"points": 1150, "taken_over": True}, {"points": 0, "taken_over": True}),
            *({"rolls": [[2, 2, 2], [5]]}, {"rolls": [[6, 6, 6], [1], []]}),
            gives=(1300, 1150, 0),
        ),
        example("950 do not open.", {"points": 950}, gives=(0, 0)),
        example("A five opens.", {"points": 950}, OVER, gives=(0, 1000)),
        example("A sequence, and on.", {"rolls": [[2, 3, 4, 5, 6], [1]]}, gives=(1100, 0)),
        example("Four ones and a five.", {"rolls": [[1, 1, 5, 1, 1]]}, gives=(2050, 0)),
        example("Five sixes.", {"rolls": [[6, 6, 6, 6, 6]]}, gives=(2400, 0)),
        example("Far enough.", {"points": 9000}, MISS, {"points": 1000}, gives=(10_000, 0)),
    ),
)
