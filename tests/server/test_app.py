"""The whole server, from start to stop."""

from pantagruel_protocol.client_messages import Bank
from pantagruel_protocol.replay_file import read
from pantagruel_protocol.server_messages import Ack, Deal, Over, Results, Reveal
from pantagruel_protocol.verify import verify
from tests.server.house import House


async def test_a_race(house: House) -> None:
    """Two players race one deal: dealt at T0, answered, ranked, and told the key at the end."""
    async with house.peer("Panurge") as host, house.peer("Epistemon") as guest:
        await house.race(host, guest)
        ack = await host.play(1, "D")
        house.clock.advance(500)
        for n, peer in ((2, host), (1, guest)):
            await peer.say(Bank(n))
        table = [await peer.until(Results) for peer in (host, guest)]
        reveal = await host.until(Reveal)
        status, replay = await house.get(reveal.replay)

        assert status == 200
        assert verify(read(replay)) is None
        assert isinstance(ack, Ack)
        assert ack.draws == 1
        assert [row.result.place for row in table[0].rows] == [1, 1]
        assert table[0].rows == table[1].rows
        assert [Deal, Ack, Ack, Over, Results, Reveal] == [
            type(frame) for frame in host.heard if hasattr(frame, "s")
        ]
