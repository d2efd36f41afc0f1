"""The books of a score pad: every movement, from where to where, how much and why."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesets.engine.plays import BANK
from tournaments.web.labels import translate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rulesets.engine.plays import Account, Movement
    from tournaments.boards.pad import Pad

OWNERS = ("player", "side")  # the kinds of accounts that are somebody's own
AT_ONCE = 250  # lines of the books on one page


@dataclass(frozen=True, slots=True)
class Stake:
    """One movement in words, or several alike from one account; points come from nowhere (their
    `source` is "").

    `rule` is an anchor in the rule text; `held` is what the account that was asked for holds after
    it ("" where none was).
    """

    source: str
    target: str
    amount: str
    why: str
    rule: str
    held: str = ""


@dataclass(frozen=True, slots=True)
class StakeRound:
    """The movements of a round; `number` 0 is what was put in before the first one."""

    number: int
    stakes: tuple[Stake, ...]


@dataclass(frozen=True, slots=True)
class Holder:
    """An account, and what it holds now ("12 points, 1 gin")."""

    index: int
    name: str
    held: str


@dataclass(frozen=True, slots=True)
class Sums:
    """The check that nothing was lost, for one unit that is conserved: what was brought in, what
    the players hold now, what lies elsewhere."""

    brought: str
    held: str
    pooled: str
    right: bool


@dataclass(frozen=True, slots=True)
class Books:
    """All of it for a page, the newest round first.

    `stakes`: whether something goes from hand to hand (else it is how the points were scored).
    `chosen` is the account that was asked for (its place among `holders`), `numbers` are all
    rounds in which something moved, `shown` the only one that is shown (None: all of them).
    """

    title: str
    rounds: tuple[StakeRound, ...]
    holders: tuple[Holder, ...]
    sums: tuple[Sums, ...]
    numbers: tuple[int, ...]
    chosen: Holder | None = None
    shown: int | None = None
    stakes: bool = True


def books(pad: Pad, chosen: int | None = None, shown: int | None = None) -> Books:
    """The books of a pad: of all accounts or of the `chosen` one, of all rounds or of one.

    Books that are too long for one page show the newest round where none is named.
    """
    accounts = _accounts(pad)
    account = accounts[chosen] if chosen is not None and chosen < len(accounts) else None
    rounds = [one for one in _rounds(pad, account) if one.stakes]
    numbers = tuple(one.number for one in rounds)
    if shown not in numbers:
        long = sum(len(one.stakes) for one in rounds) > AT_ONCE
        shown = numbers[-1] if long else None
    holders = tuple(
        Holder(place, account_words(pad, one), _holdings_words(pad, one))
        for place, one in enumerate(accounts)
    )
    return Books(
        title=pad.title,
        rounds=tuple(one for one in reversed(rounds) if shown is None or one.number == shown),
        holders=holders,
        sums=tuple(_sums(pad, unit) for unit in sorted(pad.plays.conserved)),
        numbers=numbers,
        chosen=holders[accounts.index(account)] if account is not None else None,
        shown=shown,
        stakes=bool(pad.plays.conserved),
    )


def stakes_of(pad: Pad, number: int) -> tuple[Stake, ...]:
    """What one round moved, with what closed the game after it."""
    return next((one.stakes for one in _rounds(pad, None) if one.number == number), ())


def in_words(pad: Pad, movements: Iterable[Movement]) -> tuple[Stake, ...]:
    """Movements of a pad in words, line by line."""
    return tuple(_stake(pad, alike, None, {}) for alike in _lines(pad, movements))


def amount_words(amount: int, unit: str) -> str:
    """ "1 quarter", "−3 points": units are called by their plural."""
    number = f"−{-amount}" if amount < 0 else str(amount)
    return f"{number} {ngettext(unit.removesuffix('s'), unit, abs(amount))}"


def _rounds(pad: Pad, account: Account | None) -> Iterator[StakeRound]:
    held: dict[str, int] = {}
    closing = pad.replay.closing
    last = max((one.number for one in pad.rounds if one.counted), default=0)
    parts = [(0, pad.replay.opening.movements)]
    for one in pad.rounds:
        if one.played is not None:
            movements = one.played.movements
            if one.number == last:
                movements += closing.movements
            parts.append((one.number, movements))
    for number, movements in parts:
        mine = [m for m in movements if account is None or account in (m.source, m.target)]
        lines = _lines(pad, mine)
        yield StakeRound(number, tuple(_stake(pad, one, account, held) for one in lines))


def _lines(pad: Pad, movements: Iterable[Movement]) -> list[list[Movement]]:
    """Movements line by line: neighbours that are alike share one.

    Stakes that go from one account by one rule do; points only for the very same reason.
    """

    def alike(one: Movement) -> tuple[object, ...]:
        stake = one.unit in pad.plays.conserved
        reason = one.words.template if stake else one.words
        return one.source, one.rule, one.unit, one.amount, reason

    return [list(group) for _key, group in groupby(movements, alike)]


def _stake(
    pad: Pad, alike: Sequence[Movement], account: Account | None, held: dict[str, int]
) -> Stake:
    """One line: a movement, or several that differ only in where they go."""
    one = alike[0]
    amount = one.amount * len(alike)
    after = ""
    if account is not None:
        moved = -amount if one.source == account else amount
        held[one.unit] = held.get(one.unit, 0) + moved
        after = amount_words(held[one.unit], one.unit)
    why = translate(one.words)
    scored = one.source == BANK and one.unit not in pad.plays.conserved
    if len(alike) > 1:
        each = _("{amount} each").format(amount=amount_words(one.amount, one.unit))
        why = each if one.unit in pad.plays.conserved else f"{why}: {each}"
    return Stake(
        source="" if scored else account_words(pad, one.source, one.unit),
        target=", ".join(account_words(pad, each.target, each.unit) for each in alike),
        amount=amount_words(amount, one.unit),
        why=why,
        rule=one.rule,
        held=after,
    )


def _accounts(pad: Pad) -> list[Account]:
    """Everything that can hold something, in the order of the game."""
    found: dict[Account, None] = {}
    for accounts in pad.plays.holdings(pad.state).values():
        found |= dict.fromkeys(accounts)
    return list(found)


def account_words(pad: Pad, account: Account, unit: str = "") -> str:
    """What an account is called where `unit` moves; somebody's own by the name as it stands."""
    called = translate(pad.plays.account_name(pad.state, account, unit))
    return called if account.kind in OWNERS else capfirst(called)


def _holdings_words(pad: Pad, account: Account) -> str:
    balances: Mapping[str, Mapping[Account, int]] = pad.plays.holdings(pad.state)
    amounts = [(held.get(account, 0), unit) for unit, held in balances.items()]
    shown = [one for one in amounts if one[0]] or amounts[:1]
    return ", ".join(amount_words(amount, unit) for amount, unit in shown)


def _sums(pad: Pad, unit: str) -> Sums:
    balances = pad.plays.holdings(pad.state)[unit]
    held = sum(amount for account, amount in balances.items() if account.kind in OWNERS)
    pooled = sum(balances.values()) - held
    brought = sum(
        movement.amount
        for _number, movement in pad.replay.ledger()
        if movement.unit == unit
        and movement.source.kind == "bank"
        and movement.rule in pad.plays.buying
    )
    return Sums(
        brought=amount_words(brought, unit),
        held=amount_words(held, unit),
        pooled=amount_words(pooled, unit),
        right=brought == held + pooled,
    )
