from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Frame(_message.Message):
    __slots__ = ("offer", "begin", "carried", "read", "beat", "over")
    OFFER_FIELD_NUMBER: _ClassVar[int]
    BEGIN_FIELD_NUMBER: _ClassVar[int]
    CARRIED_FIELD_NUMBER: _ClassVar[int]
    READ_FIELD_NUMBER: _ClassVar[int]
    BEAT_FIELD_NUMBER: _ClassVar[int]
    OVER_FIELD_NUMBER: _ClassVar[int]
    offer: Offer
    begin: Begin
    carried: bytes
    read: int
    beat: Beat
    over: Over
    def __init__(self, offer: _Optional[_Union[Offer, _Mapping]] = ..., begin: _Optional[_Union[Begin, _Mapping]] = ..., carried: _Optional[bytes] = ..., read: _Optional[int] = ..., beat: _Optional[_Union[Beat, _Mapping]] = ..., over: _Optional[_Union[Over, _Mapping]] = ...) -> None: ...

class Offer(_message.Message):
    __slots__ = ("protocol_version", "process", "came")
    PROTOCOL_VERSION_FIELD_NUMBER: _ClassVar[int]
    PROCESS_FIELD_NUMBER: _ClassVar[int]
    CAME_FIELD_NUMBER: _ClassVar[int]
    protocol_version: int
    process: bytes
    came: int
    def __init__(self, protocol_version: _Optional[int] = ..., process: _Optional[bytes] = ..., came: _Optional[int] = ...) -> None: ...

class Begin(_message.Message):
    __slots__ = ("process", "token", "name", "came")
    PROCESS_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    CAME_FIELD_NUMBER: _ClassVar[int]
    process: bytes
    token: str
    name: str
    came: int
    def __init__(self, process: _Optional[bytes] = ..., token: _Optional[str] = ..., name: _Optional[str] = ..., came: _Optional[int] = ...) -> None: ...

class Beat(_message.Message):
    __slots__ = ("number", "round_trip_us")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    ROUND_TRIP_US_FIELD_NUMBER: _ClassVar[int]
    number: int
    round_trip_us: int
    def __init__(self, number: _Optional[int] = ..., round_trip_us: _Optional[int] = ...) -> None: ...

class Over(_message.Message):
    __slots__ = ("reason", "status", "done")
    REASON_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    DONE_FIELD_NUMBER: _ClassVar[int]
    reason: str
    status: str
    done: bool
    def __init__(self, reason: _Optional[str] = ..., status: _Optional[str] = ..., done: _Optional[bool] = ...) -> None: ...
