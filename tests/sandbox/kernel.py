"""A simulated kernel, as a seccomp filter sees it: runs classic BPF on the data of a system call."""

import struct

from arena.sandbox.kernel import bpf


def verdict(program: bytes, audit: int, number: int, *arguments: int) -> int:
    """Returns the decision of a filter program on a system call with this architecture number (`audit`) and number.

    Raises IndexError for a program that jumps beyond its end.
    """
    padded = (*arguments, *(0,) * (6 - len(arguments)))
    data = struct.pack("<IIQ6Q", number, audit, 0, *padded)
    steps = list(struct.iter_unpack("<HBBI", program))
    place, loaded = 0, 0
    while True:
        code, if_true, if_false, value = steps[place]
        place += 1
        if code == bpf.RETURN:
            return int(value)
        if code == bpf.LOAD:
            (loaded,) = struct.unpack_from("<I", data, value)
            continue
        holds = {
            bpf.JUMP_EQUAL: loaded == value,
            bpf.JUMP_AT_LEAST: loaded >= value,
            bpf.JUMP_ANY_BIT: bool(loaded & value),
        }[code]
        place += if_true if holds else if_false
