"""The shapes of what the API takes and returns; its OpenAPI document is made of them."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Any, Literal

from ninja import Path, Schema
from pydantic import Field, StringConstraints

LARGEST = 2**63 - 1  # the largest id
LAST = 32_000  # the largest number of a set, table, deal or revision

EventId = Path[Annotated[int, Field(ge=0, le=LARGEST)]]
ReportId = Path[Annotated[int, Field(ge=0, le=LARGEST)]]
SetNumber = Path[Annotated[int, Field(ge=1, le=LAST)]]
TableNumber = Path[Annotated[int, Field(ge=1, le=LAST)]]
DealNumber = Path[Annotated[int, Field(ge=1, le=LAST)]]
Key = Annotated[str, StringConstraints(pattern=r"^[!-~]{1,64}$")]
Text = Annotated[str, StringConstraints(max_length=1000)]


class ProblemOut(Schema):
    """One thing that stands against a request."""

    code: str = Field(description="Stable. A warning is confirmed by its code.")
    field: str = Field(
        description="Where it is: tricks.1, name, seen. Empty if it concerns the whole."
    )
    message: str
    severity: Literal["error", "warning"]


class Problems(Schema):
    problems: list[ProblemOut]


class Current(Schema):
    report: int
    revision: int
    payload: dict[str, Any] | None
    author: str


class ConflictOut(Problems):
    """Somebody else was quicker: what stands, and what was sent."""

    current: Current
    submitted: dict[str, Any] | None


class EventOut(Schema):
    id: int
    name: str
    date: dt.date
    place: str
    game: str = Field(description="The game's slug, as in score files.")
    game_name: str
    edition: int
    format: str
    options: dict[str, Any]
    house_rules: str = Field(description="What the family calls these options, or empty.")
    state: Literal["setup", "playing", "finished"]
    version: int = Field(description="Goes up with everything that happens.")
    counted: str = Field(
        description="What totals count, in the game's own words; empty for points."
    )
    low_wins: bool


class PersonOut(Schema):
    id: int = Field(description="The person's role in this event.")
    name: str
    role: str


class PersonIn(Schema):
    name: Annotated[str, StringConstraints(max_length=200)]
    note: Annotated[str, StringConstraints(max_length=200)] = ""
    role: Annotated[str, StringConstraints(max_length=20)] = ""


class StandingOut(Schema):
    id: int
    name: str
    role: str
    team: str = Field(description="The team that the person plays for, besides any role, or empty.")
    partners: str
    table: str
    rank: int
    shared: bool
    total: int
    rounds: list[int | None] = Field(
        description="The score of each round (in a drive, of each set)."
    )
    decision: str = Field(description="The tie-break that puts this line ahead of the next.")


class MemberOut(Schema):
    name: str
    total: int


class TeamOut(Schema):
    """A team's line in the second ranking."""

    name: str
    rank: int
    shared: bool
    total: int
    missing: int = Field(
        description="How many scores the team is short of; if any, it comes after the others."
    )
    counted: list[MemberOut]
    others: list[MemberOut]


class TurnOut(Schema):
    """A round that turned an evening: what the winner had above the best other side, before and
    after it."""

    round: int
    before: int
    after: int


class FallOut(Schema):
    """A list of the records that fell."""

    game: str = Field(description="The game's slug, or all.")
    list: str


class AwardOut(Schema):
    value: float | str
    who: list[str]


class RecordOut(Schema):
    """An evening as the family's records tell it, as in `manage.py records`."""

    event: str
    date: str = Field(description="ISO, or a year alone.")
    winners: list[str]
    headline: str
    turns: list[TurnOut]
    fell: list[FallOut]
    awards: dict[str, AwardOut] = Field(description="By kind.")


class SeatOut(Schema):
    chair: int = Field(description="From 0. Reports are positional, by chair.")
    id: int
    name: str


class TableOut(Schema):
    set: int
    table: int
    title: str
    people: list[SeatOut]


class AskOut(Schema):
    """One question of a report."""

    key: str
    label: str
    help: str
    kind: str
    per: Literal["table", "player", "side"]
    required: bool
    low: int
    high: int
    total: int | None
    choices: list[str]


class DealOut(Schema):
    deal: int
    open: bool = Field(description="Whether it can be reported now.")
    state: str
    revision: int = Field(description="The latest of any kind: what a report sends as `seen`.")
    report: int | None
    payload: dict[str, Any] | None
    said: str
    author: str
    accepted: bool
    game: int = Field(description="Of a match of several games which one, from 1; 0: of none.")


class MatchOut(Schema):
    """How far the two at a table have come in a match of several games."""

    best_of: int
    wins: list[int] = Field(description="The games of both; of partners, those of their side.")
    over: bool


class BoardOut(TableOut):
    """A table with its deals, and what the due one is asked."""

    match: MatchOut | None = Field(description="None: not a match of several games.")
    deals: list[DealOut]
    due: int | None
    asks: list[AskOut]


class ReportOut(Schema):
    id: int
    set: int
    table: int
    deal: int
    revision: int
    payload: dict[str, Any] | None = Field(description="None: withdrawn.")
    author: str
    reason: str
    overrode: list[str]
    accepted: bool
    needs_agreement: bool
    created: dt.datetime


class ReportIn(Schema):
    payload: dict[str, Any] = Field(description="Positional, by chair; see `asks` of the table.")
    seen: int = Field(
        0, ge=0, le=LAST, description="The latest revision that was seen; 0 for none."
    )
    confirmed: list[Text] = Field(
        [], max_length=100, description="Codes of the warnings that somebody confirmed."
    )
    reason: Text = ""
    override: bool = Field(default=False, description="Let it stand against the rules (desk only).")
    reseat: bool = Field(default=False, description="Draw the following seats again (desk only).")


class WithdrawIn(Schema):
    seen: int = Field(ge=1, le=LAST)
    reason: Text = ""
