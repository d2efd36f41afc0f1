"""Django's pages under ASGI, in a few lasting threads.

All pages are synchronous. Django's own ASGI handler starts a new thread for every request, with a
new database connection, and changes threads for every middleware; that costs more than the page.
Here one of a few threads, which keep their connections, answers the whole request.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from tempfile import SpooledTemporaryFile
from typing import IO, Any, cast

from django.conf import settings
from django.core import signals
from django.core.exceptions import RequestAborted, RequestDataTooBig
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.http import FileResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from scorekeeper.backpressure import (
    AT_ONCE,
    LOOKS_AT_ONCE,
    PHONE_TIMEOUT,
    REFUSAL,
    SAFE_METHODS,
    Lane,
    Lanes,
    is_entry,
    look_pause,
    refusal_headers,
)
from scorekeeper.requests import REFUSED, AsgiRequest
from tournaments.web.network import common_headers

# Threads by kind of request, so that looks never wait behind reports or a desk.
THREADS = {"looks": LOOKS_AT_ONCE, "entries": AT_ONCE, "pages": 4}
OPEN_PAGES = ("/t/", "/s/", "/w/")  # phones at tables, guests, wall screens
# Entries that wait for one of their threads: a hall that reports within one second. Waiting costs
# almost nothing, and the last is answered long before a phone gives up.
WAITING = 256

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]


def kind_of(scope: Scope) -> str:
    """Return the kind of threads for a request."""
    method, path = scope["method"], scope["path"]
    if is_entry(method, path):
        return "entries"
    return "looks" if method in SAFE_METHODS and path.startswith(OPEN_PAGES) else "pages"


async def refuse_body(send: Send) -> None:
    """Answer a request whose body is too large, with the headers of pages."""
    headers = {"Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store"}
    pairs = [
        (name.lower().encode(), value.encode())
        for name, value in (headers | common_headers()).items()
    ]
    await send({"type": "http.response.start", "status": 413, "headers": pairs})
    await send({"type": "http.response.body", "body": b"That is too large to send here."})


class Pages(ASGIHandler):
    """The ASGI application of all pages: everything but static files."""

    request_class = AsgiRequest

    def __init__(self) -> None:
        super(ASGIHandler, self).__init__()
        self.load_middleware(is_async=False)
        self.threads = {
            name: ThreadPoolExecutor(count, thread_name_prefix=name)
            for name, count in THREADS.items()
        }
        self.lanes = Lanes.of(waiting=WAITING)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, also if its browser hangs up meanwhile."""
        arrived = time.time()
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        except RequestDataTooBig:
            await refuse_body(send)
            return
        kind, lane = kind_of(scope), self.lanes.lane(scope["method"], scope["path"])
        if lane is None:
            loop = asyncio.get_running_loop()
            page = await loop.run_in_executor(self.threads[kind], self.respond, scope, body)
            await self.deliver(page, kind, send)
            return
        response = None
        if lane.enter():
            loop, threads = asyncio.get_running_loop(), self.threads[kind]
            try:
                response = await loop.run_in_executor(
                    threads, self.respond_in_turn, lane, arrived, scope, body
                )
            finally:
                lane.leave()
        if response is None:
            await self.refuse(lane, scope, body, send)
        else:
            await self.deliver(response, kind, send)

    async def deliver(self, response: HttpResponseBase, kind: str, send: Send) -> None:
        """Send a response; a streamed one is read in a thread of its kind."""
        if not response.streaming:
            await self.send_response(response, send)
            return
        threads = self.threads[kind]
        try:
            await self.send_parts(response, send, threads)
        finally:
            await asyncio.get_running_loop().run_in_executor(threads, response.close)

    async def refuse(self, lane: Lane, scope: Scope, body: IO[bytes], send: Send) -> None:
        """Ask to come again: a phone's script in a few bytes, others by Django's page."""
        seconds = lane.pause()
        if not self.is_scripted(lane, scope):
            scope[REFUSED] = seconds
            loop = asyncio.get_running_loop()
            response = await loop.run_in_executor(self.threads["pages"], self.respond, scope, body)
            await self.deliver(response, "pages", send)
            return
        body.close()
        headers = [(name.encode(), value.encode()) for name, value in refusal_headers(seconds)]
        await send({"type": "http.response.start", "status": 503, "headers": headers})
        await send({"type": "http.response.body", "body": REFUSAL})

    def is_scripted(self, lane: Lane, scope: Scope) -> bool:
        """Whether a phone's script sent the request."""
        from_outbox = any(name == b"x-outbox" for name, _ in scope["headers"])
        return self.lanes.is_scripted(lane, from_outbox=from_outbox)

    def respond_in_turn(
        self, lane: Lane, arrived: float, scope: Scope, body: IO[bytes]
    ) -> HttpResponseBase | None:
        """Respond in turn; return None if the turn does not come in time, or the phone has given
        up."""
        with lane.turn() as mine:
            waited = time.time() - arrived
            if not mine or (waited > PHONE_TIMEOUT and self.is_scripted(lane, scope)):
                return None
            response = self.respond(scope, body)
            if lane is self.lanes.looks:
                response.headers["Retry-After"] = str(look_pause(scope["path"], waited))
            return response

    async def read_body(self, receive: Receive) -> IO[bytes]:
        """Read the request's body. Raises RequestDataTooBig over the limit, whatever its
        Content-Length, and RequestAborted if the browser hangs up."""
        spool = SpooledTemporaryFile(settings.FILE_UPLOAD_MAX_MEMORY_SIZE)  # noqa: SIM115
        body = cast(IO[bytes], spool)  # closed by whoever reads it
        more = True
        while more:
            message = await receive()
            body.write(message.get("body", b""))
            more = message.get("more_body", False)
            if message["type"] == "http.disconnect" or body.tell() > settings.MAX_REQUEST_BODY:
                body.close()
                has_hung_up = message["type"] == "http.disconnect"
                raise RequestAborted if has_hung_up else RequestDataTooBig
        body.seek(0)
        return body

    def respond(self, scope: Scope, body: IO[bytes]) -> HttpResponseBase:
        """Return the response to a request, in this thread; a streamed one is still to be read."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        with body:
            request, refused = self.create_request(scope, body)
            response = cast(HttpResponseBase, refused)
            if request is not None:
                response = self.get_response(request)
            if isinstance(response, FileResponse):
                response.block_size = self.chunk_size
            if not response.streaming:
                response.close()  # the content stays; the thread's connections are looked after
        return response

    async def send_parts(self, response: Any, send: Send, threads: ThreadPoolExecutor) -> None:
        """Send a streamed body, such as a file, read in a thread part by part."""
        loop = asyncio.get_running_loop()
        headers = [
            (name.encode("ascii"), value.encode("latin-1")) for name, value in response.items()
        ]
        headers += [
            (b"Set-Cookie", cookie.output(header="").strip().encode("ascii"))
            for cookie in response.cookies.values()
        ]
        status = response.status_code
        await send({"type": "http.response.start", "status": status, "headers": headers})
        parts: Iterator[bytes] = iter(response)
        while (part := await loop.run_in_executor(threads, next, parts, None)) is not None:
            await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body", "body": b""})
