"""WebP without a library: Chromium encodes the pictures, and a moving one is put together from them here."""

from __future__ import annotations

import base64
import struct
from typing import Any

ENCODE = """
async ([data, type, width, quality]) => {
  const image = await createImageBitmap(await (await fetch(`data:${type};base64,${data}`)).blob());
  const canvas = new OffscreenCanvas(width, Math.round(image.height * width / image.width));
  const pen = canvas.getContext('2d', { alpha: false });
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp', quality })).arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
"""


def still(page: Any, picture: bytes, width: int, quality: float = 0.82, kind: str = "image/png") -> bytes:
    """`page` is any page of the browser that has no policy against `data:`."""
    return base64.b64decode(page.evaluate(ENCODE, [base64.b64encode(picture).decode(), kind, width, quality]))


def chunk(name: bytes, body: bytes) -> bytes:
    return name + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2)


def three(number: int) -> bytes:
    return struct.pack("<I", number)[:3]


def bitstream(webp: bytes) -> bytes:
    """The picture's own chunk of a still: `VP8 ` or `VP8L`."""
    at = 12
    while at < len(webp):
        name, size = webp[at : at + 4], struct.unpack("<I", webp[at + 4 : at + 8])[0]
        if name in (b"VP8 ", b"VP8L"):
            return chunk(name, webp[at + 8 : at + 8 + size])
        at += 8 + size + size % 2
    raise ValueError("this is no WebP picture")


def moving(frames: list[tuple[bytes, int]], width: int, height: int) -> bytes:
    """Stills of one size and how long each is shown, in milliseconds; again and again."""
    size = three(width - 1) + three(height - 1)
    body = chunk(b"VP8X", b"\x02\0\0\0" + size) + chunk(b"ANIM", b"\0\0\0\xff" + b"\0\0")
    for picture, lasts_ms in frames:
        place = three(0) + three(0) + size + three(lasts_ms) + b"\x02"
        body += chunk(b"ANMF", place + bitstream(picture))
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body
