"""Give a host of a large installation an account, and a link to sign in by."""

from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.core.management.base import CommandParser

from tournaments.management.base import Command as BaseCommand
from tournaments.management.base import Unusable
from tournaments.management.commands.up import SIGN_IN_LIFE
from tournaments.services.access import create_sign_in


class Command(BaseCommand):
    """Make a host's account if there is none of that name, and print a one-time sign-in link."""

    help = "Make a host's account if there is none of that name; print a one-time sign-in link."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="letters, digits and @ . + - _ only")

    def handle(self, *args: Any, **options: Any) -> None:
        users = get_user_model()._default_manager
        user = users.filter(username=options["name"]).first()
        if user is None:
            user = get_user_model()(username=options["name"])
            user.set_unusable_password()
            try:
                user.full_clean()
            except ValidationError as error:
                raise Unusable(" ".join(error.messages)) from error
            user.save()
        elif not user.is_active:
            raise Unusable(f"The account of {options['name']} is closed.")
        address = f"{settings.PUBLIC_URL}/sign-in/{create_sign_in(user, SIGN_IN_LIFE)}/"
        self.stdout.write(f"Open this link to sign in (it works once, within a day):\n  {address}")
