"""Give a host of a large installation an account, and a link to sign in by."""

from typing import Any

from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.core.management.base import CommandParser

from rulesets.engine.clean_text import clean_text
from tournaments.management import Command as BaseCommand
from tournaments.management import Unusable
from tournaments.management.sign_in_links import print_sign_in, site_address
from tournaments.models import Family, Host
from tournaments.models.families import family_alone


class Command(BaseCommand):
    """Make a host's account if there is none of that name, and print a one-time sign-in link."""

    help = (
        "Create a host's account if there is none of that name, and print a one-time sign-in link."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="letters, digits and @ . + - _ only")
        parser.add_argument("--called", metavar="NAME", help="what the log calls this host")
        parser.add_argument(
            "--family",
            metavar="NAME",
            help="the family whose people and events this host sees (by default a new one)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        family = None if options["family"] is None else family_name(options["family"])
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
            if family is None:
                family_alone(user)
        elif not user.is_active:
            raise Unusable(f"The account of {options['name']} is closed.")
        if options["called"] is not None:
            user.first_name = clean_text(options["called"])[:150].strip()
            user.save(update_fields=["first_name"])
        if family is not None:
            own, _new = Family.objects.get_or_create(name=family)
            Host.objects.update_or_create(user=user, defaults={"family": own})
        purpose = f"To sign {options['name']} in"
        print_sign_in(user, site_address(), purpose, console=self.stdout, say=self.say)


def family_name(typed: str) -> str:
    """What a family is called, as it is kept. Raises Unusable where that is no name."""
    name = clean_text(typed)
    if not name or len(name) > 80:
        raise Unusable("A family needs a name of at most 80 letters.")
    return name
