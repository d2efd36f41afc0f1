"""The ranking of teams over people, as pages, papers and files show it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesets.engine.text import signed
from rulesets.standings.teams import Member, rank_teams
from tournaments.web.wording import written_place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.formats import Format
    from rulesets.standings.teams import TeamStanding
    from tournaments.standings.rows import StandingRow


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team's line: `counted` and `others` are names with their totals; `missing` is how many
    people it lacks, for which it ranks behind complete teams."""

    name: str
    total: int
    rank: int
    shared: bool
    counted: tuple[tuple[str, int], ...]
    others: tuple[tuple[str, int], ...] = ()
    missing: int = 0
    shift: int | None = None  # places up or down: not known for a team
    status: str = ""  # in place of a place: no knockout has teams

    @property
    def place(self) -> str:
        """The place in words: "2=" if it is shared."""
        return written_place(self.rank, shared=self.shared)

    @property
    def sum(self) -> str:
        """Who counts: "Ann 61, Bo 55, Cy 40 = 156"."""
        addends = ", ".join(f"{name} {signed(total)}" for name, total in self.counted)
        return addends if len(self.counted) == 1 else f"{addends} = {signed(self.total)}"

    @property
    def note(self) -> str:
        """The sum, and how many people are missing."""
        if not self.missing:
            return self.sum
        few = ngettext("one short", "{n} short", self.missing).format(n=self.missing)
        return f"{self.sum} · {few}"


def rank_by_team(format: Format, rows: Sequence[StandingRow]) -> tuple[TeamRow, ...]:
    """The teams, best first, from everybody's lines; empty if nobody has a team."""
    members = [Member(row.name, row.team, row.total, row.rank, row.side or None) for row in rows]
    teams = rank_teams(members, format.ranking.team_best, low_wins=format.ranking.low_wins)
    most = max((len(team.counted) for team in teams), default=0)
    full = format.ranking.team_best or most
    return tuple(_row(team, full) for team in teams)


def _row(team: TeamStanding, full: int) -> TeamRow:
    counted, others = (
        tuple((member.name, member.total) for member in people)
        for people in (team.counted, team.others)
    )
    missing = 0 if team.is_full else full - len(counted)
    return TeamRow(team.name, team.total, team.rank, team.shared, counted, others, missing)


def best_words(teams: Sequence[TeamRow]) -> str:
    """How many people of each team count, in words; "" without teams."""
    if not teams:
        return ""
    count = len(teams[0].counted) + teams[0].missing
    if count == 1:
        return _("The best of each team counts.")
    return _("The best {n} of each team count.").format(n=count)
