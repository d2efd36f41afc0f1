"""Court Whist (Metzker p. 28): a drive of seven sets of four hands, each with its own scoring.

Readings of what the source leaves open stand in court_whist.md beside this file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rulesets import linear, partners, payload
from rulesets.game import (
    Example,
    Game,
    Line,
    Payload,
    Problem,
    Question,
    RolesAt,
    Stage,
    TableResult,
    Term,
    entry,
)

TRICKS = 13
FACES_IN_PACK = 12
FACES_IN_TRICK = 4
MOST_SPOKEN = 20  # a bound against slips of the finger, not a rule
LADY = "lady"


@dataclass(frozen=True, slots=True)
class Options:
    """What the players may agree on before the drive."""

    fewer_repeats: bool = entry(
        "Fewer repeated partnerships",
        default=False,
        help_text="Winners may move further than one table, so that fewer people meet again as "
        "partners. The book moves them one table.",
    )


HAND_SUM = "Tricks add up to {sum}; a hand has {total}."
SIDE_TRICKS = Question(
    "tricks",
    "Tricks taken",
    "How many of the 13 tricks each side took.",
    "side",
    0,
    TRICKS,
    TRICKS,
    sum_text=HAND_SUM,
)
OWN_TRICKS = Question(
    "tricks",
    "Tricks taken",
    "How many of the 13 tricks each player took.",
    "player",
    0,
    TRICKS,
    TRICKS,
    sum_text=HAND_SUM,
)
LADY_TRICKS = Question(
    "lady_tricks",
    "Tricks taken by the lady",
    "How many of her side's tricks the lady took herself.",
    "side",
    0,
    TRICKS,
    short="lady",
)
SPOKE = Question(
    "spoke",
    "Times spoken",
    "How often each player spoke after the cards were dealt.",
    "player",
    0,
    MOST_SPOKEN,
    required=False,
    short="spoke",
)
FACE_CARDS = Question(
    "face_cards",
    "Face cards",
    "How many jacks, queens and kings lie in each side's tricks.",
    "side",
    0,
    FACES_IN_PACK,
    FACES_IN_PACK,
    short="face cards",
    sum_text="Face cards add up to {sum}; the pack has {total}.",
)

SUITS = (("S", "Spades"), ("H", "Hearts"), ("C", "Clubs"), ("D", "Diamonds"))
FIXED = tuple(f"{name} trump" for _, name in SUITS)
FIXED_KEYS = tuple(key for key, _ in SUITS)
OWN_SIDE = Term("tricks", 1, "Tricks of the own side: {count}")


def _stage(
    number: int,
    name: str,
    line: str,
    maximum: str,
    questions: tuple[Question, ...],
    terms: tuple[Term, ...],
    *,
    hands: tuple[str, ...] = FIXED,
    trumps: tuple[str, ...] = FIXED_KEYS,
    joined: bool = True,
) -> Stage:
    rule = name.lower()
    return Stage(
        number, name, joined, line, hands, trumps, maximum, rule, questions=questions, terms=terms
    )


STAGES = (
    _stage(
        1,
        "Coronation",
        "A point for every trick of your side",
        "13",
        (SIDE_TRICKS,),
        (OWN_SIDE,),
        hands=tuple(f"King of {name.lower()} names trump" for _, name in SUITS),
        trumps=tuple(f"named-{key}" for key, _ in SUITS),
    ),
    _stage(
        2,
        "Prosperity",
        "Two points for every trick of your side",
        "26",
        (SIDE_TRICKS,),
        (Term("tricks", 2, "Tricks of the own side: {count} × {times}"),),
    ),
    _stage(
        3,
        "Conspiracy",
        "A point for every trick you take yourself",
        "13",
        (OWN_TRICKS,),
        (Term("tricks", 1, "Tricks taken alone: {count}"),),
        hands=("Last card turned up is trump",) * 4,
        trumps=("turned",) * 4,
        joined=False,
    ),
    _stage(
        4,
        "Chivalry",
        "A point for every trick, and two more if the lady took it",
        "13 to 39",
        (SIDE_TRICKS, LADY_TRICKS),
        (OWN_SIDE, Term("lady_tricks", 2, "Of these taken by the lady: {count} × {times}")),
    ),
    _stage(
        5,
        "Revolution",
        "A point for every trick of your opponents",
        "13",
        (SIDE_TRICKS,),
        (Term("tricks", 1, "Tricks of the opponents: {count}", whose="other"),),
        hands=("No trump",) * 4,
        trumps=("none",) * 4,
    ),
    _stage(
        6,
        "Confiscation",
        "A point for every trick; you alone lose 3 each time you speak",
        "13",
        (SIDE_TRICKS, SPOKE),
        (OWN_SIDE, Term("spoke", -3, "Times spoken: {count} × {times}", only_if_any=True)),
    ),
    _stage(
        7,
        "Restoration",
        "A point for every trick, and for each face card in them",
        "25",
        (SIDE_TRICKS, FACE_CARDS),
        (OWN_SIDE, Term("face_cards", 1, "Face cards in these tricks: {count}")),
    ),
)
CHAIRS = ("North", "East", "South", "West")


def check(stage: int, roles: RolesAt, report: object) -> tuple[Problem, ...]:
    """All problems of one hand's report, each field judged as far as it is well formed."""
    declared = _declared(stage)
    problems = list(payload.shape_problems(declared.questions, report))
    if not isinstance(report, Mapping):
        return tuple(problems)
    malformed = {problem.at[0] for problem in problems}
    sound = {q.key: q for q in declared.questions if q.key in report and q.key not in malformed}
    problems += payload.value_problems(tuple(sound.values()), report)
    if "tricks" in sound:
        if "lady_tricks" in sound:
            problems += _lady_problems(roles, report)
        if "face_cards" in sound:
            problems += _face_problems(report)
        problems += _rare(declared, {key: report[key] for key in sound})
    return tuple(problems)


def points(stage: int, _roles: RolesAt, report: Payload) -> tuple[int, ...]:
    """Points of each chair for one hand (North, East, South, West)."""
    return linear.points(_declared(stage), report)


def explain(stage: int, _roles: RolesAt, report: Payload) -> tuple[tuple[Line, ...], ...]:
    """Each chair's lines for one hand; they add up to its points."""
    return linear.explain(_declared(stage), report)


def summary(stage: int, report: Payload) -> str:
    """One report as short text: "7 : 6, lady 3 : 2"."""
    return linear.summary(_declared(stage), report)


def result(
    stage: int,
    roles: RolesAt,
    reports: Sequence[Payload | None],
    cut: Sequence[int] | None,
) -> TableResult:
    """Who moves after a set; `cut` names the chairs that won it, or None.

    A cut that does not answer the tie leaves it open (`check_cut` says why).
    """
    declared = _declared(stage)
    sums = FOLDS[stage - 1](reports)
    hands = sum(report is not None for report in reports)
    if hands < len(declared.hands):
        return partners.unfinished(sums)
    decide = partners.partners_result if declared.partners else partners.singles_result
    return decide(roles, sums, cut)


def check_cut(
    stage: int,
    roles: RolesAt,
    reports: Sequence[Payload | None],
    cut: Sequence[int] | None,
) -> tuple[Problem, ...]:
    """Whether the cut given answers the tie of the set: exactly one man and one lady, or the one
    role that is tied in Conspiracy. One without need is a warning."""
    return partners.cut_problems(result(stage, roles, reports, None), cut)


def _declared(stage: int) -> Stage:
    if not 1 <= stage <= len(STAGES):
        raise LookupError(f"Court Whist has no set {stage}")
    return STAGES[stage - 1]


def _lady_problems(roles: RolesAt, report: Payload) -> list[Problem]:
    problems = []
    for side, (tricks, lady) in enumerate(
        zip(report["tricks"], report["lady_tricks"], strict=True)
    ):
        at = ("lady_tricks", side)
        if lady > tricks:
            text = "The lady's tricks are {lady}, but her side's only {tricks}."
            params = {"lady": lady, "tricks": tricks}
            problems.append(Problem("lady_tricks.over", "error", text, params, at))
        if lady and LADY not in (roles[chair] for chair in GAME.sides[side]):
            text = "No lady plays on this side; her tricks are 0, not {lady}."
            problems.append(Problem("lady_tricks.no_lady", "error", text, {"lady": lady}, at))
    return problems


def _face_problems(report: Payload) -> list[Problem]:
    problems = []
    for side, (tricks, faces) in enumerate(
        zip(report["tricks"], report["face_cards"], strict=True)
    ):
        at = ("face_cards", side)
        params = {"faces": faces, "tricks": tricks, "most": FACES_IN_TRICK * max(tricks, 0)}
        if faces > 0 and tricks <= 0:
            text = "A side without a trick has no face cards, not {faces}."
            problems.append(Problem("face_cards.no_trick", "error", text, params, at))
        elif faces > FACES_IN_TRICK * tricks:
            text = (
                "A side with {tricks} of the tricks holds at most {most} face cards, not {faces}."
            )
            problems.append(Problem("face_cards.over", "error", text, params, at))
    return problems


def _rare(stage: Stage, report: Payload) -> list[Problem]:
    """What can happen, but seldom: all the tricks in one place, a score below zero."""
    problems = []
    for index, tricks in enumerate(report["tricks"]):
        if tricks == TRICKS:
            one = "side" if stage.partners else "player"
            text = f"All {{tricks}} tricks for one {one}?"
            params = {"tricks": tricks}
            problems.append(Problem("tricks.all", "warning", text, params, ("tricks", index)))
    spoke = any(report.get("spoke", ()))  # only then can a score fall below zero
    for chair, score in enumerate(linear.points(stage, report) if spoke else ()):
        if score < 0:
            text = "{chair} scores {points} for this hand?"
            below: dict[str, str | int] = {"chair": CHAIRS[chair], "points": score}
            problems.append(Problem("score.below_zero", "warning", text, below, ("spoke", chair)))
    return problems


EXAMPLES = (
    Example(1, {"tricks": [7, 6]}, (7, 6, 7, 6), "Seven tricks to six."),
    Example(2, {"tricks": [5, 8]}, (10, 16, 10, 16), "Every trick is worth two."),
    Example(3, {"tricks": [4, 2, 6, 1]}, (4, 2, 6, 1), "Everyone plays alone."),
    Example(
        4,
        {"tricks": [7, 6], "lady_tricks": [2, 3]},
        (11, 12, 11, 12),
        "7 + 2 × 2 for one side, 6 + 3 × 2 for the other: six tricks beat seven.",
    ),
    Example(5, {"tricks": [9, 4]}, (4, 9, 4, 9), "The tricks count for the opponents."),
    Example(
        6,
        {"tricks": [5, 8], "spoke": [2, 0, 0, 1]},
        (-1, 8, 5, 5),
        "North spoke twice and falls below zero; the partner keeps the five.",
    ),
    Example(
        7,
        {"tricks": [6, 7], "face_cards": [8, 4]},
        (14, 11, 14, 11),
        "Fewer tricks, but with more face cards in them.",
    ),
)

FOLDS = tuple(linear.fold(stage) for stage in STAGES)

GAME = Game(
    slug="court-whist",
    name="Court Whist",
    edition=1,
    source="Metzker p. 28",
    about="Tables of four, new partners in each of seven sets; everybody has a score of their own.",
    stages=STAGES,
    check=check,
    points=points,
    explain=explain,
    result=result,
    check_cut=check_cut,
    summary=summary,
    chairs=CHAIRS,
    roles=("gentleman", "lady"),
    role_names=("Gentlemen", "Ladies"),
    sit_out=8,
    movement="court_whist",
    options=Options,
    examples=EXAMPLES,
)
