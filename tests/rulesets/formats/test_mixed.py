"""Mixed: a schedule in which partners are of unlike role, as score files, to the end."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from typing import Any

from rulesets.files.drive_answers import score
from rulesets.files.score_file import read_file
from rulesets.formats import format_of
from rulesets.formats.parts import Roles
from rulesets.games import load
from rulesets.movements.quality import PARTNERS
from rulesets.movements.schedule import EveningPlan, make_schedule
from tests.rulesets.formats import euchre
from tests.rulesets.formats.euchre import LOST, WON, Json

MAN, LADY = "gentleman", "lady"


def crowd(men: int, ladies: int) -> list[Json]:
    people = [{"name": f"M{number:02}", "role": MAN} for number in range(men)]
    return people + [{"name": f"L{number:02}", "role": LADY} for number in range(ladies)]


def answer(players: list[Json], sets: list[Json], **more: Any) -> Json:
    top = {"game": "euchre", "format": "mixed", "options": {"deals": 1, "rounds": 7}}
    told = euchre.answer({**top, "players": players, "sets": sets, **more})
    assert not told["problems"]
    return told


def an_evening(
    players: list[Json], rounds: int, late: Json | None = None, left: str = ""
) -> list[Json]:
    """Set after set; a late guest comes after the second, and somebody leaves after the third."""
    sets: list[Json] = []
    chance = random.Random(len(players))
    for number in range(1, rounds + 1):
        people = players + [late] * bool(late and number > 2)
        here = [one["name"] for one in people if one["name"] != left or number <= 3]
        told = answer(people, sets, present=here)
        seated = [name for table in told["tables"] for name in table["chairs"]]
        assert sorted(seated + told["sitting_out"]) == sorted(here)
        tables = [{**table, "hands": [chance.choice([WON, LOST])]} for table in told["tables"]]
        kept = {key: told[key] for key in ("set", "sitting_out", "roles") if told.get(key)}
        sets.append({**kept, "tables": tables})
    return sets


def pairs_of(sets: list[Json]) -> Counter[frozenset[str]]:
    return Counter(
        frozenset(table["chairs"][chair::2])
        for one in sets
        for table in one["tables"]
        for chair in (0, 1)
    )


def roles_of(players: list[Json], sets: list[Json]) -> dict[str, str]:
    """What everybody plays: as they came, unless the first round changed it."""
    return {one["name"]: one["role"] for one in players} | sets[0].get("roles", {})


def test_what_the_format_says() -> None:
    format = format_of(load("euchre"), "mixed")
    assert format.facts.roles == Roles((MAN, LADY), ("Gentlemen", "Ladies"))
    assert (format.kind.ahead, format.facts.cuts, format.ranking.sit_out.by) == (True, "", "mean")
    assert format.offer.promise(16).text == "nobody has the same partner twice"
    late = "partners repeat as late as possible"
    assert format.offer.promise(15).text == format.offer.promise(12).text == late
    level = [WON, {**WON, "makers": 1}] * 2
    result = format.hands.result(1, (MAN, LADY, LADY, MAN), level, None)
    assert (result.complete, result.winners, result.tied) == (True, (), ())


def test_an_evening_with_a_late_guest_to_the_end() -> None:
    """Of one role are more than of the other, and somebody sits out."""
    players, late = crowd(9, 8), {"name": "Zoe", "role": LADY}
    sets = an_evening(players, 7, late)
    roles = roles_of([*players, late], sets)
    assert all(len({roles[name] for name in pair}) == 2 for pair in pairs_of(sets))
    assert sum(times - 1 for times in pairs_of(sets).values()) <= 2  # for the late guest
    outs = Counter(name for one in sets for name in one.get("sitting_out", ()))
    by_role = defaultdict(list)
    for name, role in roles.items():
        if name != "Zoe":
            by_role[role].append(outs[name])
    assert all(max(several) - min(several) <= 1 for several in by_role.values())
    top = {"game": "euchre", "format": "mixed", "options": {"deals": 1}}
    told = score(read_file({**top, "players": [*players, late], "sets": sets}), explain=True)
    assert told["finished"]


def test_more_of_one_role_are_asked_to_play_the_other() -> None:
    players = crowd(11, 5)
    told = answer(players, [])
    changed = told["roles"]
    assert set(changed.values()) == {LADY}
    assert len(changed) == 3
    assert len(told["tables"]) == 4
    assert [problem["code"] for problem in told["notes"]] == ["role.flipped"] * 3


def test_whoever_leaves_is_missed_by_the_own_role_alone() -> None:
    players = crowd(8, 8)
    sets = an_evening(players, 6, left="M00")
    roles = roles_of(players, sets)
    assert all(len({roles[name] for name in pair}) == 2 for pair in pairs_of(sets))
    assert [len(one["tables"]) for one in sets] == [4, 4, 4, 3, 3, 3]
    for one in sets[3:]:  # one of seven men, two of eight ladies
        assert Counter(roles[name] for name in one["sitting_out"]) == {MAN: 1, LADY: 2}


def test_a_promise_is_kept() -> None:
    """Where the format says that nobody has a partner twice, the schedule has none."""
    format = format_of(load("euchre"), "mixed")
    for people in (14, 17):
        roles = {number: (MAN, LADY)[number % 2] for number in range(people)}
        plan = EveningPlan("mixed", tuple(roles), 7, roles)
        partners = make_schedule(plan, seed=1).quality().measures[PARTNERS]
        assert format.offer.promise(people).text == "nobody has the same partner twice"
        assert partners.most == 1, people
