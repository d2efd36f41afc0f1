"""Forms for signing in and for links."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.web.forms import PLAIN, TextField


class SignInForm(forms.Form):
    """Name and password, for installations with accounts."""

    username = forms.CharField(
        label=_("User name"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    password = forms.CharField(
        label=_("Password"),
        max_length=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class LinkForm(forms.Form):
    """A further scorekeeper link."""

    label = TextField(
        label=_("Who it is for"),
        max_length=80,
        widget=forms.TextInput(attrs=PLAIN),
        error_messages={"required": _("Write who it is for. The log shows this name.")},
    )
