"""Records made small: compressed with a dictionary of what all records of a league share."""

import zlib
from typing import Final

RAW_DEFLATE: Final = -15


def packed(record: bytes, dictionary: bytes) -> bytes:
    """The record as a store keeps it."""
    compressor = zlib.compressobj(wbits=RAW_DEFLATE, zdict=dictionary)
    return compressor.compress(record) + compressor.flush()


def unpacked(stored: bytes, dictionary: bytes) -> bytes:
    """The record as it was; raises zlib.error, also where something is missing or left over."""
    decompressor = zlib.decompressobj(wbits=RAW_DEFLATE, zdict=dictionary)
    record = decompressor.decompress(stored)
    if not decompressor.eof or decompressor.unused_data:
        raise zlib.error("it does not end where it must")
    return record
