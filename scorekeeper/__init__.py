"""Wiring: settings, URLs and the entry points of the servers and of the worker. No behaviour."""

import os

__version__ = "1.16.0"

# Whoever gives work to the queue needs its application; a laptop without one spares 9 MB.
if os.environ.get("REDIS_URL", "").strip():
    from scorekeeper import celery as celery
