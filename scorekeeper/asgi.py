"""Pages, static files and the live stream in one ASGI application (uvicorn on one machine).

In the large installation a process of its own serves the stream alone: ``scorekeeper.asgi:stream``.
"""

import json
import os
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from wsgiref.headers import Headers

from django.conf import settings
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
get_asgi_application()  # sets Django up; the models may be imported from here on

from django.contrib.staticfiles import finders  # noqa: E402
from servestatic import ServeStaticASGI  # noqa: E402

from scorekeeper.middleware import is_served  # noqa: E402
from scorekeeper.outages import health  # noqa: E402
from scorekeeper.pages import Pages  # noqa: E402
from tournaments.cache.gc_control import settle  # noqa: E402
from tournaments.wall.stream import PATH, answer, in_thread, live  # noqa: E402
from tournaments.web.network import common_headers  # noqa: E402

A_YEAR = 365 * 24 * 60 * 60  # seconds, as nginx.conf has it
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]


async def lifespan(receive: Receive, send: Send) -> None:
    """Answer the lifespan protocol; at the end, close the open streams."""
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            live.close_all()
            return


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve pages, static files and the live stream, for one machine."""
    if scope["type"] == "lifespan":
        await lifespan(receive, send)
    elif scope["type"] == "http" and scope["path"].startswith(PATH):
        await live_here(scope, receive, send)
    else:
        await static_and_pages(scope, receive, send)


async def live_here(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve the live stream under the host names of pages; 400 for others."""
    hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
    if len(hosts) == 1 and is_served(hosts[0]):
        await live(scope, receive, send)
    else:
        await answer(send, 400, "This name is not served here")


async def stream(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve the live stream alone, and its health check."""
    if scope["type"] == "lifespan":
        await lifespan(receive, send)
    elif scope["type"] == "http" and scope["path"].startswith(PATH):
        await live_here(scope, receive, send)
    elif scope["type"] == "http" and scope["path"] == "/healthz":
        status, parts = await in_thread(health)
        await answer(send, status, json.dumps(parts))
    elif scope["type"] == "http":
        await answer(send, 404, "Only the live stream is here")


def _as_pages(headers: Headers, _path: str, _url: str) -> None:
    for name, value in common_headers().items():
        headers[name] = value


def with_static_files(pages: Pages) -> ServeStaticASGI:
    """Serve the collected files if there are any, else each app's files in their own folders."""
    served = ServeStaticASGI(
        pages,
        max_age=60,  # of what has no hash in its name
        allow_all_origins=False,
        add_headers_function=_as_pages,
    )
    served.FOREVER = A_YEAR
    if settings.COLLECTED_STATIC:
        served.add_files(settings.STATIC_ROOT, prefix=settings.STATIC_URL)
        return served
    for finder in finders.get_finders():
        for path, storage in finder.list([]):
            served.add_file_to_dictionary(f"{settings.STATIC_URL}{path}", storage.path(path))
    return served


static_and_pages = with_static_files(Pages())
settle()
