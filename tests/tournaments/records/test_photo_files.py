"""Photos as they are uploaded: what is left of them, and what is refused."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO
from typing import Any

import pytest
from PIL import ExifTags, Image

from tests.tournaments.job_rows import a_picture
from tournaments.models.errors import Refused
from tournaments.records import photo_files
from tournaments.records.photo_files import LARGEST, MOST_PIXELS, read_photo

SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
TURN = 6  # the camera was held upright: width and height change places


def exif(**more: Any) -> Image.Exif:
    notes = Image.Exif()
    notes[ExifTags.Base.Orientation] = TURN
    notes[ExifTags.Base.Artist] = "Wilma Quast"
    notes[ExifTags.IFD.GPSInfo] = {ExifTags.GPS.GPSLatitude: (53.0, 33.0, 2.0)}
    return notes


def opened(data: bytes) -> Image.Image:
    image = Image.open(BytesIO(data))
    image.load()
    return image


def why(data: bytes) -> str:
    with pytest.raises(Refused) as refused:
        read_photo(data)
    (problem,) = refused.value.problems
    assert problem.at == ("file",)
    return problem.code


def png_of(width: int, height: int) -> bytes:
    """A PNG that says that it is so large, and has nothing of it."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return (
        b"\x89PNG\r\n\x1a\n"
        + head
        + chunk(b"IDAT", zlib.compress(bytes(100)))
        + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_nothing_that_the_camera_noted_is_left(kind: str) -> None:
    data = a_picture(kind, (120, 80), exif=exif())
    assert b"Wilma" in data
    stored = read_photo(data)
    assert (stored.width, stored.height) == (80, 120)
    for file in (stored.file, stored.small):
        image = opened(file)
        assert image.format == "JPEG"
        assert image.size == (80, 120)
        assert not image.getexif()
        assert "exif" not in image.info
        assert "icc_profile" not in image.info
        assert b"Wilma" not in file
        assert b"Exif" not in file


def test_what_shows_through_is_white() -> None:
    file = BytesIO()
    Image.new("RGBA", (40, 40), (255, 0, 0, 0)).save(file, "PNG")
    pixel: Any = opened(read_photo(file.getvalue()).file).getpixel((20, 20))
    assert min(pixel) > 250


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "CMYK"])
def test_every_kind_of_colour_is_read(mode: str) -> None:
    file = BytesIO()
    kind = "JPEG" if mode == "CMYK" else "PNG"
    Image.new("RGB", (40, 40), "white").convert(mode).save(file, kind)
    pixel: Any = opened(read_photo(file.getvalue()).file).getpixel((20, 20))
    assert min(pixel) > 250


def test_what_hides_behind_a_picture_is_gone() -> None:
    polyglot = a_picture() + b"<script>alert(document.cookie)</script>" + b"PK\x03\x04"
    stored = read_photo(polyglot)
    assert b"script" not in stored.file + stored.small
    assert b"PK\x03\x04" not in stored.file + stored.small
    commented = a_picture(comment=b"<script>alert(1)</script>")
    assert b"script" in commented
    assert b"script" not in read_photo(commented).file


def test_other_files_are_refused() -> None:
    gif = BytesIO()
    Image.new("RGB", (40, 40)).save(gif, "GIF")
    for data in (SVG, b"", gif.getvalue(), b"GIF89a" + SVG, bytes(1000)):
        assert why(data) == "photo.unknown"
    assert why(a_picture()[:300] + SVG) == "photo.damaged"


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_file_that_was_cut_off_is_refused(kind: str) -> None:
    file = BytesIO()
    Image.effect_noise((200, 200), 60).convert("RGB").save(file, kind)
    whole = file.getvalue()
    assert read_photo(whole)
    assert why(whole[: len(whole) // 2]) in ("photo.damaged", "photo.unknown")


def test_a_bomb_is_refused_before_it_is_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    def unpack(_image: Any) -> Any:
        raise AssertionError

    monkeypatch.setattr(photo_files, "_scaled", unpack)
    for side in (8_000, 12_000, 60_000):
        assert side * side > MOST_PIXELS
        assert why(png_of(side, side)) == "photo.pixels"


def test_a_pdf_says_what_to_do() -> None:
    assert why(b"%PDF-1.7" + bytes(100)) == "photo.pdf"


def test_heic_and_what_is_too_large_or_narrow_say_so() -> None:
    for brand in (b"heic", b"heix", b"mif1", b"avif"):
        assert why(b"\x00\x00\x00\x18ftyp" + brand + bytes(100)) == "photo.heic"
    assert why(a_picture() + bytes(LARGEST)) == "photo.large"
    assert why(a_picture(size=(8, 8))) == "photo.narrow"
    assert why(a_picture(size=(4000, 20))) == "photo.narrow"
