"""Pages and static files in one ASGI application (uvicorn on one machine)."""

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

from scorekeeper.pages import Pages  # noqa: E402
from tournaments.cache.gc_control import settle  # noqa: E402
from tournaments.web.network import common_headers  # noqa: E402

A_YEAR = 365 * 24 * 60 * 60  # seconds, as nginx.conf has it
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve pages and static files; answer the lifespan protocol."""
    if scope["type"] != "lifespan":
        await static_and_pages(scope, receive, send)
        return
    for event in ("startup", "shutdown"):
        await receive()
        await send({"type": f"lifespan.{event}.complete"})


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
