"""The photos of an evening, for the hosts of a family: look, add, describe, delete."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access.decorators import host_required, private
from tournaments.models import Event, Photo, family_of
from tournaments.models.errors import Refused
from tournaments.records import photos
from tournaments.records.selectors import family_records
from tournaments.web.forms import PLAIN, TextField, put_beside_fields
from tournaments.web.responses import back, page, whole_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

TEMPLATE = "records/photos.html"
CACHED_FOR = 3600  # seconds, by the browser of whoever may see it


class PictureField(forms.FileField):
    """A photo to upload. What it is, is seen by what it holds, when it is stored."""

    widget = forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"})

    def __init__(self, **kwargs: Any) -> None:
        words: dict[str, Any] = {
            "label": gettext_lazy("Photo"),
            "help_text": gettext_lazy("JPEG, PNG or WebP, up to 10 MB."),
            "error_messages": {
                "required": gettext_lazy("Choose a photo."),
                "empty": gettext_lazy("That file is empty."),
            },
        }
        super().__init__(**words | kwargs)


class CaptionForm(forms.Form):
    """What is said about a photo."""

    shows = forms.ChoiceField(
        label=gettext_lazy("It shows"),
        choices=Photo.Shows.choices,
        initial=Photo.Shows.PEOPLE,
        widget=forms.RadioSelect,
    )
    caption = TextField(
        label=gettext_lazy("Caption"),
        help_text=gettext_lazy(
            "May be left empty. Whoever is named here can be looked up and removed."
        ),
        max_length=120,
        required=False,
        widget=forms.TextInput(attrs=PLAIN),
    )


class PhotoForm(CaptionForm):
    """A photo to add."""

    file = PictureField()
    field_order = ("file", "shows", "caption")


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def event_photos(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the photos of an evening with their captions, and a form for another; POST adds one,
    changes what is said about one, or deletes one. For the hosts of its family."""
    event = get_object_or_404(Event, pk=event_id, family=family_of(request.user))
    adds = request.method == "POST" and request.POST.get("act") == "add"
    form = PhotoForm(*((request.POST, request.FILES) if adds else ()))
    if adds and form.is_valid():
        try:
            photos.add_photo(event=event, **form.cleaned_data)
        except Refused as refused:
            put_beside_fields(form, refused.problems)
        else:
            return back(request, "records_photos", event.pk, message=_("The photo is here."))
    tried: dict[int, CaptionForm] = {}
    if request.method == "POST" and not adds:
        photo = _photo_of(event, request.POST.get("photo"))
        if request.POST.get("act") == "delete":
            photos.delete_photo(photo=photo)
            message = _("The photo is deleted.")
            return back(request, "records_photos", event.pk, message=message)
        caption = tried[photo.pk] = CaptionForm(request.POST, prefix=f"p{photo.pk}")
        if caption.is_valid():
            photos.describe_photo(photo=photo, **caption.cleaned_data)
            return back(request, "records_photos", event.pk, message=_("Saved."))
    context = {
        "evening": event,
        "is_recorded": family_records(event.book).place_of(event.pk) is not None,
        "form": form,
        "photos": list(_rows(event, tried)),
        "most": photos.MOST,
    }
    is_refused = form.errors or any(caption.errors for caption in tried.values())
    return private(page(request, TEMPLATE, context, status=422 if is_refused else 200))


def _photo_of(event: Event, typed: str | None) -> Photo:
    """Return a photo of an evening. Raises Http404 for any other."""
    return get_object_or_404(photos.rows_of(event.pk), pk=whole_number(typed))


def _rows(
    event: Event, tried: Mapping[int, CaptionForm]
) -> Iterator[tuple[photos.PhotoLine, CaptionForm]]:
    """Yield each photo with the form of what is said about it; as it was `tried` for some."""
    for line in photos.photos_of(event.pk):
        first: dict[str, Any] = {"shows": line.shows, "caption": line.caption}
        fresh = CaptionForm(initial=first, prefix=f"p{line.photo_id}")
        yield line, tried.get(line.photo_id, fresh)


@require_safe
@host_required
def photo(request: HttpRequest, photo_key: str) -> HttpResponse:
    """Hand out a photo to the hosts of its family."""
    return _picture(request, photo_key, small=False)


@require_safe
@host_required
def small_photo(request: HttpRequest, photo_key: str) -> HttpResponse:
    """Hand out the small picture of a photo to the hosts of its family."""
    return _picture(request, photo_key, small=True)


def _picture(request: HttpRequest, key: str, *, small: bool) -> HttpResponse:
    data = photos.find_picture(family_of(request.user), key, small=small)
    if data is None:
        raise Http404
    response = private(HttpResponse(data, content_type="image/jpeg"))
    response.headers["Cache-Control"] = f"private, max-age={CACHED_FOR}"
    response.headers["Content-Disposition"] = 'inline; filename="photo.jpg"'
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response
