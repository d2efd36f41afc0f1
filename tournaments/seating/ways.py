"""How people are seated: at tables of their own all evening, by a movement from set to set, or as
two teams along one table."""

from __future__ import annotations

from typing import ClassVar

from django.utils.translation import ngettext

from tournaments.boards.by_keeping import ByKeeping
from tournaments.boards.deal_reports import standing
from tournaments.models import Report, Seating
from tournaments.seats.storage import is_unused


class Ways:
    """At tables, where they stay."""

    is_drawn: ClassVar[bool] = False  # a movement draws the seats of each set, and grants wishes
    in_teams: ClassVar[bool] = False  # two teams face each other
    in_hands: ClassVar[bool] = False  # somebody can take over a chair after any hand
    begun: ClassVar[str] = "Round {round} already has results. Only the next round can be reseated."

    def count_tables(self, number: int) -> str:
        """How many tables are seated, in words."""
        return ngettext("{count} table", "{count} tables", number).format(count=number)

    def is_untouched(self, running: Seating) -> bool:
        """Whether nothing stands that was reported from these seats."""
        return not standing(Report.objects.filter(table__seating=running)).exists()


class SetWays(Ways):
    """By a movement, from set to set."""

    is_drawn: ClassVar[bool] = True
    begun: ClassVar[str] = "Set {round} has begun. Late arrivals are seated from the next set on."

    def is_untouched(self, running: Seating) -> bool:
        """Whether these seats are the newest and nothing follows from them."""
        return is_unused(running)


class HandWays(SetWays):
    """By a movement, for hands that stand by themselves."""

    in_hands: ClassVar[bool] = True


class TeamWays(Ways):
    """As two teams along one table."""

    in_teams: ClassVar[bool] = True

    def count_tables(self, number: int) -> str:
        """How many couples are seated, in words."""
        return ngettext("{count} couple", "{count} couples", number).format(count=number)


WAYS = ByKeeping[Ways](table=Ways(), set=SetWays(), hands=HandWays(), room=TeamWays())
