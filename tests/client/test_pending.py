"""Pending requests: numbered, answered once, sent again in order, refused with what was before."""

import pytest

from pantagruel_client.errors import ConnectionLost, MoveRefused, RequestRefused
from pantagruel_client.pending import Pending
from pantagruel_protocol.client_messages import Play, Start
from pantagruel_protocol.codes import Code
from pantagruel_protocol.server_messages import Ack, Ok, Refused


def ack(n: int) -> Ack:
    """Make an ack of which only the number matters."""
    return Ack(n + 1, n, 0, 0, 0, 0, 36, 0, n, 0)


def sent(pending: Pending) -> list[object]:
    """Take everything that is unsent."""
    taken: list[object] = []
    while message := pending.take_unsent():
        taken.append(message)
    return taken


async def test_numbers_follow_each_other() -> None:
    """N counts on over what is in flight, q over everything that was ever asked."""
    pending = Pending()
    for n in (1, 2, 3):
        assert pending.next_n == n
        assert not pending.give(Play(n, "D")).done()

    assert [pending.next_q(), pending.next_q()] == [1, 2]


async def test_an_ack_resolves_its_command() -> None:
    """The ack reaches whoever gave the command, and the number is used up."""
    pending = Pending()
    one, two = pending.give(Play(1, "D")), pending.give(Play(2, "D"))
    sent(pending)
    pending.answer(ack(1))

    assert one.result() == ack(1)
    assert not two.done()
    assert pending.accepted == 1
    assert pending.next_n == 3


async def test_a_refusal_takes_those_behind_with_it() -> None:
    """When n is refused those that followed it are stale, and n is free again."""
    pending = Pending()
    one, two, three = (pending.give(Play(n, "D")) for n in (1, 2, 3))
    sent(pending)
    pending.answer(ack(1))
    pending.answer(Refused(Code.ILLEGAL, "no", n=2, reason="king-only", cards=("QH",)))
    refused, behind = two.exception(), three.exception()

    assert one.done()
    assert isinstance(refused, MoveRefused)
    assert (refused.code, refused.reason, refused.cards) == (Code.ILLEGAL, "king-only", ("QH",))
    assert isinstance(behind, MoveRefused)
    assert behind.code == Code.STALE
    assert pending.next_n == 2


async def test_late_refusals_do_not_hit_new_commands() -> None:
    """The stale answer that is still owed to an old command is not taken for a new one's."""
    pending = Pending()
    doomed = [pending.give(Play(n, "D")) for n in (1, 2)]
    sent(pending)
    pending.answer(Refused(Code.ILLEGAL, "no", n=1))
    new = [pending.give(Play(n, "R")) for n in (1, 2)]
    sent(pending)
    pending.answer(Refused(Code.STALE, "ahead", n=2, expected=1))
    pending.answer(ack(1))
    pending.answer(ack(2))

    assert all(future.exception() for future in doomed)
    assert [future.result().n for future in new] == [1, 2]


async def test_a_new_socket_gets_what_has_no_answer() -> None:
    """Commands go out again first, in the order of n, then requests; the answered do not."""
    pending = Pending()
    one = pending.give(Play(1, "D"))
    start = Start(pending.next_q())
    waiting = pending.ask(start)
    two = pending.give(Play(2, "D"))
    sent(pending)
    pending.answer(ack(1))
    pending.socket_gone()

    assert sent(pending) == [Play(2, "D"), start]
    pending.answer(Ok(start.q))
    assert [one.done(), waiting.done(), two.done()] == [True, True, False]


async def test_refused_commands_are_not_sent_again() -> None:
    """What was doomed by a refusal stays away from the new socket."""
    pending = Pending()
    futures = [pending.give(Play(n, "D")) for n in (1, 2)]
    sent(pending)
    pending.answer(Refused(Code.ILLEGAL, "no", n=1))
    pending.socket_gone()

    assert sent(pending) == []
    assert all(future.exception() for future in futures)


async def test_an_ack_of_an_older_socket_counts() -> None:
    """A resume brings the ack of a command that this socket did not send."""
    pending = Pending()
    future = pending.give(Play(1, "D"))
    sent(pending)
    pending.socket_gone()

    assert pending.find(1) == Play(1, "D")
    pending.answer(ack(1))
    assert future.result() == ack(1)
    assert sent(pending) == []


async def test_whoever_gave_up_waiting_disturbs_nobody() -> None:
    """A cancelled wait leaves the command in flight, with its number."""
    pending = Pending()
    pending.give(Play(1, "D")).cancel()
    two = pending.give(Play(2, "D"))
    sent(pending)
    pending.answer(ack(1))
    pending.answer(ack(2))

    assert two.result() == ack(2)


async def test_a_cancelled_command_is_still_sent_again() -> None:
    """Those behind it count on its number."""
    pending = Pending()
    pending.give(Play(1, "D")).cancel()
    two = pending.give(Play(2, "D"))
    sent(pending)
    pending.socket_gone()

    assert sent(pending) == [Play(1, "D"), Play(2, "D")]
    assert not two.done()


async def test_a_suspended_command_waits() -> None:
    """The refusal of a race without a journal is no answer: the command goes out again."""
    pending = Pending()
    future = pending.give(Play(1, "D"))
    sent(pending)
    pending.answer(Refused(Code.SUSPENDED, "wait", n=1))
    pending.socket_gone()

    assert not future.done()
    assert sent(pending) == [Play(1, "D")]


async def test_nobody_is_left_waiting() -> None:
    """When the line is gone everybody is told."""
    pending = Pending()
    acked, answered = pending.give(Play(1, "D")), pending.ask(Start(1))
    pending.fail(ConnectionLost("gone"))

    assert isinstance(acked.exception(), ConnectionLost)
    assert isinstance(answered.exception(), ConnectionLost)


async def test_a_refused_request_raises() -> None:
    """Requests are refused by q, with code and words; a second answer is nobody's."""
    pending = Pending()
    asked = pending.ask(Start(7))
    pending.answer(Refused(Code.NOT_HOST, "only the host may", q=7))
    pending.answer(Ok(7))

    with pytest.raises(RequestRefused, match="only the host may"):
        await asked
