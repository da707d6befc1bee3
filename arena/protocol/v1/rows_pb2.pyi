from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class RowKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ROW_KIND_UNSPECIFIED: _ClassVar[RowKind]
    ROW_KIND_INTEGERS: _ClassVar[RowKind]
    ROW_KIND_REALS: _ClassVar[RowKind]
    ROW_KIND_TEXT: _ClassVar[RowKind]
ROW_KIND_UNSPECIFIED: RowKind
ROW_KIND_INTEGERS: RowKind
ROW_KIND_REALS: RowKind
ROW_KIND_TEXT: RowKind

class Schema(_message.Message):
    __slots__ = ("rows",)
    ROWS_FIELD_NUMBER: _ClassVar[int]
    rows: _containers.RepeatedCompositeFieldContainer[Row]
    def __init__(self, rows: _Optional[_Iterable[_Union[Row, _Mapping]]] = ...) -> None: ...

class Row(_message.Message):
    __slots__ = ("name", "kind", "width", "of", "hides", "holds")
    NAME_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    WIDTH_FIELD_NUMBER: _ClassVar[int]
    OF_FIELD_NUMBER: _ClassVar[int]
    HIDES_FIELD_NUMBER: _ClassVar[int]
    HOLDS_FIELD_NUMBER: _ClassVar[int]
    name: str
    kind: RowKind
    width: int
    of: str
    hides: bool
    holds: str
    def __init__(self, name: _Optional[str] = ..., kind: _Optional[_Union[RowKind, str]] = ..., width: _Optional[int] = ..., of: _Optional[str] = ..., hides: _Optional[bool] = ..., holds: _Optional[str] = ...) -> None: ...

class Values(_message.Message):
    __slots__ = ("ints", "lengths", "reals", "texts")
    INTS_FIELD_NUMBER: _ClassVar[int]
    LENGTHS_FIELD_NUMBER: _ClassVar[int]
    REALS_FIELD_NUMBER: _ClassVar[int]
    TEXTS_FIELD_NUMBER: _ClassVar[int]
    ints: _containers.RepeatedScalarFieldContainer[int]
    lengths: _containers.RepeatedScalarFieldContainer[int]
    reals: _containers.RepeatedScalarFieldContainer[float]
    texts: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, ints: _Optional[_Iterable[int]] = ..., lengths: _Optional[_Iterable[int]] = ..., reals: _Optional[_Iterable[float]] = ..., texts: _Optional[_Iterable[str]] = ...) -> None: ...
