"""Requests as nobody's browser sends them: every address, every role, nonsense of every kind."""

from __future__ import annotations

from random import Random
from typing import Any

from django.urls import URLPattern
from django.utils.http import urlencode

NUMBERS = ("0", "1", "2", "3", "7", "9999", str(2**31), str(2**63), "9" * 300, "9" * 5000)
SLUGS = ("x", "0", "-", "_" * 70, "a" * 3000, "court-whist", "cards", "gin")
TEXTS = (
    *("", "0", "1", "-1", "x", "\x00", "a\x00b", "9" * 20, "9" * 5000, "1e9", "²", "٣", "1.5"),
    *("\ufeff", "\u202e", "🂡" * 40, "a" * 6000, "../../etc", "{x:>200000000}", "%s", "<b>"),
    *("true", "on", "null", "[]", "{}", "2026-02-30", "0001-01-01", "99999-01-01", "'\";--"),
    *("https://evil.example", "//evil.example/x", "/events/1/", "G1", "lady", "undo", "draw"),
    *("show", "finish", "revoke", "correct", "reopen", "report", "accept", "away", "here"),
)
# What forms here are made of.
NAMES = """
    act name names key seen deal round hand set report entry page v stamp pad q letter next kind
    paper only count two base answer-tricks-0 answer-tricks-1 winner_0 winner confirmed reason
    override early first second role table minutes label keep duplicate language username password
    game format date place file known objector text decision chair player answer-points-0
    answer-points-1 answer-out answer-knocker answer-hands
    cards number step year one line lines poster pocket tent dealer to from as token
"""
FIELDS = tuple(NAMES.split())
TYPES = (
    "application/x-www-form-urlencoded",
    "application/x-www-form-urlencoded; charset=utf-7",
    "application/x-www-form-urlencoded; charset=utf-16",
    "application/x-www-form-urlencoded; charset=punycode",
    "application/x-www-form-urlencoded; charset=no-such",
    "multipart/form-data; boundary=x",
    "multipart/form-data; boundary=x; charset=utf-7",
    "multipart/form-data; boundary=x; charset=utf-16",
    "multipart/form-data; charset=utf-7",
    "multipart/form-data",
    "multipart/form-data; boundary=" + "x" * 300,
    "application/json",
    "text/plain; charset=base64",
    "\x01",
    "",
)
START = b"--x\r\nContent-Disposition: form-data; "
PARTS = (
    START + b'name="act"\r\n\r\nundo\r\n--x--\r\n',
    START + b'name="key"\r\n\r\n\xff\xfe\r\n--x--\r\n',
    START + b'name="file"; filename="a.json"\r\n\r\n{}\r\n--x--\r\n',
    START + b'name="file"; filename="\x00/.."\r\n\r\n{}\r\n--x--\r\n',
    START + b"name*=utf-7''a%00\r\n\r\n1\r\n--x--\r\n",
    START + b"filename*=no-such''a\r\n\r\n1\r\n--x--\r\n",
    START + b'name="a"\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!\r\n--x--',
    START + b'name="file"; filename="a"\r\nContent-Type: a; charset=utf-7\r\n\r\n+AAA-\r\n--x--',
    START + b'name="a"',
    b"--x\r\n" * 50,
    b"--x",
    b"\x00" * 200,
    b"a=%ff%fe&key=%00&=&&&%",
    b"a=1&" * 6000,
)
HEADERS: dict[str, tuple[str, ...]] = {
    "Accept": ("application/json", "*/*", "text/html;q=x", ""),
    "Accept-Language": ("xx", "en;q=9e9", "," * 500, "de-DE-" * 100),
    "Cookie": ('sessionid="\\000"', "sessionid=" + "x" * 5000, "csrftoken=x; messages=x", ";;;=;"),
    "HX-Request": ("true", "x"),
    "HX-Target": ("game-part", "job", "\x7f", "x" * 500),
    "HX-Current-URL": ("http://[", "x", "http://evil.example/"),
    "X-Outbox": ("1",),
    "Referer": ("http://[", "x", "https://evil.example/"),
    "Origin": ("null", "http://[", "https://evil.example"),
    "If-Modified-Since": ("yesterday", "Sat, 99 Nov 2026 00:00:00 GMT"),
    "X-Requested-With": ("XMLHttpRequest",),
    "X-Forwarded-Proto": ("https", "x"),
    "X-Forwarded-For": ("::1", "x", "1.2.3.4, 5", ",,,"),
    "Range": ("bytes=5-1",),
}
METHODS = ("GET",) * 4 + ("POST",) * 6 + ("HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "X")


def values_for(pattern: URLPattern, known: dict[str, Any], rng: Random) -> dict[str, Any]:
    """What stands in the address: mostly what there is, sometimes what cannot be."""
    values: dict[str, Any] = {}
    for name, converter in pattern.pattern.converters.items():
        if name in known and rng.random() < 0.75:
            values[name] = known[name]
        elif type(converter).__name__ == "IntConverter":
            values[name] = int(rng.choice(NUMBERS)[:4000])
        else:
            values[name] = rng.choice(SLUGS)
    return values


def a_request(rng: Random) -> dict[str, Any]:
    """Method, query, body, type and headers."""
    pairs = [(rng.choice(FIELDS), rng.choice(TEXTS)) for _field in range(rng.randrange(8))]
    rows = [(rng.choice(FIELDS), rng.choice(TEXTS)) for _field in range(rng.randrange(3))]
    kind = rng.choice(TYPES) if rng.random() < 0.3 else TYPES[0]
    body = urlencode(pairs).encode()
    if "multipart" in kind or rng.random() < 0.1:
        body = rng.choice(PARTS)
    headers = {
        name: rng.choice(HEADERS[name])
        for name in rng.sample(list(HEADERS), rng.choice((0, 0, 0, 1, 2, 3)))
    }
    query = urlencode(rows) if rng.random() < 0.9 else rng.choice(("%", "%00=%00", "a=%ff", "&&="))
    method = rng.choice(METHODS)
    return {
        "method": method,
        "query": query,
        "data": body if method in ("POST", "PUT", "PATCH") else b"",
        "content_type": kind,
        "headers": headers,
    }
