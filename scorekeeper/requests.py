"""Requests in UTF-8, and the check of requests that cannot be read."""

from typing import IO, Any, cast

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.http import HttpRequest, QueryDict
from django.http.multipartparser import MultiPartParserError
from django.utils.datastructures import MultiValueDict
from django.utils.http import parse_header_parameters

FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
UTF_8 = {"utf-8", "utf8", "us-ascii", "ascii"}
UNREADABLE = "unreadable"
# In an environ or a scope of a refused request: the seconds until it shall come again.
REFUSED = "scorekeeper.refused"


class Fields(QueryDict):
    """The fields of a posted form."""

    def appendlist(self, key: str, value: str) -> None:  # type: ignore[override]
        """Append as Django does, without its five checks of each text for bytes."""
        self._assert_mutable()  # type: ignore[attr-defined]
        texts: dict[str, list[str]] = cast("Any", self)
        dict.setdefault(texts, key, []).append(value)


class InUtf8:
    """A request whose texts are read in UTF-8, whatever its headers say: some of Python's codecs
    accept no bytes."""

    content_type: str | None
    content_params: dict[str, str] | None

    def _load_post_and_files(self) -> None:
        request: Any = self
        plain = request.method == "POST" and self.content_type == FORMS[0]
        if not plain or request._read_started or request._encoding is not None:
            super()._load_post_and_files()  # type: ignore[misc]  # the request's own
            return
        request._post = Fields(request.body, encoding="utf-8")
        request._files = MultiValueDict()

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        try:
            header = parse_header_parameters(meta.get("CONTENT_TYPE", ""))
        except (ValueError, LookupError):
            header = ("", {"charset": UNREADABLE})
        self.content_type, self.content_params = header


class PlainRequest(InUtf8, WSGIRequest):
    """A request through WSGI. `refused`: seconds until a refused request shall come again, or 0."""

    def __init__(self, environ: dict[str, Any]) -> None:
        super().__init__(environ)
        self.refused: int = environ.get(REFUSED, 0)


class AsgiRequest(InUtf8, ASGIRequest):
    """A request through ASGI. `refused`: seconds until a refused request shall come again, or
    0."""

    def __init__(self, scope: dict[str, Any], body_file: IO[bytes]) -> None:
        super().__init__(scope, body_file)
        self.refused: int = scope.get(REFUSED, 0)


class Handler(WSGIHandler):
    """Django's WSGI handler with these requests."""

    request_class = PlainRequest


def check(request: HttpRequest) -> None:
    """Raise BadRequest for requests that no browser sends: another encoding, a form that cannot be
    read, a text with NUL, which PostgreSQL cannot store."""
    charset = (request.content_params or {}).get("charset", "utf-8").lower()
    if charset not in UTF_8 and (charset == UNREADABLE or request.content_type in FORMS):
        raise BadRequest("not in UTF-8")
    try:
        fields = [*request.GET.lists(), *request.POST.lists()]
        files = [(name, [str(file)]) for name, file in request.FILES.items()]
    except (BadRequest, SuspiciousOperation, MultiPartParserError):
        raise  # which Django answers with 400 by itself
    except Exception as error:
        raise BadRequest("a form that cannot be read") from error
    cookies = [(name, [value]) for name, value in request.COOKIES.items()]
    for name, values in (*fields, *files, *cookies):
        if "\x00" in name or "\x00" in "".join(values):
            raise BadRequest("a text with NUL")
