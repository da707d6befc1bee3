from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class FaultKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FAULT_KIND_UNSPECIFIED: _ClassVar[FaultKind]
    FAULT_KIND_STARTUP: _ClassVar[FaultKind]
    FAULT_KIND_TIMEOUT: _ClassVar[FaultKind]
    FAULT_KIND_DISCONNECT: _ClassVar[FaultKind]
    FAULT_KIND_PROTOCOL: _ClassVar[FaultKind]
    FAULT_KIND_ILLEGAL_ACTION: _ClassVar[FaultKind]
    FAULT_KIND_MEMORY: _ClassVar[FaultKind]
    FAULT_KIND_PROCESSES: _ClassVar[FaultKind]
    FAULT_KIND_DISK: _ClassVar[FaultKind]
    FAULT_KIND_OUT_OF_TURN: _ClassVar[FaultKind]
FAULT_KIND_UNSPECIFIED: FaultKind
FAULT_KIND_STARTUP: FaultKind
FAULT_KIND_TIMEOUT: FaultKind
FAULT_KIND_DISCONNECT: FaultKind
FAULT_KIND_PROTOCOL: FaultKind
FAULT_KIND_ILLEGAL_ACTION: FaultKind
FAULT_KIND_MEMORY: FaultKind
FAULT_KIND_PROCESSES: FaultKind
FAULT_KIND_DISK: FaultKind
FAULT_KIND_OUT_OF_TURN: FaultKind

class MatchRecord(_message.Message):
    __slots__ = ("id", "game", "rules_version", "edition", "components", "deal", "entrants", "actions", "faults", "scores", "ranks", "handovers", "opening")
    ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
    EDITION_FIELD_NUMBER: _ClassVar[int]
    COMPONENTS_FIELD_NUMBER: _ClassVar[int]
    DEAL_FIELD_NUMBER: _ClassVar[int]
    ENTRANTS_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    FAULTS_FIELD_NUMBER: _ClassVar[int]
    SCORES_FIELD_NUMBER: _ClassVar[int]
    RANKS_FIELD_NUMBER: _ClassVar[int]
    HANDOVERS_FIELD_NUMBER: _ClassVar[int]
    OPENING_FIELD_NUMBER: _ClassVar[int]
    id: bytes
    game: str
    rules_version: int
    edition: str
    components: bytes
    deal: bytes
    entrants: _containers.RepeatedCompositeFieldContainer[Entrant]
    actions: _containers.RepeatedScalarFieldContainer[int]
    faults: _containers.RepeatedCompositeFieldContainer[Fault]
    scores: _containers.RepeatedScalarFieldContainer[int]
    ranks: _containers.RepeatedScalarFieldContainer[int]
    handovers: _containers.RepeatedCompositeFieldContainer[Handover]
    opening: Opening
    def __init__(self, id: _Optional[bytes] = ..., game: _Optional[str] = ..., rules_version: _Optional[int] = ..., edition: _Optional[str] = ..., components: _Optional[bytes] = ..., deal: _Optional[bytes] = ..., entrants: _Optional[_Iterable[_Union[Entrant, _Mapping]]] = ..., actions: _Optional[_Iterable[int]] = ..., faults: _Optional[_Iterable[_Union[Fault, _Mapping]]] = ..., scores: _Optional[_Iterable[int]] = ..., ranks: _Optional[_Iterable[int]] = ..., handovers: _Optional[_Iterable[_Union[Handover, _Mapping]]] = ..., opening: _Optional[_Union[Opening, _Mapping]] = ...) -> None: ...

class Opening(_message.Message):
    __slots__ = ("actions",)
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    actions: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, actions: _Optional[_Iterable[int]] = ...) -> None: ...

class Entrant(_message.Message):
    __slots__ = ("name", "version", "content_hash")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    CONTENT_HASH_FIELD_NUMBER: _ClassVar[int]
    name: str
    version: str
    content_hash: bytes
    def __init__(self, name: _Optional[str] = ..., version: _Optional[str] = ..., content_hash: _Optional[bytes] = ...) -> None: ...

class Fault(_message.Message):
    __slots__ = ("seat", "kind", "action_count", "detail", "output")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    ACTION_COUNT_FIELD_NUMBER: _ClassVar[int]
    DETAIL_FIELD_NUMBER: _ClassVar[int]
    OUTPUT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    kind: FaultKind
    action_count: int
    detail: str
    output: str
    def __init__(self, seat: _Optional[int] = ..., kind: _Optional[_Union[FaultKind, str]] = ..., action_count: _Optional[int] = ..., detail: _Optional[str] = ..., output: _Optional[str] = ...) -> None: ...

class Handover(_message.Message):
    __slots__ = ("seat", "action_count", "player", "detail")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ACTION_COUNT_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    DETAIL_FIELD_NUMBER: _ClassVar[int]
    seat: int
    action_count: int
    player: Entrant
    detail: str
    def __init__(self, seat: _Optional[int] = ..., action_count: _Optional[int] = ..., player: _Optional[_Union[Entrant, _Mapping]] = ..., detail: _Optional[str] = ...) -> None: ...

class MatchTiming(_message.Message):
    __slots__ = ("thinking_us", "slowest_us", "choices_us", "notes")
    THINKING_US_FIELD_NUMBER: _ClassVar[int]
    SLOWEST_US_FIELD_NUMBER: _ClassVar[int]
    CHOICES_US_FIELD_NUMBER: _ClassVar[int]
    NOTES_FIELD_NUMBER: _ClassVar[int]
    thinking_us: _containers.RepeatedScalarFieldContainer[int]
    slowest_us: _containers.RepeatedScalarFieldContainer[int]
    choices_us: _containers.RepeatedScalarFieldContainer[int]
    notes: _containers.RepeatedCompositeFieldContainer[Note]
    def __init__(self, thinking_us: _Optional[_Iterable[int]] = ..., slowest_us: _Optional[_Iterable[int]] = ..., choices_us: _Optional[_Iterable[int]] = ..., notes: _Optional[_Iterable[_Union[Note, _Mapping]]] = ...) -> None: ...

class Note(_message.Message):
    __slots__ = ("action_count", "text")
    ACTION_COUNT_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    action_count: int
    text: str
    def __init__(self, action_count: _Optional[int] = ..., text: _Optional[str] = ...) -> None: ...
