from arena.protocol.v1 import hetverraad_pb2 as _hetverraad_pb2
from arena.protocol.v1 import rows_pb2 as _rows_pb2
from arena.protocol.v1 import verraeter_pb2 as _verraeter_pb2
from google.protobuf import any_pb2 as _any_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class BotMessage(_message.Message):
    __slots__ = ("hello", "choices")
    HELLO_FIELD_NUMBER: _ClassVar[int]
    CHOICES_FIELD_NUMBER: _ClassVar[int]
    hello: Hello
    choices: Choices
    def __init__(self, hello: _Optional[_Union[Hello, _Mapping]] = ..., choices: _Optional[_Union[Choices, _Mapping]] = ...) -> None: ...

class ArenaMessage(_message.Message):
    __slots__ = ("welcome", "batch", "goodbye")
    WELCOME_FIELD_NUMBER: _ClassVar[int]
    BATCH_FIELD_NUMBER: _ClassVar[int]
    GOODBYE_FIELD_NUMBER: _ClassVar[int]
    welcome: Welcome
    batch: Batch
    goodbye: Goodbye
    def __init__(self, welcome: _Optional[_Union[Welcome, _Mapping]] = ..., batch: _Optional[_Union[Batch, _Mapping]] = ..., goodbye: _Optional[_Union[Goodbye, _Mapping]] = ...) -> None: ...

class Hello(_message.Message):
    __slots__ = ("protocol_version", "token", "name", "language", "max_matches", "wants_names", "wants_words")
    PROTOCOL_VERSION_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    MAX_MATCHES_FIELD_NUMBER: _ClassVar[int]
    WANTS_NAMES_FIELD_NUMBER: _ClassVar[int]
    WANTS_WORDS_FIELD_NUMBER: _ClassVar[int]
    protocol_version: int
    token: str
    name: str
    language: str
    max_matches: int
    wants_names: bool
    wants_words: bool
    def __init__(self, protocol_version: _Optional[int] = ..., token: _Optional[str] = ..., name: _Optional[str] = ..., language: _Optional[str] = ..., max_matches: _Optional[int] = ..., wants_names: _Optional[bool] = ..., wants_words: _Optional[bool] = ...) -> None: ...

class Welcome(_message.Message):
    __slots__ = ("protocol_version", "arena_version", "max_matches", "bank_ms", "increment_ms")
    PROTOCOL_VERSION_FIELD_NUMBER: _ClassVar[int]
    ARENA_VERSION_FIELD_NUMBER: _ClassVar[int]
    MAX_MATCHES_FIELD_NUMBER: _ClassVar[int]
    BANK_MS_FIELD_NUMBER: _ClassVar[int]
    INCREMENT_MS_FIELD_NUMBER: _ClassVar[int]
    protocol_version: int
    arena_version: str
    max_matches: int
    bank_ms: int
    increment_ms: int
    def __init__(self, protocol_version: _Optional[int] = ..., arena_version: _Optional[str] = ..., max_matches: _Optional[int] = ..., bank_ms: _Optional[int] = ..., increment_ms: _Optional[int] = ...) -> None: ...

class Batch(_message.Message):
    __slots__ = ("starts", "turns", "ends")
    STARTS_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    ENDS_FIELD_NUMBER: _ClassVar[int]
    starts: _containers.RepeatedCompositeFieldContainer[MatchStart]
    turns: _containers.RepeatedCompositeFieldContainer[Turn]
    ends: _containers.RepeatedCompositeFieldContainer[MatchEnd]
    def __init__(self, starts: _Optional[_Iterable[_Union[MatchStart, _Mapping]]] = ..., turns: _Optional[_Iterable[_Union[Turn, _Mapping]]] = ..., ends: _Optional[_Iterable[_Union[MatchEnd, _Mapping]]] = ...) -> None: ...

class MatchStart(_message.Message):
    __slots__ = ("match", "game", "rules_version", "edition", "seats", "seat", "seed", "id", "rules", "verraeter", "hetverraad", "schema", "other")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
    EDITION_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    VERRAETER_FIELD_NUMBER: _ClassVar[int]
    HETVERRAAD_FIELD_NUMBER: _ClassVar[int]
    SCHEMA_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    match: int
    game: str
    rules_version: int
    edition: str
    seats: int
    seat: int
    seed: int
    id: str
    rules: str
    verraeter: _verraeter_pb2.VerraeterSetup
    hetverraad: _hetverraad_pb2.HetVerraadSetup
    schema: _rows_pb2.Schema
    other: _any_pb2.Any
    def __init__(self, match: _Optional[int] = ..., game: _Optional[str] = ..., rules_version: _Optional[int] = ..., edition: _Optional[str] = ..., seats: _Optional[int] = ..., seat: _Optional[int] = ..., seed: _Optional[int] = ..., id: _Optional[str] = ..., rules: _Optional[str] = ..., verraeter: _Optional[_Union[_verraeter_pb2.VerraeterSetup, _Mapping]] = ..., hetverraad: _Optional[_Union[_hetverraad_pb2.HetVerraadSetup, _Mapping]] = ..., schema: _Optional[_Union[_rows_pb2.Schema, _Mapping]] = ..., other: _Optional[_Union[_any_pb2.Any, _Mapping]] = ...) -> None: ...

class Turn(_message.Message):
    __slots__ = ("turn_id", "match", "seat", "legal", "bank_ms", "names", "position", "verraeter", "hetverraad", "values", "other")
    TURN_ID_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    LEGAL_FIELD_NUMBER: _ClassVar[int]
    BANK_MS_FIELD_NUMBER: _ClassVar[int]
    NAMES_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    VERRAETER_FIELD_NUMBER: _ClassVar[int]
    HETVERRAAD_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    turn_id: int
    match: int
    seat: int
    legal: _containers.RepeatedScalarFieldContainer[int]
    bank_ms: int
    names: _containers.RepeatedScalarFieldContainer[str]
    position: str
    verraeter: _verraeter_pb2.VerraeterView
    hetverraad: _hetverraad_pb2.HetVerraadView
    values: _rows_pb2.Values
    other: _any_pb2.Any
    def __init__(self, turn_id: _Optional[int] = ..., match: _Optional[int] = ..., seat: _Optional[int] = ..., legal: _Optional[_Iterable[int]] = ..., bank_ms: _Optional[int] = ..., names: _Optional[_Iterable[str]] = ..., position: _Optional[str] = ..., verraeter: _Optional[_Union[_verraeter_pb2.VerraeterView, _Mapping]] = ..., hetverraad: _Optional[_Union[_hetverraad_pb2.HetVerraadView, _Mapping]] = ..., values: _Optional[_Union[_rows_pb2.Values, _Mapping]] = ..., other: _Optional[_Union[_any_pb2.Any, _Mapping]] = ...) -> None: ...

class Choices(_message.Message):
    __slots__ = ("turn_ids", "actions", "notes")
    TURN_IDS_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    NOTES_FIELD_NUMBER: _ClassVar[int]
    turn_ids: _containers.RepeatedScalarFieldContainer[int]
    actions: _containers.RepeatedScalarFieldContainer[int]
    notes: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, turn_ids: _Optional[_Iterable[int]] = ..., actions: _Optional[_Iterable[int]] = ..., notes: _Optional[_Iterable[str]] = ...) -> None: ...

class MatchEnd(_message.Message):
    __slots__ = ("match", "scores", "ranks", "forfeit")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    SCORES_FIELD_NUMBER: _ClassVar[int]
    RANKS_FIELD_NUMBER: _ClassVar[int]
    FORFEIT_FIELD_NUMBER: _ClassVar[int]
    match: int
    scores: _containers.RepeatedScalarFieldContainer[int]
    ranks: _containers.RepeatedScalarFieldContainer[int]
    forfeit: str
    def __init__(self, match: _Optional[int] = ..., scores: _Optional[_Iterable[int]] = ..., ranks: _Optional[_Iterable[int]] = ..., forfeit: _Optional[str] = ...) -> None: ...

class Goodbye(_message.Message):
    __slots__ = ("reason",)
    REASON_FIELD_NUMBER: _ClassVar[int]
    reason: str
    def __init__(self, reason: _Optional[str] = ...) -> None: ...
