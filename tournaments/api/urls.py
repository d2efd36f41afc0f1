"""The addresses under /api/, and the OpenAPI document.

There is no page of documentation: those of the library load scripts from elsewhere and write them
into the page, which the content security policy forbids. docs/api.md is for people.
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
    """Bodies in JSON and UTF-8: no field twice, nothing that a database cannot store."""

    def parse_body(self, request: Any) -> Any:
        """The body's value. Raises ValueError or Unusable, which are answered with 400."""
        found = parse(request.body, "body")
        text = json.dumps(found, ensure_ascii=False)
        text.encode()  # fails on half of a pair
        if "\\u0000" in text:
            raise ValueError("a NUL in it")
        return found


class Api(NinjaAPI):
    """Makes its OpenAPI document once: anyone may ask for it, and making it is expensive."""

    def get_openapi_schema(self, **options: Any) -> OpenAPISchema:
        """The document, for the addresses asked for."""
        return _document(self, json.dumps(options, sort_keys=True, default=str))

    def _get_urls(self) -> list[Any]:
        """The library's URLs, each of which refuses other methods in JSON. Its own view of the
        document would answer any method."""
        found = super()._get_urls()
        for pattern in found:
            if pattern.callback is not None:
                of_document = pattern.name == "openapi-json"
                view = require_safe(pattern.callback) if of_document else pattern.callback
                pattern.callback = telling_methods(view)
        return found


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
