"""Put a hall under load: python -m tests.load [--help].

Without a choice all the named halls of `tests.load.halls` are played, one after the other.
"""

from __future__ import annotations

import argparse
import signal
import sys
from dataclasses import fields, replace

from tests.load.halls import HALLS, INSTALLATIONS, play
from tests.load.installations import missing_programs

HELP = {
    "on": f"installation: {' or '.join(INSTALLATIONS)}",
    "tables": "tables, of four people each",
    "hands": "hands that each table plays (fewer for a shorter run at the same rates)",
    "rate": "hands a minute",
    "sets_before": "sets that are in the books before it begins",
    "spectators": "guests with the standings open",
    "walls": "wall screens",
    "desks": "desks",
    "burst": "all tables report within one second",
    "losing": "which part of all that phones send or are sent is lost",
    "kills": "how often the server is killed",
    "imports": "people of an event whose file comes in meanwhile, again and again",
    "busy": "which part of each processor something else takes away",
    "seed": "of the chance that makes the hands up",
}


def main() -> int:
    """1 where an entry was lost or doubled, or something was refused; 2 where a program is not
    installed."""
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument("--hall", type=int, help=_numbered(), choices=range(1, len(HALLS) + 1))
    for field in fields(HALLS[0]):
        if field.name in HELP:
            name = f"--{field.name.replace('_', '-')}"
            if field.type == "bool":
                parser.add_argument(name, action="store_true", default=None, help=HELP[field.name])
            else:
                kind = {"int": int, "float": float, "str": str}[str(field.type)]
                parser.add_argument(name, type=kind, help=HELP[field.name])
    given = vars(parser.parse_args())
    # Whoever ends this ends the servers with it.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    number = given.pop("hall")
    asked = {name: value for name, value in given.items() if value is not None}
    chosen = HALLS if number is None else HALLS[number - 1 : number]
    halls = [replace(hall, **asked) for hall in chosen]
    lacking = missing_programs() if any(hall.on == "set" for hall in halls) else []
    if lacking:
        parser.error(f"not installed: {', '.join(lacking)} (--on up does without)")
    failed = False
    for hall in halls:
        figures = play(hall)
        print("\n".join([*figures.lines(), ""]), flush=True)
        failed |= bool(figures.problems or (figures.wrong and not hall.kills))
    return int(failed)


def _numbered() -> str:
    return "; ".join(f"{number}: {hall.name}" for number, hall in enumerate(HALLS, 1))


if __name__ == "__main__":
    sys.exit(main())
