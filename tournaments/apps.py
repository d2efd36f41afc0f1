"""The Django application."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Everything that touches the world: database, pages, paper."""

    name = "tournaments"
    label = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"
