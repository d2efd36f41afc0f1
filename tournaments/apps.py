"""The Django application."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class TournamentsConfig(AppConfig):
    """Everything that touches the world: database, pages, paper."""

    name = "tournaments"
    label = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Complete what earlier versions kept, once the tables are as this one has them."""
        from tournaments.events.completion import complete_after_migrating

        post_migrate.connect(complete_after_migrating, sender=self)
