"""Compresses records with a dictionary of the content that all records of a league share."""

import zlib
from typing import Final

RAW_DEFLATE: Final = -15
MOST_BYTES: Final = 1 << 20
"""The most bytes of a record. Records of house bots need a few hundred bytes, and the last output of a failed bot adds
four thousand bytes.
"""


def packed(record: bytes, dictionary: bytes) -> bytes:
    """Compresses a record for the store."""
    compressor = zlib.compressobj(wbits=RAW_DEFLATE, zdict=dictionary)
    return compressor.compress(record) + compressor.flush()


def unpacked(stored: bytes, dictionary: bytes) -> bytes:
    """Decompresses a stored record; raises zlib.error if the data is damaged, incomplete, too long, or too large when
    decompressed.
    """
    decompressor = zlib.decompressobj(wbits=RAW_DEFLATE, zdict=dictionary)
    record = decompressor.decompress(stored, MOST_BYTES)
    if decompressor.unconsumed_tail:
        raise zlib.error(f"it has more than {MOST_BYTES} bytes")
    if not decompressor.eof or decompressor.unused_data:
        raise zlib.error("the data have the wrong length")
    return record
