"""The books of a board: every transfer, from where to where, how much and why."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesets.engine.plays import BANK
from rulesets.engine.roster import AND
from rulesets.engine.text import Phrase
from tournaments.web.paging import ListPage, PageRequest, list_page
from tournaments.web.wording import and_list, translate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rulesets.engine.plays import Account, Transfer
    from tournaments.boards.deals import Deal
    from tournaments.boards.event_board import BoardRound, EventBoard

FIRST = PageRequest()
OWNERS = ("player", "side")  # the kinds of accounts that are somebody's own
ROUNDS = 50  # on one page of explanations
COUNTED = "{says}: {count}"  # of things that count one each
SO_MANY = re.compile(r"(?P<things>.+): (?P<count>\d+)(?: × [−-]?(?P<worth>\d+))?")
MANY = re.compile(r"(?<![su])s$")  # a plural: hearts, but not bonus
SIBILANTS = ("sses", "xes", "ches", "shes")


@dataclass(frozen=True, slots=True)
class Stake:
    """One transfer in words, or several alike from one account. Points come from no account: their
    `source` is "".

    `sentence` is the whole line; `rule` is an anchor in the rule text; `held` is what the chosen
    account holds afterwards ("" if no account was chosen).
    """

    source: str
    target: str
    amount: str
    why: str
    rule: str
    held: str = ""
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class StakeRound:
    """The transfers of a round; `number` 0 is what was paid in before the first one."""

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
    """The check that nothing was lost, for one conserved unit: what was brought in, what the
    players hold now, and what lies elsewhere."""

    brought: str
    held: str
    pooled: str
    right: bool


@dataclass(frozen=True, slots=True)
class Books:
    """A page of the books, the newest round first; `part` has the places of the rounds on it, from
    1 (0: what came before the first).

    `stakes`: whether anything goes from hand to hand (else the books show how points were scored).
    `chosen` is the account that was asked for (its place among `holders`); `rounds` are those of
    the part in which something moved.
    """

    title: str
    rounds: tuple[StakeRound, ...]
    holders: tuple[Holder, ...]
    sums: tuple[Sums, ...]
    part: ListPage[int]
    chosen: Holder | None = None
    stakes: bool = True

    @property
    def is_folded(self) -> bool:
        """Whether all but the newest rounds are folded away."""
        return self.chosen is None and self.part.page == 1


def rounds_in_parts(places: Sequence[int], page_request: PageRequest, **also: str) -> ListPage[int]:
    """One page of the places of rounds, the newest first; `also` is added to its addresses."""
    size = max(1, len(places)) if page_request.is_whole else ROUNDS
    return list_page(places, replace(page_request, q=""), str, size, **also)


def books(
    board: EventBoard,
    chosen: int | None = None,
    page_request: PageRequest = FIRST,
    **also: str,
) -> Books:
    """A page of the books of a board: of all accounts or of the `chosen` one, of so many rounds.
    What it costs does not depend on how many rounds there are on other pages."""
    held = board.plays.holdings(board.state)
    accounts = _accounts(held)
    account = accounts[chosen] if chosen is not None and chosen < len(accounts) else None
    holders = tuple(
        Holder(place, account_words(board, owner), _holdings_words(held, owner))
        for place, owner in enumerate(accounts)
    )
    part = rounds_in_parts(range(len(board.rounds), -1, -1), page_request, **also)
    rounds = _rounds_of_account(board, account, part.lines) if account else _rounds(board, part)
    return Books(
        title=board.title,
        rounds=tuple(stake_round for stake_round in rounds if stake_round.stakes),
        holders=holders,
        sums=tuple(_sums(board, unit) for unit in sorted(board.plays.conserved)),
        part=part,
        chosen=holders[accounts.index(account)] if account is not None else None,
        stakes=bool(board.plays.conserved),
    )


def stakes_of(board: EventBoard, number: int) -> tuple[Stake, ...]:
    """The transfers of one round, including those that closed the game after it; 0: what was paid
    in before the first."""
    part = board.part_of(number)
    board_round = part.round(number)
    return (
        in_words(part, _transfers_in(part, board_round))
        if board_round is not None or not number
        else ()
    )


def in_words(board: EventBoard, transfers: Iterable[Transfer]) -> tuple[Stake, ...]:
    """Transfers of a board in words, line by line."""
    together: dict[object, list[list[Transfer]]] = {}
    for line in _lines(board, transfers):
        together.setdefault(_whose(board, line) or _spread(board, line) or id(line), []).append(
            line
        )
    return _joined([_scored(board, lines) for lines in together.values()])


def _whose(board: EventBoard, line: Sequence[Transfer]) -> tuple[object, ...] | None:
    """The key of points whose reason names nobody: lines of the same player, unit and rule are
    shown as one. None for a line of its own."""
    transfer = line[0]
    scored = transfer.source == BANK and transfer.unit not in board.plays.conserved
    if len(line) > 1 or not scored or transfer.target.kind not in OWNERS:
        return None
    named = account_words(board, transfer.target, transfer.unit) in translate(transfer.words)
    return None if named else (transfer.target, transfer.unit, transfer.rule)


def _spread(board: EventBoard, line: Sequence[Transfer]) -> tuple[object, ...] | None:
    """The key of a stake laid on several places: all who lay the same on the same places share a
    line. None for a line of its own."""
    transfer = line[0]
    if (
        len(line) == 1
        or transfer.unit not in board.plays.conserved
        or transfer.source.kind not in OWNERS
    ):
        return None
    return transfer.rule, transfer.unit, transfer.amount, tuple(each.target for each in line)


def _scored(board: EventBoard, lines: Sequence[Sequence[Transfer]]) -> Stake:
    """Several lines as one."""
    first = _stake(board, lines[0], None, {})
    if len(lines) == 1:
        return first
    if len(lines[0]) > 1:
        names = and_list([account_words(board, line[0].source) for line in lines])
        sentence = _("{names} put in {moved}.").format(names=names, moved=_each(board, lines[0]))
        return replace(first, source=names, sentence=sentence)
    amount = sum(line[0].amount for line in lines)
    words = [reason_words(line[0].words) for line in lines]
    why = and_list([words[0], *(_within(reason, board) for reason in words[1:])])
    sentence = _sentence(board, lines[0], amount, why)
    return replace(first, amount=amount_words(amount, lines[0][0].unit), why=why, sentence=sentence)


def _joined(stakes: Sequence[Stake]) -> tuple[Stake, ...]:
    """Lines that say the same as one: those of both teams, or 49 points and 2 gins."""
    lines: list[Stake] = []
    for stake in stakes:
        last = lines[-1] if lines else None
        if last is not None and last.sentence == stake.sentence:
            continue  # both teams have the same line
        if last is None or _but_amount(last) != _but_amount(stake):
            lines.append(stake)
            continue
        amount = and_list([last.amount, stake.amount])
        sentence = last.sentence.replace(last.amount, amount, 1)
        lines[-1] = replace(last, amount=amount, sentence=sentence)
    return tuple(lines)


def _but_amount(stake: Stake) -> tuple[str, ...]:
    return stake.source, stake.target, stake.why, stake.rule


def amount_words(amount: int, unit: str) -> str:
    """ "1 quarter", "−3 points". `unit` is the plural."""
    number = f"−{-amount}" if amount < 0 else str(amount)
    return f"{number} {ngettext(unit.removesuffix('s'), unit, abs(amount))}"


def _rounds(board: EventBoard, part: ListPage[int]) -> Iterator[StakeRound]:
    """The rounds at these places with all that moved in them."""
    for place in part.lines:
        board_round = board.rounds[place - 1] if place else None
        yield StakeRound(
            board_round.number if board_round else 0,
            in_words(board, _transfers_in(board, board_round)),
        )


def _rounds_of_account(
    board: EventBoard, account: Account, places: Sequence[int]
) -> list[StakeRound]:
    """The rounds at these places (the newest first) with what one account gave and got, and what it
    held then: counted on from what it held before the first of them."""
    held: dict[str, int] = {}
    if places and places[-1]:
        before = board.rounds[places[-1] - 1].before
        balances = board.plays.holdings(before).items()
        held = {unit: accounts.get(account, 0) for unit, accounts in balances}
    rounds = []
    for place in reversed(places):
        board_round = board.rounds[place - 1] if place else None
        transfers = _transfers_in(board, board_round)
        mine = [m for m in transfers if account in (m.source, m.target)]
        stakes = tuple(_stake(board, line, account, held) for line in _lines(board, mine))
        rounds.append(StakeRound(board_round.number if board_round else 0, stakes))
    return rounds[::-1]


def _transfers_in(board: EventBoard, board_round: BoardRound | None) -> tuple[Transfer, ...]:
    """What moved in a round; in the last that counts also what closed the game. None for what came
    before the first."""
    if board_round is None:
        return board.replay.opening.transfers
    if board_round.played is None:
        return ()
    counted = board.tally.counted
    is_last = bool(counted) and board_round.number == counted[-1].number
    return board_round.played.transfers + (board.replay.closing.transfers if is_last else ())


def _lines(board: EventBoard, transfers: Iterable[Transfer]) -> list[list[Transfer]]:
    """Transfers line by line: neighbours that are alike share one.

    Stakes that go from one account by one rule do; points only for the very same reason.
    """

    def alike(transfer: Transfer) -> tuple[object, ...]:
        stake = transfer.unit in board.plays.conserved
        reason = transfer.words.template if stake else transfer.words
        return transfer.source, transfer.rule, transfer.unit, transfer.amount, reason

    return [list(group) for _key, group in groupby(transfers, alike)]


def _stake(
    board: EventBoard, alike: Sequence[Transfer], account: Account | None, held: dict[str, int]
) -> Stake:
    """One line: a transfer, or several that differ only in where they go."""
    transfer = alike[0]
    amount = transfer.amount * len(alike)
    after = ""
    if account is not None:
        moved = -amount if transfer.source == account else amount
        held[transfer.unit] = held.get(transfer.unit, 0) + moved
        after = amount_words(held[transfer.unit], transfer.unit)
    why = reason_words(transfer.words)
    scored = transfer.source == BANK and transfer.unit not in board.plays.conserved
    reason = why
    if len(alike) > 1:
        each = _("{amount} each").format(amount=amount_words(transfer.amount, transfer.unit))
        why = each if transfer.unit in board.plays.conserved else f"{why}: {each}"
    source = "" if scored else account_words(board, transfer.source, transfer.unit)
    target = ", ".join(account_words(board, each.target, each.unit) for each in alike)
    return Stake(
        source=source,
        target=target,
        amount=amount_words(amount, transfer.unit),
        why=why,
        rule=transfer.rule,
        held=after,
        sentence=_sentence(board, alike, amount, reason),
    )


def _sentence(board: EventBoard, alike: Sequence[Transfer], amount: int, why: str) -> str:
    """What happened: "Rosa gets 13 points – queen of spades.", "Bo is highest with 76: 1 quarter
    into the pot."."""
    transfer = alike[0]
    moved = amount_words(amount, transfer.unit)
    if len(alike) > 1 and transfer.unit in board.plays.conserved:
        if transfer.source.kind == "bank":
            names = and_list([account_words(board, each.target, each.unit) for each in alike])
            each = amount_words(transfer.amount, transfer.unit)
            return _("{names} get {amount} each.").format(names=names, amount=each)
        giver = account_words(board, transfer.source, transfer.unit)
        return _("{name} puts in {moved}.").format(name=giver, moved=_each(board, alike))
    owners = [each for each in (transfer.target, transfer.source) if each.kind in OWNERS]
    whose = account_words(board, owners[0], transfer.unit) if owners else ""
    if not whose or whose in why or transfer.source.kind != "bank":
        return _("{why}: {amount}.").format(why=why, amount=moved)
    arguments = {
        "name": whose,
        "amount": amount_words(abs(amount), transfer.unit),
        "why": _within(why, board),
    }
    if len(alike) > 1:
        arguments["name"] = and_list(
            [account_words(board, each.target, each.unit) for each in alike]
        )
        arguments["amount"] = _("{amount} each").format(
            amount=amount_words(transfer.amount, transfer.unit)
        )
    several = len(alike) > 1 or AND in whose
    if not amount:
        text = _("{name} get nothing – {why}.") if several else _("{name} gets nothing – {why}.")
    elif amount < 0:
        text = (
            _("{name} lose {amount} – {why}.") if several else _("{name} loses {amount} – {why}.")
        )
    else:
        text = _("{name} get {amount} – {why}.") if several else _("{name} gets {amount} – {why}.")
    return text.format(**arguments)


def _each(board: EventBoard, alike: Sequence[Transfer]) -> str:
    """ "1 chip each on 10♠, J♦ and Q♣"."""
    transfer = alike[0]
    names = and_list([account_words(board, each.target, each.unit) for each in alike])
    amount = amount_words(transfer.amount, transfer.unit)
    return _("{amount} each on {names}").format(amount=amount, names=names)


def reason_words(words: Phrase) -> str:
    """Why something moved: a count as it is spoken, "3 hearts" for "Hearts: 3" and "3 sevens, 30
    each" for "Sevens: 3 × 30"."""
    text = translate(words)
    match = SO_MANY.fullmatch(text)
    if match is None or not (match["worth"] or words.template == COUNTED):
        return text
    count, parts = int(match["count"]), _lowered(match["things"]).split(" ")
    noun = next((at for at, word in enumerate(parts[:2]) if MANY.search(word)), None)
    if noun is None:  # no plural
        return text if not match["worth"] else _each_words(f"{match['things']}: {count}", match)
    things = " ".join(parts)
    if not count:
        return _("No {things}").format(things=things)
    parts[noun] = parts[noun].removesuffix("es" if parts[noun].endswith(SIBILANTS) else "s")
    phrase = f"{count} {ngettext(' '.join(parts), things, count)}"
    return phrase if count == 1 or not match["worth"] else _each_words(phrase, match)


def _each_words(text: str, match: re.Match[str]) -> str:
    return _("{told}, {worth} each").format(told=text, worth=match["worth"])


def _within(text: str, board: EventBoard) -> str:
    """A reason inside a sentence: in small letters, unless it begins with a name or a sign."""
    named = any(text.startswith(name) for name in (*board.names, *board.scorers))
    return text if named else _lowered(text)


def _lowered(text: str) -> str:
    first = text.split(" ", 1)[0].rstrip(":")
    return text[:1].lower() + text[1:] if first[1:].islower() else text


def _accounts(held: Mapping[str, Mapping[Account, int]]) -> list[Account]:
    """Everything that can hold something, in the order of the game."""
    return list(dict.fromkeys(account for accounts in held.values() for account in accounts))


def account_words(board: EventBoard, account: Account, unit: str = "") -> str:
    """The name of an account that holds `unit`; a player's own account has the player's name."""
    called = translate(board.plays.account_name(board.state, account, unit))
    return called if account.kind in OWNERS else capfirst(called)


def _holdings_words(held: Mapping[str, Mapping[Account, int]], account: Account) -> str:
    amounts = [(accounts.get(account, 0), unit) for unit, accounts in held.items()]
    holdings = [holding for holding in amounts if holding[0]] or amounts[:1]
    return ", ".join(amount_words(amount, unit) for amount, unit in holdings)


def _sums(board: EventBoard, unit: str) -> Sums:
    balances = board.plays.holdings(board.state)[unit]
    held = sum(amount for account, amount in balances.items() if account.kind in OWNERS)
    pooled = sum(balances.values()) - held
    brought = board.replay.bought[-1].get(unit, 0)
    return Sums(
        brought=amount_words(brought, unit),
        held=amount_words(held, unit),
        pooled=amount_words(pooled, unit),
        right=brought == held + pooled,
    )


def moved_of(deal: Deal) -> tuple[Stake, ...]:
    """The lines of the books that a deal caused; for a couple only its own."""
    board_round = deal.round
    if board_round is None or board_round.played is None or deal.points:
        return ()
    row = deal.row
    if row is None:
        return stakes_of(deal.board, deal.number)
    return in_words(deal.board, (m for m in board_round.played.transfers if m.at[:1] == (row,)))
