"""The two ways in which a verb says no to a person (not to a programmer)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.engine.problems import Problem, error

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from rulesets.engine.text import Phrase
    from tournaments.boards.deal_reports import DealReport


class Refused(Exception):
    """What was asked cannot be done; `problems` say why and at which field."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(problem.message for problem in self.problems))


class Conflict(Exception):
    """Somebody else reported the same hand meanwhile; both values are here to be shown: the newest
    of its `report`, and what was `submitted`."""

    def __init__(self, report: DealReport, submitted: Mapping[str, Any] | None) -> None:
        self.report = report
        self.submitted = dict(submitted) if submitted is not None else None
        super().__init__(f"revision {report.revision} was reported meanwhile")


def refusal(code: str, template: str, *at: str | int, **params: str | int | Phrase) -> Refused:
    """A refusal for one reason; `template` is an English sentence with {params}."""
    return Refused((error(code, template, at, **params),))
