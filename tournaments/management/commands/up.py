"""Start everything on this one machine: data, the host's sign-in, and pages."""

import errno
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import webbrowser
from argparse import ArgumentTypeError
from contextlib import suppress
from datetime import timedelta
from threading import Thread
from typing import Any

import uvicorn
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.core.management import call_command
from django.core.management.base import CommandParser
from django.db import Error, connections

from tournaments.db.import_staging import remove_broken
from tournaments.files.backup import BackupError, copy_before_update
from tournaments.management import Command as BaseCommand
from tournaments.management import Unusable
from tournaments.management.sign_in_links import (
    USUAL_PORT,
    address_file,
    print_sign_in,
    sign_in_address,
)
from tournaments.web.network import LOOPBACK, is_local, lan_address
from tournaments.web.static_files import collect, use_collection

PORTS_TRIED = 20
STOP_SECONDS = 2  # for requests under way
# The package with faces for Chinese, Japanese and Korean, by what installs packages.
CJK_PACKAGES = {
    "apt": "fonts-noto-cjk",
    "dnf": "google-noto-sans-cjk-fonts",
    "zypper": "google-noto-sans-cjk-fonts",
    "pacman": "noto-fonts-cjk",
    "apk": "font-noto-cjk",
}
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104
AT_ONCE = "#sign-in"  # at the end of a sign-in link: its page signs in by itself (sign_in.js)
FONTS_SECONDS = 3  # until nobody waits any longer for the list of them


def port_number(text: str) -> int:
    """A port that a person without special rights may use; 0 lets the system choose."""
    if not (text.isascii() and text.isdecimal()) or int(text) > 65535:
        raise ArgumentTypeError(f"{text!r} is not a port (1 to 65535, or 0 for any)")
    return int(text)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket on the port, or on the next free one above it."""
    last = min(port + PORTS_TRIED, 65536)
    for candidate in range(port, last):
        listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
            listener.listen(2048)
        except OSError as error:
            listener.close()
            if error.errno != errno.EADDRINUSE:
                raise Unusable(f"Cannot listen on {host}, port {candidate}: {error}") from error
        else:
            return listener
    raise Unusable(f"All ports from {port} to {last - 1} are taken; choose another with --port")


def own_site(host: str, port: int) -> str:
    """The address under which this machine itself reaches a server that listens there."""
    own = LOOPBACK if host in EVERYWHERE else (f"[{host}]" if ":" in host else host)
    return f"http://{own}:{port}"


def has_screen() -> bool:
    """Whether a browser that is opened here is seen by whoever types here: not over SSH, and on
    Linux only where a desktop is running."""
    if "SSH_CONNECTION" in os.environ:
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def open_in_browser(sign_in: str) -> None:
    """Open the host's page by a one-time link, beside the server, which only then begins to answer.
    A machine without a browser has the printed link."""
    arguments = (f"{sign_in}{AT_ONCE}",)
    Thread(target=webbrowser.open, args=arguments, name="browser", daemon=True).start()


def is_loopback(host: str) -> bool:
    """Whether only this machine itself reaches an address."""
    return host in (LOOPBACK, "::1", "localhost")


class Command(BaseCommand):
    """Start everything on this one machine."""

    help = "Start the server on this machine and print the host's sign-in link."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--port",
            type=port_number,
            default=USUAL_PORT,
            help=f"default: {USUAL_PORT}, or the next free one",
        )
        parser.add_argument(
            "--host",
            default="0.0.0.0",  # noqa: S104 - phones in the hall are the point
            help="address to listen on; 127.0.0.1 keeps other computers out",
        )
        parser.add_argument(
            "--lan", metavar="ADDRESS", help="address for phones to use, if the guess is wrong"
        )
        parser.add_argument(
            "--no-browser",
            action="store_true",
            help="do not open the host's page in this computer's browser",
        )
        parser.add_argument(
            "--demo", action="store_true", help="add an evening in progress to look at"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.DEBUG and not is_loopback(options["host"]):
            raise Unusable(
                "DEBUG shows the program's internals to everybody on the network: unset it, or add"
                f" --host {LOOPBACK}."
            )
        # SIGTERM ends it as Ctrl-C does, from the start on; uvicorn hands both on when it stops.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        with suppress(KeyboardInterrupt):
            self.run(options)
        self.say("Stopped. Everything shown as saved is saved.")

    def run(self, options: dict[str, Any]) -> None:
        """Bring the data up to date, say where to go, and serve until somebody stops it."""
        listener = listen(options["host"], options["port"])
        port = int(listener.getsockname()[1])
        if port != options["port"] and options["port"]:
            self.say(f"Port {options['port']} is taken; using {port} instead.")
        self.update()
        collect_files()
        host_user = local_host()
        if options["demo"]:
            self.say(fill_in_demo(host_user))
        if package := missing_fonts():
            self.say(
                f"Chinese, Japanese or Korean names on this screen need the package {package}."
            )
        try:
            opens = not options["no_browser"] and self.stdout.isatty() and has_screen()
            to = (options["host"], port)
            note_address(self.announce(host_user, *to, options["lan"], opens=opens))
            if opens:
                open_in_browser(sign_in_address(host_user, own_site(*to)))
            connections.close_all()
            serve(listener)
        finally:
            with suppress(OSError):
                address_file().unlink()

    def update(self) -> None:
        """Bring the data to this version's shape; a copy of them is made before."""
        try:
            copied = copy_before_update()
        except (OSError, sqlite3.Error, Error, BackupError) as error:
            raise Unusable(
                f"The data could not be copied, so it was not updated and is unchanged: {error}"
            ) from error
        if copied:
            self.say(f"The data is being updated. A copy of the old data stays in {copied}.")
        call_command("migrate", verbosity=0, interactive=False)
        if remove_broken(timedelta()):  # whoever was at work on it went with the last server
            self.say("An interrupted import was removed. Import its file again.")

    def announce(
        self,
        user: AbstractBaseUser,
        host: str,
        port: int,
        lan: str | None,
        *,
        opens: bool = False,
    ) -> str:
        """Print where to go: the host's link for this machine (where its page `opens` by itself,
        for another browser), and for the phone the same as a code; each signs in once. Return the
        address that the server is reached by."""
        self.say(f"Scorekeeper {settings.VERSION} is running.")
        self.say("")
        site = own_site(host, port)
        if opens:
            self.say("  Your browser opens the host's page. If not, open (once, within a day):")
        else:
            self.say("  On this computer, open (once, within a day):")
        self.say(f"      {sign_in_address(user, site)}")
        if lan or host in EVERYWHERE:
            site = f"http://{lan or lan_address()}:{port}"
            if lan and not settings.PUBLIC_URL:
                settings.PUBLIC_URL = site
            site = settings.PUBLIC_URL or site
            self.say(
                "  Guests scan the codes of the tables and the wall, or type their six characters "
                "at"
            )
            self.say(f"      {site}/join")
            self.offer_phone(user, site)
        self.say("")
        self.say("Ctrl-C stops it.")
        return site

    def offer_phone(self, user: AbstractBaseUser, site: str) -> None:
        """Print the link that signs the host's phone in; none where phones cannot come."""
        if is_local(site):
            self.say("  This computer is not on a network, so phones cannot reach it yet.")
            return
        purpose = "To run the evening from your phone"
        print_sign_in(user, site, purpose, console=self.stdout, say=self.say)


def collect_files() -> None:
    """Collect the files of pages, so that a phone fetches each once; a full disk stops nobody."""
    if settings.DEBUG or settings.COLLECTED_STATIC:
        return
    with suppress(OSError):
        use_collection(collect(settings.VAR_DIR / "collected"))


def note_address(address: str) -> None:
    """Note where the server is reached, for commands that print links (`address_file`)."""
    with suppress(OSError):  # a full disk stops no server
        path = address_file()
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.write_text(address, encoding="utf-8")


def local_host() -> AbstractBaseUser:
    """The account of the host of this machine; made on the first start, without a password."""
    users = get_user_model()._default_manager
    existing = users.filter(is_active=True).order_by("pk").first()
    if existing is not None:
        return existing
    user = get_user_model()(username="host")
    user.set_unusable_password()
    user.save()
    return user


def missing_fonts() -> str:
    """The package whose faces this machine's own screen lacks for Chinese, Japanese and Korean: no
    page could bring so large ones along. "" where it has them, or where nobody can say."""
    list_fonts = shutil.which("fc-list")
    if list_fonts is None:
        return ""
    try:
        families = [
            subprocess.run(  # noqa: S603  a program of the system, with words of our own
                [list_fonts, f":lang={language}", "family"],
                capture_output=True,
                timeout=FONTS_SECONDS,
                check=False,
            ).stdout.strip()
            for language in ("ja", "ko", "zh-cn")
        ]
    except (OSError, subprocess.TimeoutExpired):
        return ""
    if all(families):
        return ""
    installers = (name for name in CJK_PACKAGES if shutil.which(name))
    return CJK_PACKAGES[next(installers, "apt")]


def fill_in_demo(owner: AbstractBaseUser) -> str:
    """Make the demonstration evenings once, all of them or none; answer a line that says which they
    are."""
    from django.db import transaction

    from tournaments.events.demo import make_demo
    from tournaments.events.demo_records import make_past
    from tournaments.models import Event

    if Event.objects.exists():
        return "There are already events, so no demonstration was added."
    with transaction.atomic():  # also quicker than a transaction for every step
        past = make_past(owner)
        *others, last = map(str, make_demo(owner))
    years = f"{past[0].date.year} to {past[-1].date.year}"
    return f"Added a demonstration: {', '.join(others)} and {last}; records of {years}"


def serve(listener: socket.socket) -> None:
    """Serve until Ctrl-C or SIGTERM."""
    config = uvicorn.Config(
        "scorekeeper.asgi:application",
        log_config=None,  # its words go where all others go
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=STOP_SECONDS,
        timeout_keep_alive=15,
    )
    try:
        uvicorn.Server(config).run(sockets=[listener])
    finally:
        listener.close()
