"""The Django application."""

from importlib import import_module

from django.apps import AppConfig
from django.db.models.signals import post_migrate

# Importing one of these registers the steps of the log that its services take.
WITH_STEPS = (
    "tournaments.access.join_codes",
    "tournaments.access.services",
    "tournaments.evenings.services",
    "tournaments.files.event_import",
    "tournaments.events.rematch",
    "tournaments.events.services",
    "tournaments.log.services",
    "tournaments.people.removal",
    "tournaments.records.card_events",
    "tournaments.reports.acceptances",
    "tournaments.reports.dealers",
    "tournaments.reports.bells",
    "tournaments.reports.disputes",
    "tournaments.reports.rivals",
    "tournaments.reports.report_steps",
    "tournaments.seating.draws",
    "tournaments.seating.exchanges",
    "tournaments.seating.late_seats",
    "tournaments.seating.redraws",
    "tournaments.seating.roll_call",
    "tournaments.seating.roster",
    "tournaments.seating.swaps",
    "tournaments.standings.deductions",
    "tournaments.wall.prizes",
    "tournaments.wall.services",
)


class TournamentsConfig(AppConfig):
    """Everything that touches the world: database, pages, paper."""

    name = "tournaments"
    label = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the steps of the log, and complete what earlier versions kept once the tables
        are as this one has them."""
        for module in WITH_STEPS:
            import_module(module)
        from tournaments.records.services import complete_records_after_migrating
        from tournaments.scores.snapshots import complete_after_migrating

        post_migrate.connect(complete_after_migrating, sender=self)
        post_migrate.connect(complete_records_after_migrating, sender=self)
