"""Mixed: a schedule in which partners are of unlike role, and what it promises."""

from __future__ import annotations

from rulesets.formats import format_of
from rulesets.formats.parts import Roles
from rulesets.games import load
from rulesets.movements.quality import PARTNERS
from rulesets.movements.schedule import EveningPlan, make_schedule
from tests.rulesets.formats.euchre import WON

MAN, LADY = "gentleman", "lady"


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


def test_a_promise_is_kept() -> None:
    """Where the format says that nobody has a partner twice, the schedule has none."""
    format = format_of(load("euchre"), "mixed")
    for people in (14, 17):
        roles = {number: (MAN, LADY)[number % 2] for number in range(people)}
        plan = EveningPlan("mixed", tuple(roles), 7, roles)
        partners = make_schedule(plan, seed=1).quality().measures[PARTNERS]
        assert format.offer.promise(people).text == "nobody has the same partner twice"
        assert partners.most == 1, people
