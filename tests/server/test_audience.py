"""Who hears of a race."""

from pantagruel_protocol.codes import Code
from pantagruel_protocol.server_messages import Ok, Room, ServerMessage
from pantagruel_protocol.values import Phase, SeatInfo
from pantagruel_server.rooms.audience import Audience
from pantagruel_server.rooms.frames import Parcel


class Ear:
    """A `Socket` that keeps what it hears."""

    def __init__(self) -> None:
        self.shut = False
        self.heard: list[ServerMessage] = []
        self.ends: list[Code] = []

    @property
    def crowded(self) -> bool:
        return False

    def follow(self, race: str) -> None:
        raise NotImplementedError(race)

    def send(self, message: ServerMessage) -> None:
        self.heard.append(message)

    def pass_on(self, parcel: Parcel) -> None:
        self.heard.append(parcel.message)

    def end(self, code: Code) -> None:
        self.shut = True
        self.ends.append(code)


def room(phase: Phase, *players: str) -> Room:
    """Answer a room with *players* in it."""
    seats = tuple(
        SeatInfo(number, player, player, bot=False, ready=True, on=True)
        for number, player in enumerate(players)
    )
    return Room(
        race="r",
        deal_id="d",
        code="c",
        variant="turn1",
        rules="",
        kind="fresh",
        host="anna",
        phase=phase,
        places=2,
        seats=seats,
        limit_ms=1,
        rank_by="time",
    )


def test_the_newest_socket_of_a_seat() -> None:
    """A second socket of one player closes the first, whose leaving then changes nothing."""
    audience, old, new = Audience(), Ear(), Ear()

    assert audience.attach("anna", old)
    assert audience.attach("anna", new)
    assert (old.ends, new.ends) == ([Code.REPLACED], [])
    assert not audience.detach("anna", old)
    assert audience.on == {"anna"}
    assert audience.detach("anna", new)
    assert audience.on == set()


def test_the_same_socket_again() -> None:
    """A socket that enters anew replaces nobody."""
    audience, ear = Audience(), Ear()
    audience.attach("anna", ear)

    assert audience.attach("anna", ear)
    assert ear.ends == []


def test_a_closed_socket_stays_out() -> None:
    """A socket that went while the journal was asked is not let in any more."""
    audience, ear = Audience(), Ear()
    ear.shut = True

    assert not audience.attach("anna", ear)
    assert audience.on == set()


def test_one_and_all() -> None:
    """Some words are for one, some for all, and some for nobody."""
    audience, anna, bert = Audience(), Ear(), Ear()
    audience.to_all(Ok(0))
    audience.attach("anna", anna)
    audience.attach("bert", bert)
    audience.to("anna", Ok(1))
    audience.to_each("anna", [Ok(2), Ok(3)])
    audience.to("carl", Ok(0))
    audience.to_all(Ok(4))

    assert anna.heard == [Ok(1), Ok(2), Ok(3), Ok(4)]
    assert bert.heard == [Ok(4)]


def test_who_has_no_seat_hears_it_once() -> None:
    """A room without one's own seat is the last thing that one hears of a race."""
    audience, anna, bert = Audience(), Ear(), Ear()
    audience.attach("anna", anna)
    audience.attach("bert", bert)
    audience.show(room("countdown", "anna"))
    audience.to_all(Ok(1))

    assert bert.heard == [room("countdown", "anna")]
    assert anna.heard == [room("countdown", "anna"), Ok(1)]
    assert bert.ends == []


def test_nobody_stays_in_a_race_that_is_gone() -> None:
    """A recorded or cancelled race lets its audience go."""
    for phase in ("recorded", "cancelled"):
        audience, anna = Audience(), Ear()
        audience.attach("anna", anna)
        audience.show(room(phase, "anna"))

        assert audience.on == set()
        assert len(anna.heard) == 1


def test_send_all_away() -> None:
    """Everybody is told the same."""
    audience, anna, bert = Audience(), Ear(), Ear()
    audience.attach("anna", anna)
    audience.attach("bert", bert)
    audience.end(Code.FAULT)

    assert anna.ends == bert.ends == [Code.FAULT]
