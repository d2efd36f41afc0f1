"""Lines of the log: no address that lets somebody in, and no traceback of a full disk."""

import logging
import re

# A part of an address (or a value in it, or behind the word Bearer) that is too long to be a word:
# a link's, a sign-in's or a stream's token. A file name ends with a dot and something.
TOKEN = re.compile(
    r"""(?:(?<=[/=])|(?<=[Bb]earer\s))[\w:%-]{20,}(?=[/?&#\s"'<>()\[\]{},;]|\.?$|\.\s)""",
    re.MULTILINE,
)


def masked(text: str) -> str:
    """A text without the tokens in it."""
    return TOKEN.sub("…", text)


class Lines(logging.Formatter):
    """Formats whatever is logged, tracebacks included; then masks it."""

    def format(self, record: logging.LogRecord) -> str:
        from scorekeeper.outages import outage  # Django is not there yet when this is configured

        error = record.exc_info[1] if record.exc_info else None
        if outage(error):
            plain = logging.makeLogRecord(record.__dict__ | {"exc_info": None, "exc_text": None})
            return masked(f"{super().format(plain)} ({error})")
        return masked(super().format(record))
