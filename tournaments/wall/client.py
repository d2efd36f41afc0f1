"""One open stream of the live channel, and how what there is to tell gets out to it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Generator, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Pass = tuple[str, str]  # a token, and the session that it was shown with

LETTERS_KEPT = 16  # unread messages after which a stream counts as stuck

log = logging.getLogger(__name__)


def part(body: bytes) -> Message:
    """A piece of a stream that goes on; the same one may be sent to many."""
    return {"type": "http.response.body", "body": body, "more_body": True}


class Client:
    """One open stream. Small: there may be thousands.

    What is put goes out in the turn of whoever puts it: no task is woken for it. Only where the
    socket takes no more a task waits until it does, and what comes meanwhile is kept.
    """

    __slots__ = ("_late", "_listens", "_send", "_task", "_unsent", "closed", "event_id", "shown")

    def __init__(
        self, shown: Pass, event_id: int, send: Send, task: asyncio.Task[Any] | None
    ) -> None:
        self.shown = shown
        self.event_id = event_id
        self.closed = False
        self._send = send
        self._task = task
        self._listens = False  # whether `_task` waits for nothing but the browser to go
        self._unsent: list[bytes] | None = []  # None where all goes out at once
        self._late: asyncio.Task[None] | None = None

    @property
    def token(self) -> str:
        """The token in its address."""
        return self.shown[0]

    async def begin(self, *messages: Message) -> None:
        """Send these, then what was put meanwhile; from then on it goes out as it is put."""
        for message in messages:
            await self._send(message)
        await self._catch_up()

    def put(self, message: Message) -> bool:
        """Send a `part`; False where too many wait, or it cannot be sent."""
        if self._unsent is not None:
            self._unsent.append(message["body"])
            return len(self._unsent) <= LETTERS_KEPT
        sending = self._send(message).__await__()
        try:
            waits_for = next(sending)
        except StopIteration:
            return True
        except Exception:  # must not keep the others from being told
            log.exception("A stream could not be written to")
            return False
        self._unsent = []
        self._late = asyncio.get_running_loop().create_task(self._send_late(waits_for, sending))
        return True

    async def until_over(self, receive: Receive) -> None:
        """Wait until the browser goes or the stream is closed; then send the end."""
        self._listens = True
        try:
            while not self.closed and (await receive())["type"] != "http.disconnect":
                pass
        except asyncio.CancelledError:
            if not (self.closed and self._listens):  # the server stops, or this was dropped
                raise
        self._listens = False
        if self._late is not None:
            await self._late
        await self._send({"type": "http.response.body", "body": b""})

    def close(self) -> None:
        """End the stream once it has sent what it holds."""
        if not self.closed:
            self.closed = True
            if self._listens and self._task is not None:
                self._task.cancel()

    def drop(self) -> None:
        """End the stream as it is."""
        self.closed, self._listens = True, False
        for task in (self._late, self._task):
            if task is not None:
                task.cancel()

    def forget(self) -> None:
        """Send nothing any more."""
        if self._late is not None:
            self._late.cancel()

    async def _send_late(self, waits_for: Any, sending: Generator[Any, Any, None]) -> None:
        await Begun(waits_for, sending)
        await self._catch_up()
        self._late = None

    async def _catch_up(self) -> None:
        while self._unsent:
            body = b"".join(self._unsent)
            self._unsent.clear()
            await self._send(part(body))
        self._unsent = None


class Begun:
    """The rest of what was begun without a task and turned out to have to wait: awaited by one."""

    __slots__ = ("rest", "waits_for")

    def __init__(self, waits_for: Any, rest: Generator[Any, Any, None]) -> None:
        self.waits_for = waits_for
        self.rest = rest

    def __await__(self) -> Generator[Any, Any, None]:
        yield self.waits_for
        yield from self.rest
