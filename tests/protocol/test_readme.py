"""`protocol/README.md`, from which a bot can be written in any language, is true."""

import re
from typing import Any

import msgspec
import pytest

from pantagruel_engine.deal import commitment
from pantagruel_protocol import reference
from pantagruel_protocol.client_messages import ClientMessage
from pantagruel_protocol.dialogue import Dialogue, Phase, Side
from pantagruel_protocol.frames import CLIENT_FRAME, Message
from pantagruel_protocol.http_api import MAX_LIMIT_MS, MIN_LIMIT_MS, Created, NewRace
from pantagruel_protocol.json_codec import JsonCodec
from pantagruel_protocol.replay_file import read, write
from pantagruel_protocol.server_messages import Countdown, Reveal, Room
from pantagruel_protocol.verify import FORFEIT_FROM_MS, verify
from pantagruel_server.race.limits import LIMITS_MS, PASSES, SEATS, SEED_TEXT, USUAL_LIMIT_MS
from tests.protocol import session
from tests.protocol.test_chain import STAGES, by_the_book

TEXT = (session.FOLDER / "README.md").read_text("utf-8")
CODEC = JsonCodec()
LINES = TEXT.split("<!-- the worked session -->\n```\n")[1].split("```")[0].splitlines()


def decoded(line: str) -> Message:
    """Read one line of the session."""
    frame = line[2:].encode()
    return CODEC.decode_client(frame) if line[0] == ">" else CODEC.decode_server(frame)


TALK = [decoded(line) for line in LINES if line[0] != "#"]


def test_the_tables_are_fresh() -> None:
    """What is generated is up to date: else run `python -m pantagruel_protocol.schema`."""
    assert reference.filled(TEXT) == TEXT


def test_the_session_is_fresh() -> None:
    """It is what the server's own rules say: else run `python -m tests.protocol.session`."""
    assert session.filled(TEXT) == TEXT


@pytest.mark.parametrize("number", [number for number, line in enumerate(LINES) if line[0] != "#"])
def test_every_line_decodes(number: int) -> None:
    """Each line is a message of its side, in the very bytes that our encoder writes."""
    assert LINES[number][2:].encode() == CODEC.encode(decoded(LINES[number]))


def test_the_session_is_a_dialogue() -> None:
    """Both ends find it in order, from the greeting to the lobby again."""
    ends = {side: Dialogue(side) for side in Side}
    for line in LINES:
        if line[0] == "#":
            if "On a new socket" in line:
                ends = {side: Dialogue(side) for side in Side}
            continue
        speaker = Side.CLIENT if line[0] == ">" else Side.SERVER
        for side, dialogue in ends.items():
            if side is speaker:
                dialogue.send(decoded(line))
            else:
                assert dialogue.receive(decoded(line)) is None

    assert {(Phase.LOBBY, 0)} == {(end.phase, end.s) for end in ends.values()}


def test_the_session_shows_most_of_what_is_said() -> None:
    """Whoever reads it has met the messages of an ordinary race."""
    shown = {type(message).__name__ for message in TALK}

    assert {"Hello", "Join", "Ready", "Start", "Play", "Bank", "Leave"} <= shown
    assert {"Deal", "Ack", "Refused", "Progress", "Over", "Results", "Reveal"} <= shown


def test_the_commitment_of_the_session() -> None:
    """What `reveal` tells makes the commitment that `room` showed before."""
    room = next(message for message in TALK if isinstance(message, Room))
    countdown = next(message for message in TALK if isinstance(message, Countdown))
    reveal = next(message for message in TALK if isinstance(message, Reveal))
    assert reveal.salt is not None
    assert reveal.server_seed is not None
    salt, seed = bytes.fromhex(reveal.salt), bytes.fromhex(reveal.server_seed)

    assert room.commit == commitment(salt, room.deal_id, room.rules, 1, seed).hex()
    assert countdown.nonces == reveal.nonces


def test_the_vector() -> None:
    """The replay beside the page is that of the session and in order."""
    data = session.REPLAY.read_bytes()

    assert session.session()[1] == read(data)
    assert data == write(read(data))
    assert verify(read(data)) is None


def test_the_chain_by_the_book() -> None:
    """The stages on the page have the hashes that the definition gives, written a second time."""
    block = TEXT.split("<!-- the stages -->\n```\n")[1].split("```")[0].splitlines()
    hashes = dict(line.split() for line in block[::2])

    assert list(STAGES) == list(hashes)
    assert hashes == by_the_book(msgspec.json.decode(session.REPLAY.read_bytes()))


def test_the_body_of_a_new_race() -> None:
    """The tables of HTTP have the server's own fields and numbers."""
    part = TEXT.split("### `POST /api/races`")[1].split("### `GET")[0]
    rows = re.findall(r"^\| `(\w+)` \|([^|]*)\|", part, re.MULTILINE)
    forms = {name: form.strip() for name, form in rows}

    assert [*NewRace.__struct_fields__, *Created.__struct_fields__] == [row[0] for row in rows]
    assert forms["seats"] == f"integer 1..{SEATS}"
    assert forms["limit_ms"] == f"integer {MIN_LIMIT_MS}..{MAX_LIMIT_MS}"
    assert forms["passes"] == f"integer 1..{PASSES}"
    assert forms["seed"] == f"text 1..{SEED_TEXT}"
    assert f"{LIMITS_MS['strict-royal']} for `strict-royal`, else {USUAL_LIMIT_MS}" in part


def test_numbers_in_the_prose() -> None:
    """The limits that the prose names are those of the code."""
    assert f"at most {CLIENT_FRAME:,} bytes" in TEXT
    assert "first five seconds" in TEXT
    assert FORFEIT_FROM_MS == 5_000


def test_links_on_the_page() -> None:
    """Every link to a part of the page finds its heading."""
    headings = re.findall(r"^#+ (.+)$", TEXT, re.MULTILINE)
    anchors = {re.sub(r"[^a-z0-9 -]", "", head.lower()).replace(" ", "-") for head in headings}
    links: list[Any] = re.findall(r"\]\(#([^)]+)\)", TEXT)

    assert [link for link in links if link not in anchors] == []


def test_links_to_other_files() -> None:
    """Every link to another file of the project finds it."""
    links: list[str] = re.findall(r"\]\(([^)#:]+)[)#]", TEXT)

    assert [link for link in links if not (session.FOLDER / link).exists()] == []
    assert "../docs/deal.md" in links


def test_messages_are_frames() -> None:
    """No line of a client is longer than a frame may be."""
    assert all(
        len(CODEC.encode(message)) <= CLIENT_FRAME
        for message in TALK
        if isinstance(message, ClientMessage)
    )
