"""The Celery application, which hands papers to workers if there is a broker."""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")

app = Celery("scorekeeper")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_ready.connect
def remove_broken_imports(**_signal: Any) -> None:
    """Remove the rows of imports whose process died, when a worker starts."""
    from tournaments.db.import_staging import remove_broken

    remove_broken()
