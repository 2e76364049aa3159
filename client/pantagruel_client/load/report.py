"""What a load has to say at its end."""

from msgspec import Struct

from pantagruel_client.load.crowd import Crowd
from pantagruel_client.load.tally import Latency


class Report(Struct, frozen=True, kw_only=True):
    """One run; latencies in ms, from the moment when a move was due to its acknowledgement.

    *unanswered* moves had neither been acknowledged nor refused two seconds after the last one;
    *spent* players have no move left, or were refused one.
    """

    seconds: float
    sent: int
    acks: int
    refused: int
    unanswered: int
    lost: int
    spent: int
    latency: Latency | None
    ack_bytes: int
    player_frames: int
    player_bytes: int
    watcher_frames: int
    watcher_bytes: int

    @classmethod
    def of(cls, crowd: Crowd, seconds: float) -> "Report":
        """Sum up what *crowd* did in *seconds*."""
        tally = crowd.tally
        return cls(
            seconds=seconds,
            sent=tally.sent,
            acks=tally.acks,
            refused=tally.refused,
            unanswered=max(0, tally.sent - tally.acks - tally.refused),
            lost=crowd.lost,
            spent=sum(not player.goes_on for player in crowd.players),
            latency=Latency.of(tally.waits),
            ack_bytes=tally.ack_bytes,
            player_frames=tally.rows + tally.others,
            player_bytes=tally.row_bytes + tally.other_bytes,
            watcher_frames=tally.watched,
            watcher_bytes=tally.watched_bytes,
        )

    def lines(self) -> list[str]:
        """Say it to a person."""
        rate = self.sent / self.seconds if self.seconds else 0
        times = self.latency
        told = "none"
        if times is not None:
            told = f"p50 {times.p50:.1f}, p95 {times.p95:.1f}, p99 {times.p99:.1f} ms"
            told += f", at most {times.max:.1f} ms"
        return [
            f"moves     {self.sent} in {self.seconds:.1f} s, {rate:.0f} a second",
            f"acks      {self.acks}, {self.ack_bytes} bytes; refused {self.refused},"
            f" unanswered {self.unanswered}",
            f"latency   {told}",
            f"players   {self.player_frames} other frames, {self.player_bytes} bytes",
            f"watchers  {self.watcher_frames} frames, {self.watcher_bytes} bytes",
            f"lost      {self.lost} sockets; {self.spent} players had no move left",
        ]
