"""What our own commands have in common: a mistake is answered with one line and exit code 2."""

from django.core.management.base import BaseCommand, CommandError, CommandParser

UNUSABLE = 2


class Unusable(CommandError):
    """The command cannot do what it was asked for; the message says what to do about it."""

    def __init__(self, message: str) -> None:
        super().__init__(message, returncode=UNUSABLE)


class Command(BaseCommand):
    """A command whose refusals are one line: no usage text, no traceback.

    Django's checks of the program are run by .ci/lint: before each command they would load every
    page.
    """

    requires_system_checks = ()

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: object) -> CommandParser:
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.print_usage = lambda file=None: None  # type: ignore[method-assign]
        return parser

    def say(self, line: str) -> None:
        """Print at once, also into a pipe: people and tests wait for these lines."""
        self.stdout.write(line)
        self.stdout.flush()
