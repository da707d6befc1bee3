"""Compresses records with a dictionary of the content that all records of a league share."""

import zlib
from typing import Final

RAW_DEFLATE: Final = -15
MOST_BYTES: Final = 1 << 20
"""The most bytes that a record may have after decompression. A record of house bots has a few hundred bytes; each
failed bot adds its last output, at most about four thousand bytes.
"""


def packed(record: bytes, dictionary: bytes) -> bytes:
    """Compresses a record for the store."""
    compressor = zlib.compressobj(wbits=RAW_DEFLATE, zdict=dictionary)
    return compressor.compress(record) + compressor.flush()


def unpacked(stored: bytes, dictionary: bytes) -> bytes:
    """Decompresses a stored record; raises zlib.error if the data is damaged or has the wrong length, or if the record
    exceeds MOST_BYTES.
    """
    decompressor = zlib.decompressobj(wbits=RAW_DEFLATE, zdict=dictionary)
    record = decompressor.decompress(stored, MOST_BYTES)
    if decompressor.unconsumed_tail:
        raise zlib.error(f"it has more than {MOST_BYTES} bytes")
    if not decompressor.eof or decompressor.unused_data:
        raise zlib.error("the data have the wrong length")
    return record
