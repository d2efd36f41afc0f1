"""Photos as they are uploaded and as they are stored: nothing but the picture is left."""

from __future__ import annotations

from io import BytesIO
from threading import Lock
from typing import Final, NamedTuple

from PIL import Image, ImageOps, UnidentifiedImageError

from tournaments.models.errors import Refused, refusal

LARGEST: Final = 10_000_000  # bytes
MOST_PIXELS: Final = 50_000_000
LONGEST, LONGEST_SMALL = 2400, 800  # sides, in pixels
NARROWEST: Final = 16  # a side; thinner ones are no photos, and scaled down nothing is left
QUALITY: Final = 82
FORMATS: Final = ("JPEG", "PNG", "WEBP")
# Of the files that newer phones write, which few browsers can show.
HEIC_AT, HEIC = slice(4, 12), (b"ftyphei", b"ftyphev", b"ftypmif1", b"ftypmsf1", b"ftypavif")
PDF: Final = b"%PDF-"
WHITE: Final = (255, 255, 255)
_decoding = Lock()  # a large photo takes 200 MB while it is read: one at a time


class StoredPhoto(NamedTuple):
    """A photo as it is stored: two JPEGs, and the size of the first."""

    file: bytes
    small: bytes
    width: int
    height: int


def read_photo(data: bytes) -> StoredPhoto:
    """Return what is stored of an uploaded photo: turned as the camera was held, and without
    anything that the camera noted. Raises Refused for anything else than a JPEG, PNG or WebP of a
    bearable size."""
    if len(data) > LARGEST:
        raise refusal("photo.large", "That photo is too large: 10 MB at most.", "file")
    if data[HEIC_AT].startswith(HEIC):
        text = (
            "This is a HEIC photo, which few browsers can show. Save it as JPEG first; an iPhone "
            "takes JPEGs after Settings → Camera → Formats → Most Compatible."
        )
        raise refusal("photo.heic", text, "file")
    if data.startswith(PDF):
        text = "This is a PDF. Save its page as a picture first, or take a photo of it."
        raise refusal("photo.pdf", text, "file")
    with _decoding:
        image = _decode(data)
        size = image.size
        return StoredPhoto(_encoded(image), _encoded(image, LONGEST_SMALL), *size)


def _decode(data: bytes) -> Image.Image:
    """Return the picture of a file as it is stored."""
    try:
        with Image.open(BytesIO(data), formats=FORMATS) as image:
            _check_size(image.size)
            # A JPEG is read at the fraction of its size that is enough.
            image.draft("RGB", (LONGEST, LONGEST))
            return _scaled(image)
    except Refused:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise _too_many_pixels() from error
    except UnidentifiedImageError as error:
        text = "This is no photo that can be read here. JPEG, PNG and WebP can be."
        raise refusal("photo.unknown", text, "file") from error
    except Exception as error:  # a damaged file raises anything
        text = "This photo is damaged, or was cut off on its way. Choose it once more."
        raise refusal("photo.damaged", text, "file") from error


def _check_size(size: tuple[int, int]) -> None:
    if size[0] * size[1] > MOST_PIXELS:
        raise _too_many_pixels()
    if min(size) < NARROWEST or max(size) > NARROWEST * min(size) * 2:
        raise refusal("photo.narrow", "This picture is too small or too narrow.", "file")


def _too_many_pixels() -> Refused:
    return refusal("photo.pixels", "That photo has too many pixels: 50 million at most.", "file")


def _scaled(image: Image.Image) -> Image.Image:
    """Return a picture no larger than it is stored, turned as the camera was held, in red, green
    and blue. What shows through is white."""
    layered = image.has_transparency_data
    if image.mode not in ("RGB", "L"):
        image = image.convert("RGBA" if layered else "RGB")
    image.thumbnail((LONGEST, LONGEST))
    turned = ImageOps.exif_transpose(image)
    sheet = Image.new("RGB", turned.size, WHITE)
    sheet.paste(turned, mask=turned if layered and turned.mode == "RGBA" else None)
    return sheet


def _encoded(image: Image.Image, longest: int = LONGEST) -> bytes:
    """Return a picture as a JPEG, its longest side at most so many pixels."""
    copy = image.copy()
    copy.thumbnail((longest, longest))
    file = BytesIO()
    copy.save(file, "JPEG", quality=QUALITY, optimize=True, progressive=True)
    return file.getvalue()


def in_grey(data: bytes) -> bytes:
    """Return a stored picture in grey, for print."""
    with Image.open(BytesIO(data)) as image:
        file = BytesIO()
        image.convert("L").save(file, "JPEG", quality=QUALITY, optimize=True)
        return file.getvalue()
