"""The addresses under /api/, and the OpenAPI document.

There is no documentation page: the library's pages load scripts of other sites and use inline
scripts, which the content security policy forbids. docs/api.md is for people.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.urls import path
from django.views.decorators.http import require_safe
from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema
from ninja.parser import Parser

from rulesets.files.cli import parse
from tournaments.api.auth import Calls
from tournaments.api.errors import answers_refusals, nowhere, telling_methods
from tournaments.api.views import router


class StrictParser(Parser):
    """A parser of JSON bodies in UTF-8 without repeated fields and NUL characters."""

    def parse_body(self, request: Any) -> Any:
        """Return the body's value. Raises ValueError or Unusable, which are answered with 400."""
        value = parse(request.body, "body")
        text = json.dumps(value, ensure_ascii=False)
        text.encode()  # fails on a lone surrogate
        if "\\u0000" in text:
            raise ValueError("a NUL in it")
        return value


class Api(NinjaAPI):
    """The API; its OpenAPI document is cached, because anyone may ask and making it is slow."""

    def get_openapi_schema(self, **options: Any) -> OpenAPISchema:
        """Return the document for these options."""
        return _document(self, json.dumps(options, sort_keys=True, default=str))

    def _get_urls(self) -> list[Any]:
        """Return the library's URLs, with other methods refused in JSON. Its own view of the
        document answers any method."""
        patterns = super()._get_urls()
        for pattern in patterns:
            if pattern.callback is not None:
                of_document = pattern.name == "openapi-json"
                view = require_safe(pattern.callback) if of_document else pattern.callback
                pattern.callback = telling_methods(view)
        return patterns


@lru_cache(8)
def _document(api: Api, options: str) -> OpenAPISchema:
    return NinjaAPI.get_openapi_schema(api, **json.loads(options))


api = Api(
    title="Scorekeeper",
    version=settings.VERSION,
    description="One event, reached by its links. The x-roles of an operation say who may call it.",
    urls_namespace="api",
    docs_url=None,
    parser=StrictParser(),
    throttle=Calls(),
)
answers_refusals(api)
api.add_router("", router)

urlpatterns = [
    path("api", nowhere, name="api_bare"),
    path("api/", nowhere, name="api_root"),
    path("api/", api.urls),
    path("api/<path:rest>", nowhere, name="api_nowhere"),
]
