"""The submission of a report, and its sender."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulesets.engine.problems import LONGEST_FIELD
from tournaments.boards.room_board import AWAY
from tournaments.models.errors import refusal

if TYPE_CHECKING:
    from tournaments.access.permissions import Actor

KEY_LENGTH = 64
REASON_LENGTH = 300


@dataclass(frozen=True, slots=True)
class Submission:
    """A report as it was sent, by chair (`payload` None: a report is withdrawn or undone).

    `key` is made by the client: the same key again is the same report. `seen` is the newest
    revision that the form showed (0: none). `confirmed` are codes of warnings that were confirmed.
    An `override` (by the desk, with a reason) saves a report that breaks a rule. `reseat` says
    whether the seats that follow from a correction are drawn again or stay (None: it is no
    correction), and `settles` which objections (ids) it settles. `is_choice`: it was chosen between
    two answers.
    """

    actor: Actor
    key: str
    payload: dict[str, Any] | None = None
    seen: int = 0
    confirmed: Collection[str] = ()
    reason: str = ""
    override: bool = False
    reseat: bool | None = None
    is_choice: bool = False
    settles: Collection[int] = ()

    def __post_init__(self) -> None:
        payload = None if self.payload is None else cleaned(self.payload)
        object.__setattr__(self, "payload", payload)
        object.__setattr__(self, "reason", " ".join(self.reason.split()))

    def refuse_correction(self) -> None:
        """Refuse a correction by a table, or without a reason."""
        if self.reseat is None:
            return
        if not self.actor.at_desk:
            raise refusal("correct.desk", "Only the host or a scorekeeper can correct results.")
        if not self.reason:
            raise refusal("reason.missing", "Write down why it is being corrected.", "reason")


def check_key(key: str) -> None:
    """Refuse a key that cannot be stored."""
    if not key or len(key) > KEY_LENGTH:
        raise refusal("key.wrong", "This entry cannot be told apart from others. Reload the page.")


def cleaned(payload: Mapping[str, Any]) -> dict[str, Any]:
    """The payload without empty answers; of a couple that is away, only that."""
    if payload.get(AWAY) is True:
        return {AWAY: True}
    return {str(key)[:LONGEST_FIELD]: value for key, value in payload.items() if value is not None}
