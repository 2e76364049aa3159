"""From a race to the one that follows it, with everybody who is there."""

from pantagruel_protocol.codes import Code
from pantagruel_protocol.server_messages import Ack, Error, Rematched
from pantagruel_server.race.commands import JoinRace, Refusal
from pantagruel_server.rooms.actor import Actor
from pantagruel_server.rooms.audience import Socket

_NOT_OVER = Refusal(Code.NOT_OVER, "the race goes on; a rematch comes after it")
_NOT_HOST = Refusal(Code.NOT_HOST, "only the host may call for a rematch while there")
_BUSY = Refusal(Code.BUSY, "the rematch is being opened")


class Carried:
    """The answer that somebody carried along gets: none but the room, or why it failed."""

    def __init__(self, socket: Socket) -> None:
        self._socket = socket

    def accepted(self) -> None:
        pass

    def repeated(self, _ack: Ack) -> None:
        pass

    def refused(self, refusal: Refusal) -> None:
        self._socket.send(Error(refusal.code, refusal.why))


def forbidden(actor: Actor, player: str) -> Refusal | None:
    """Say what stands against *player* calling for a rematch, if anything does.

    The host may, or if the host has gone, anybody who raced.
    """
    race = actor.race
    if race.phase != "finished":
        return _NOT_OVER
    there = actor.audience.on | actor.audience.who_watch
    if race.host != player and (race.host in there or race.seat_of(player) is None):
        return _NOT_HOST
    return _BUSY if actor.opening_rematch else None


def carry(old: Actor, new: Actor) -> None:
    """Lead every socket of *old* over: players to seats, in their old order, watchers to watch."""
    order = {seat.player: number for number, seat in enumerate(old.race.seats)}
    people = sorted(old.audience.people(), key=lambda one: order.get(one[0], len(order)))
    for player, socket in people:
        carry_one(old, new, player, socket)


def carry_one(old: Actor, new: Actor, player: str, socket: Socket) -> None:
    """Lead one socket over."""
    seated = old.audience.holds(player, socket)
    number = old.race.seat_of(player)
    old.drop(player, socket)
    socket.send(Rematched(new.id, new.code))
    socket.follow(new.id)
    if seated and number is not None:
        seat = old.race.seats[number]
        new.join(JoinRace(player, seat.name, seat.bot), socket, Carried(socket))
    else:
        new.watch(player, socket, Carried(socket))
