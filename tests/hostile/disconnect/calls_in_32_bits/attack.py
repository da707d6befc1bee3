"""A hostile bot that makes a 32-bit system call.

The numbers of system calls differ between 32-bit and 64-bit programs. The sandbox's filter could therefore take a
forbidden call for an allowed one. The kernel must end a bot that makes any 32-bit call.
"""

import ctypes
import mmap
import platform

GETPID = b"\xb8\x14\x00\x00\x00\xcd\x80\xc3"  # mov eax, 20; int 0x80; ret
ONLY_ON = "x86_64"
STOPPED_BY = "a kernel without programs of 32 bits"


def attack() -> bool:
    if platform.machine() != ONLY_ON:
        return False
    code = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(GETPID)
    return bool(ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))() > 0)
