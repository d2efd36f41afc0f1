"""The Celery application, by which papers come to the workers where there is a broker."""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")

app = Celery("scorekeeper")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_ready.connect
def remove_broken_imports(**_told: Any) -> None:
    """What imports have left whose process is gone, at the start of the installation."""
    from tournaments.db.import_staging import remove_broken

    remove_broken()
