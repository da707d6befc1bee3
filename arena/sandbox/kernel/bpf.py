"""An assembler for the few instructions of classic BPF that a seccomp filter needs.

A filter reads the data of one system call, a `struct seccomp_data` (linux/seccomp.h): the call's number, its
architecture and its arguments.
"""

import struct
from typing import Final, NamedTuple

NUMBER: Final = 0
ARCHITECTURE: Final = 4


def low_half(argument: int) -> int:
    """Returns the offset in `struct seccomp_data` of the lower 32 bits of an argument, given by its index from 0. The
    machine must be little-endian.
    """
    return 16 + 8 * argument


class Instruction(NamedTuple):
    """One BPF instruction: `struct sock_filter` of linux/filter.h."""

    code: int
    if_true: int
    """How many instructions to skip if the comparison is true."""
    if_false: int
    value: int

    def to_bytes(self) -> bytes:
        """Returns the instruction as the bytes that the kernel reads."""
        return struct.pack("<HBBI", *self)


LOAD: Final = 0x20
RETURN: Final = 0x06
JUMP_EQUAL: Final = 0x15
JUMP_AT_LEAST: Final = 0x35
JUMP_ANY_BIT: Final = 0x45

KILL: Final = 0x80000000
ALLOW: Final = 0x7FFF0000
ERROR: Final = 0x00050000
"""The filter's result that makes a call fail without any effect; the error number of the failure is added to it."""


def load(offset: int) -> Instruction:
    """Returns the instruction that loads the 32 bits at this offset of the call's data."""
    return Instruction(LOAD, 0, 0, offset)


def answer(value: int) -> Instruction:
    """Returns the instruction that ends the filter with the result `value`, which decides whether the call is
    allowed.
    """
    return Instruction(RETURN, 0, 0, value)


def if_equal(value: int, skipped: int) -> Instruction:
    """Returns the instruction that skips the next `skipped` instructions if the loaded value is `value`."""
    return Instruction(JUMP_EQUAL, skipped, 0, value)


def unless_equal(value: int, skipped: int) -> Instruction:
    """Returns the instruction that skips the next `skipped` instructions unless the loaded value is `value`."""
    return Instruction(JUMP_EQUAL, 0, skipped, value)


def unless_at_least(value: int, skipped: int) -> Instruction:
    """Returns the instruction that skips the next `skipped` instructions unless the loaded value is at least
    `value`.
    """
    return Instruction(JUMP_AT_LEAST, 0, skipped, value)


def if_any_bit(mask: int, skipped: int) -> Instruction:
    """Returns the instruction that skips the next `skipped` instructions if the loaded value has any bit of `mask`."""
    return Instruction(JUMP_ANY_BIT, skipped, 0, mask)


def unless_any_bit(mask: int, skipped: int) -> Instruction:
    """Returns the instruction that skips the next `skipped` instructions unless the loaded value has any bit of
    `mask`.
    """
    return Instruction(JUMP_ANY_BIT, 0, skipped, mask)


def assembled(program: list[Instruction]) -> bytes:
    """Returns the whole filter as the bytes that the kernel reads."""
    return b"".join(instruction.to_bytes() for instruction in program)
