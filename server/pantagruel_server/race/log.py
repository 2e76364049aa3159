"""What a seat was told, frame by frame; acks, of which there are hundreds, are kept small."""

from collections.abc import Iterator, Sequence
from typing import overload

from msgspec import msgpack
from msgspec.structs import astuple

from pantagruel_protocol.server_messages import Ack, SeatFrame
from pantagruel_protocol.values import Ending

# The fields of an ack, in their order.
_Packed = tuple[
    int,
    int,
    int,
    int,
    int,
    int,
    int,
    int,
    int,
    int,
    tuple[str, ...],
    str | None,
    tuple[str, ...],
    int,
    Ending | None,
]
_ENCODER = msgpack.Encoder()
_DECODER = msgpack.Decoder(_Packed)


class Log(Sequence[SeatFrame]):
    """Frames in order; acks lie packed, at a quarter of their size, until somebody asks."""

    __slots__ = ("_frames",)

    def __init__(self) -> None:
        self._frames: list[SeatFrame | bytes] = []

    def append(self, frame: SeatFrame) -> None:
        """Add the next frame."""
        packed = _ENCODER.encode(astuple(frame)) if type(frame) is Ack else frame
        self._frames.append(packed)

    def __len__(self) -> int:
        return len(self._frames)

    def __iter__(self) -> Iterator[SeatFrame]:
        return map(_unpacked, self._frames)

    @overload
    def __getitem__(self, index: int) -> SeatFrame: ...

    @overload
    def __getitem__(self, index: slice) -> list[SeatFrame]: ...

    def __getitem__(self, index: int | slice) -> SeatFrame | list[SeatFrame]:
        if isinstance(index, slice):
            return list(map(_unpacked, self._frames[index]))
        return _unpacked(self._frames[index])


def _unpacked(frame: SeatFrame | bytes) -> SeatFrame:
    return Ack(*_DECODER.decode(frame)) if isinstance(frame, bytes) else frame
