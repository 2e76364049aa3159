"""In which race a client is, and as what: seated, watching, or both once its game is over."""

from pantagruel_client.errors import RequestRefused
from pantagruel_client.lookout import Lookout
from pantagruel_client.seat import Seat
from pantagruel_protocol.client_messages import Command, Join, Watch
from pantagruel_protocol.dialogue import Phase
from pantagruel_protocol.server_messages import Ok, Refused, Rematched, ServerMessage


class Roles:
    """The places that a connection has, which change when the server says so, not when asked.

    `me` is the own player id.
    """

    def __init__(self) -> None:
        self.me = ""
        self.seat: Seat | None = None
        self.lookout: Lookout | None = None
        self._moves: dict[int, Seat | Lookout | None] = {}
        self._returns: dict[int, Seat | Lookout] = {}

    @property
    def places(self) -> tuple[Seat | Lookout, ...]:
        """The places that are taken, the seat first."""
        return tuple(place for place in (self.seat, self.lookout) if place is not None)

    def move(self, q: int, to: Seat | Lookout | None) -> None:
        """Be about to go to *to*, by the request *q*; to None is away."""
        self._moves[q] = to

    def come_back(self, q: int, place: Seat | Lookout) -> Join | Watch:
        """Answer the request that leads a new socket back to *place*."""
        self._returns[q] = place
        return place.come_back(q)

    def socket_gone(self) -> None:
        """Forget what the old socket was asked in order to come back."""
        self._returns.clear()

    def hear(self, message: ServerMessage, command: Command | None, phase: Phase) -> None:
        """Let *message* change where the client is, or what it sees there.

        *phase* is that of the talk after it.
        """
        match message:
            case Ok(q=q):
                self._granted(q, phase)
            case Refused(q=int(q)):
                self._moves.pop(q, None)
                self._missed(q, message)
            case Rematched():
                self._carry(message)
            case _:
                for place in self.places:
                    place.hear(message, command)

    def give_up(self, place: Seat | Lookout, why: Exception) -> None:
        """Lose a place: there is no way back to it."""
        place.lost(why)
        if place is self.seat:
            self.seat = None
        elif place is self.lookout:
            self.lookout = None

    def _granted(self, q: int, phase: Phase) -> None:
        back = self._returns.pop(q, None)
        if isinstance(back, Lookout):
            back.fresh(self.me)
        if q in self._moves:
            self._arrive(self._moves.pop(q), phase)

    def _missed(self, q: int, refused: Refused) -> None:
        back = self._returns.pop(q, None)
        if back is not None:
            self.give_up(back, RequestRefused(refused.code, refused.why))

    def _arrive(self, to: Seat | Lookout | None, phase: Phase) -> None:
        """Go to another place; a seat whose game is over stays while its player looks around."""
        if self.lookout is not None:
            self.lookout.leave()
            self.lookout = None
        seat = self.seat
        if seat is not None and phase is not Phase.DONE:
            seat.leave()
            self.seat = None
        if isinstance(to, Seat):
            self.seat = to
        elif to is not None:
            self.lookout = to
            if self.seat is not None and self.seat.view is not None:
                to.enter_from(self.seat.view)

    def _carry(self, message: Rematched) -> None:
        seat, lookout = self.seat, self.lookout
        if seat is not None:
            self.seat = Seat(self.me, message.code)
            seat.carry(self.seat, message)
            if lookout is not None:
                lookout.leave()
                self.lookout = None
        elif lookout is not None:
            self.lookout = Lookout(self.me, message.code)
            lookout.carry(self.lookout, message)
