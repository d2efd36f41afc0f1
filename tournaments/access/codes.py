"""Codes to scan: an address as a drawing."""

from __future__ import annotations

from io import BytesIO

from django.http import HttpResponse

from tournaments.papers.codes import code_of


def drawn_code(address: str) -> HttpResponse:
    """The code of an address as a drawing, black on white, that nothing on the way keeps."""
    drawn = BytesIO()
    code_of(address).save(drawn, kind="svg", scale=8, border=4, light="#fff")
    response = HttpResponse(drawn.getvalue(), content_type="image/svg+xml")
    response.headers["Cache-Control"] = "no-store"
    return response
