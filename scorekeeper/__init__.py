"""Wiring: settings, URLs and the entry points of the servers and of the worker. No behaviour."""

from scorekeeper.celery import app as celery_app

__all__ = ["celery_app"]
