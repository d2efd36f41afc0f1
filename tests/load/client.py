"""Everybody in the hall, in a process of its own.

usage: python -m tests.load.client

Reads one line of JSON (`Orders`); prints "open" when all pages are open, "played" when the last
hand is in, and "written" when the report is in its file as JSON: the figures, and what phones were
told to be kept. Whatever else it prints means nothing.
"""

from __future__ import annotations

import asyncio
import gc
import json
import resource
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import uvloop

from tests.load.browser import Browser, Ledger, Server
from tests.load.phone import Phone, Told
from tests.load.viewers import Host, Screen, Spectator

DEALS = 4  # hands of a set
AT_ONCE = 40  # pages that are opened together
YES_AFTER = (0.03, 0.12)  # of the time between two hands


@dataclass(frozen=True)
class Orders:
    """What is to be done, and the links by which."""

    server: tuple[str, int, str]
    event: int
    sign_in: str
    tables: tuple[str, ...]
    spectator: str
    wall: str
    first_set: int
    hands: int
    seconds: float  # from hand to hand
    spread: float  # seconds within which all tables report
    spectators: int
    walls: int
    desks: int
    losing: float
    seed: int
    report: str  # the file for it


class Hall:
    """All phones and screens."""

    def __init__(self, orders: Orders) -> None:
        self.orders = orders
        self.rng = Random(orders.seed)
        self.ledger = Ledger()
        self.told = Told()
        self.phones = [
            Phone(self.browser(orders.losing), token, self.told, self.own())
            for token in orders.tables
        ]
        self.host = Host(self.browser(), orders.event)
        desk = f"/events/{orders.event}/"
        self.viewers: list[Spectator | Screen] = [
            *(Screen(self.browser(), "wall", f"/w/{orders.wall}/") for _ in range(orders.walls)),
            *(Screen(self.host.browser, "desk", desk) for _ in range(orders.desks)),
            *(
                Spectator(self.browser(), orders.spectator, self.own())
                for _ in range(orders.spectators)
            ),
        ]

    def own(self) -> Random:
        return Random(self.rng.random())

    def browser(self, losing: float = 0) -> Browser:
        return Browser(Server(*self.orders.server), self.ledger, self.own(), losing)

    async def open(self) -> None:
        """Everybody opens a page, and goes on looking at it."""
        await self.host.sign_in(self.orders.sign_in)
        few = asyncio.Semaphore(AT_ONCE)

        async def one(who: Phone | Spectator | Screen) -> None:
            async with few:
                await who.open()

        await asyncio.gather(*map(one, (*self.phones, *self.viewers)))

    async def play(self) -> None:
        """The hands, set by set; between two the host seats everybody anew."""
        looking = [asyncio.ensure_future(phone.look_for_news()) for phone in self.phones]
        looking += [asyncio.ensure_future(viewer.watch()) for viewer in self.viewers]
        self.ledger.running = True
        left, number = self.orders.hands, self.orders.first_set
        while left > 0:
            deals = min(left, DEALS)
            await asyncio.gather(*(self.play_set(phone, number, deals) for phone in self.phones))
            left, number = left - deals, number + 1
            if left > 0:
                await self.host.next_set()
                shown = (phone.until("report", set=number, deal=1) for phone in self.phones)
                await asyncio.gather(*shown)
        self.ledger.running = False
        for task in looking:
            task.cancel()

    async def play_set(self, phone: Phone, number: int, deals: int) -> None:
        """A table's hands, each at its time, whatever became of the one before."""
        loop = asyncio.get_running_loop()
        begun = loop.time() + self.orders.spread * phone.rng.random()
        for deal in range(1, deals + 1):
            await asyncio.sleep(begun + (deal - 1) * self.orders.seconds - loop.time())
            await phone.report(number, deal)
            await asyncio.sleep(self.orders.seconds * phone.rng.uniform(*YES_AFTER))
            await phone.agree()
        if deals == DEALS:
            await phone.cut(number)

    def close(self) -> None:
        for case in (*self.phones, *self.viewers, self.host):
            case.browser.close()


def cpu() -> float:
    """CPU seconds of this process so far."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


async def play(orders: Orders) -> dict[str, Any]:
    hall = Hall(orders)
    await hall.open()
    # Thousands of phones are much to search for garbage: the pauses would count as the server's.
    gc.collect()
    gc.freeze()
    gc.disable()
    print("\nopen", flush=True)
    before, begun = cpu(), asyncio.get_running_loop().time()
    await hall.play()
    print("\nplayed", flush=True)
    seconds = asyncio.get_running_loop().time() - begun
    hall.close()
    return {
        "seconds": seconds,
        "cpu": cpu() - before,
        "took": hall.ledger.seconds,
        "octets": hall.ledger.octets,
        "wrong": hall.ledger.wrong,
        "again": hall.ledger.again,
        "told": {"reports": hall.told.reports, "accepted": sorted(hall.told.accepted)},
    }


def main() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, hard), hard))
    orders = Orders(**json.loads(sys.stdin.readline()))
    Path(orders.report).write_text(json.dumps(uvloop.run(play(orders))))
    print("\nwritten", flush=True)


if __name__ == "__main__":
    main()
