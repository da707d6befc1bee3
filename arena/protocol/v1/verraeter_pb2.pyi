from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class House(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    HOUSE_UNSPECIFIED: _ClassVar[House]
    HOUSE_EAGLE: _ClassVar[House]
    HOUSE_ROSE: _ClassVar[House]

class Landscape(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LANDSCAPE_UNSPECIFIED: _ClassVar[Landscape]
    LANDSCAPE_WASTE: _ClassVar[Landscape]
    LANDSCAPE_PASTURE: _ClassVar[Landscape]
    LANDSCAPE_RIVER: _ClassVar[Landscape]
    LANDSCAPE_FOREST: _ClassVar[Landscape]
    LANDSCAPE_VILLAGE: _ClassVar[Landscape]
    LANDSCAPE_CITY: _ClassVar[Landscape]

class Building(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BUILDING_UNSPECIFIED: _ClassVar[Building]
    BUILDING_ESTATE: _ClassVar[Building]
    BUILDING_TRADING_POST: _ClassVar[Building]

class Role(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ROLE_UNSPECIFIED: _ClassVar[Role]
    ROLE_TRAITOR: _ClassVar[Role]
    ROLE_DIPLOMAT_2: _ClassVar[Role]
    ROLE_DIPLOMAT_5: _ClassVar[Role]
    ROLE_BUILDER: _ClassVar[Role]
    ROLE_STRATEGIST: _ClassVar[Role]
    ROLE_FARMER: _ClassVar[Role]
HOUSE_UNSPECIFIED: House
HOUSE_EAGLE: House
HOUSE_ROSE: House
LANDSCAPE_UNSPECIFIED: Landscape
LANDSCAPE_WASTE: Landscape
LANDSCAPE_PASTURE: Landscape
LANDSCAPE_RIVER: Landscape
LANDSCAPE_FOREST: Landscape
LANDSCAPE_VILLAGE: Landscape
LANDSCAPE_CITY: Landscape
BUILDING_UNSPECIFIED: Building
BUILDING_ESTATE: Building
BUILDING_TRADING_POST: Building
ROLE_UNSPECIFIED: Role
ROLE_TRAITOR: Role
ROLE_DIPLOMAT_2: Role
ROLE_DIPLOMAT_5: Role
ROLE_BUILDER: Role
ROLE_STRATEGIST: Role
ROLE_FARMER: Role

class VerraeterSetup(_message.Message):
    __slots__ = ("circle_landscape", "base", "winner_points")
    CIRCLE_LANDSCAPE_FIELD_NUMBER: _ClassVar[int]
    BASE_FIELD_NUMBER: _ClassVar[int]
    WINNER_POINTS_FIELD_NUMBER: _ClassVar[int]
    circle_landscape: _containers.RepeatedScalarFieldContainer[Landscape]
    base: _containers.RepeatedScalarFieldContainer[int]
    winner_points: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, circle_landscape: _Optional[_Iterable[_Union[Landscape, str]]] = ..., base: _Optional[_Iterable[int]] = ..., winner_points: _Optional[_Iterable[int]] = ...) -> None: ...

class VerraeterView(_message.Message):
    __slots__ = ("round", "phase", "start", "strategist", "conflict", "winner", "circle_house", "building_kind", "building_seat", "house", "score", "hand_sizes", "role", "played", "discard", "pile_size", "hand", "pick", "offered", "aside", "entitlement", "draw_slot")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    STRATEGIST_FIELD_NUMBER: _ClassVar[int]
    CONFLICT_FIELD_NUMBER: _ClassVar[int]
    WINNER_FIELD_NUMBER: _ClassVar[int]
    CIRCLE_HOUSE_FIELD_NUMBER: _ClassVar[int]
    BUILDING_KIND_FIELD_NUMBER: _ClassVar[int]
    BUILDING_SEAT_FIELD_NUMBER: _ClassVar[int]
    HOUSE_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    HAND_SIZES_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    PLAYED_FIELD_NUMBER: _ClassVar[int]
    DISCARD_FIELD_NUMBER: _ClassVar[int]
    PILE_SIZE_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    PICK_FIELD_NUMBER: _ClassVar[int]
    OFFERED_FIELD_NUMBER: _ClassVar[int]
    ASIDE_FIELD_NUMBER: _ClassVar[int]
    ENTITLEMENT_FIELD_NUMBER: _ClassVar[int]
    DRAW_SLOT_FIELD_NUMBER: _ClassVar[int]
    round: int
    phase: int
    start: int
    strategist: int
    conflict: int
    winner: House
    circle_house: _containers.RepeatedScalarFieldContainer[House]
    building_kind: _containers.RepeatedScalarFieldContainer[Building]
    building_seat: _containers.RepeatedScalarFieldContainer[int]
    house: _containers.RepeatedScalarFieldContainer[House]
    score: _containers.RepeatedScalarFieldContainer[int]
    hand_sizes: _containers.RepeatedScalarFieldContainer[int]
    role: _containers.RepeatedScalarFieldContainer[Role]
    played: _containers.RepeatedScalarFieldContainer[int]
    discard: _containers.RepeatedScalarFieldContainer[int]
    pile_size: int
    hand: _containers.RepeatedScalarFieldContainer[int]
    pick: Role
    offered: _containers.RepeatedScalarFieldContainer[Role]
    aside: Role
    entitlement: int
    draw_slot: int
    def __init__(self, round: _Optional[int] = ..., phase: _Optional[int] = ..., start: _Optional[int] = ..., strategist: _Optional[int] = ..., conflict: _Optional[int] = ..., winner: _Optional[_Union[House, str]] = ..., circle_house: _Optional[_Iterable[_Union[House, str]]] = ..., building_kind: _Optional[_Iterable[_Union[Building, str]]] = ..., building_seat: _Optional[_Iterable[int]] = ..., house: _Optional[_Iterable[_Union[House, str]]] = ..., score: _Optional[_Iterable[int]] = ..., hand_sizes: _Optional[_Iterable[int]] = ..., role: _Optional[_Iterable[_Union[Role, str]]] = ..., played: _Optional[_Iterable[int]] = ..., discard: _Optional[_Iterable[int]] = ..., pile_size: _Optional[int] = ..., hand: _Optional[_Iterable[int]] = ..., pick: _Optional[_Union[Role, str]] = ..., offered: _Optional[_Iterable[_Union[Role, str]]] = ..., aside: _Optional[_Union[Role, str]] = ..., entitlement: _Optional[int] = ..., draw_slot: _Optional[int] = ...) -> None: ...
