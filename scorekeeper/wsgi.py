"""Pages alone, for a threaded WSGI server behind a proxy (the large installation)."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
django.setup(set_prefix=False)

from scorekeeper.backpressure import WAITING, Guard, Lanes  # noqa: E402
from scorekeeper.requests import Handler  # noqa: E402
from tournaments.cache.gc_control import settle  # noqa: E402

application = Guard(Handler(), Lanes.of(waiting=WAITING))
settle()
