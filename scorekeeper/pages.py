"""Django's pages under ASGI, in a few lasting threads.

All pages are synchronous. Django's own ASGI handler makes a new thread for every request, and with
it a new database connection, and changes threads once for every middleware; that costs more than
the page. Here one of a few threads, which keep their connections, answers a request in one go.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from tempfile import SpooledTemporaryFile
from threading import Event as Flag
from typing import IO, Any, cast

from django.conf import settings
from django.core import signals
from django.core.exceptions import RequestAborted, RequestDataTooBig
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.http import FileResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from scorekeeper.middleware import AT_ONCE, SAFE_METHODS, is_entry
from scorekeeper.outages import unavailable
from scorekeeper.requests import GONE, AsgiRequest
from tournaments.db.outages import BUSY
from tournaments.wall.stream import answer

# Threads by what is asked for: nobody who looks waits behind those who report, or behind a desk.
THREADS = {"looks": 4, "entries": AT_ONCE, "pages": 4}
OPEN_PAGES = ("/t/", "/s/", "/w/")  # phones at tables, guests, wall screens
# Entries that wait for one of their threads: a hall that reports within one second. They cost next
# to nothing, and the last has its answer long before a phone gives up.
WAITING = 256

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]


def kind_of(scope: Scope) -> str:
    """Whose threads answer a request."""
    method, path = scope["method"], scope["path"]
    if is_entry(method, path):
        return "entries"
    return "looks" if method in SAFE_METHODS and path.startswith(OPEN_PAGES) else "pages"


async def note_hang_up(receive: Receive, gone: Flag) -> None:
    """Set the flag of a request whose body is read once its browser has hung up."""
    if (await receive())["type"] == "http.disconnect":
        gone.set()


class Pages(ASGIHandler):
    """The ASGI application of everything that is neither static nor the live stream."""

    request_class = AsgiRequest

    def __init__(self) -> None:
        super(ASGIHandler, self).__init__()
        self.load_middleware(is_async=False)
        self.threads = {
            name: ThreadPoolExecutor(count, thread_name_prefix=name)
            for name, count in THREADS.items()
        }
        self.entries = 0  # that wait or are served

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request. A browser that hangs up meanwhile costs no more than its answer."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        except RequestDataTooBig:
            await answer(send, 413, "That is too large to send here.")
            return
        kind = kind_of(scope)
        if kind == "entries" and self.entries >= WAITING + THREADS[kind]:
            await self.refuse(scope, body, send)
            return
        self.entries += kind == "entries"
        loop, threads = asyncio.get_running_loop(), self.threads[kind]
        watch = None
        if kind == "pages" and scope["method"] not in SAFE_METHODS:
            scope[GONE] = Flag()
            watch = asyncio.create_task(note_hang_up(receive, scope[GONE]))
        try:
            response = await loop.run_in_executor(threads, self.respond, scope, body)
        finally:
            self.entries -= kind == "entries"
            if watch is not None:
                watch.cancel()
        try:
            if response.streaming:
                await self.send_parts(response, send, threads)
            else:
                await self.send_response(response, send)
        finally:
            if response.streaming:
                await loop.run_in_executor(threads, response.close)

    async def refuse(self, scope: Scope, body: IO[bytes], send: Send) -> None:
        """Ask a phone to come again."""
        with body:
            request, refused = self.create_request(scope, body)
            response = unavailable(request, BUSY) if request is not None else refused
        await self.send_response(cast(HttpResponseBase, response), send)

    async def read_body(self, receive: Receive) -> IO[bytes]:
        """The request's body, as far as any page takes one, whatever length it was said to have."""
        spool = SpooledTemporaryFile(settings.FILE_UPLOAD_MAX_MEMORY_SIZE)  # noqa: SIM115
        body = cast(IO[bytes], spool)  # closed by whoever reads it
        more = True
        while more:
            message = await receive()
            body.write(message.get("body", b""))
            more = message.get("more_body", False)
            if message["type"] == "http.disconnect" or body.tell() > settings.MAX_REQUEST_BODY:
                body.close()
                gone = message["type"] == "http.disconnect"
                raise RequestAborted if gone else RequestDataTooBig
        body.seek(0)
        return body

    def respond(self, scope: Scope, body: IO[bytes]) -> HttpResponseBase:
        """The whole of a request, in one thread; only a streamed body is still to be read."""
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
        """A streamed body, such as a file: read in a thread, part by part."""
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
