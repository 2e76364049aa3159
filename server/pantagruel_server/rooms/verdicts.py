"""Which games of a race are known to be dead; it goes with the epoch that found it out."""

from collections.abc import Callable
from functools import partial

from pantagruel_engine.seen import seen_by_player
from pantagruel_engine.verdict import Answer, glance
from pantagruel_engine.verdict import Verdict as Word
from pantagruel_protocol.server_messages import Verdict
from pantagruel_server.race.events import Event, GameDied, MovePlayed
from pantagruel_server.race.prospects import due
from pantagruel_server.race.state import Race
from pantagruel_server.rooms.searcher import Searcher

News = tuple[str, Verdict]  # a player, and what to tell
Found = Callable[[str, Verdict], None]


class Verdicts:
    """What was proved of the games of one race. A dead game stays dead, so nothing is taken back.

    *found* hears of games that a search has proved dead, later than their commands.
    """

    def __init__(self, race: Race, searcher: Searcher, found: Found) -> None:
        self._race = race
        self._searcher = searcher
        self._found = found
        self._dead: dict[int, Answer] = {}

    def after(self, events: tuple[Event, ...]) -> GameDied | News | None:
        """Look at the game in which a move was played, if it is time to.

        Answer the event that ends it, if nothing can be won or paid any more, or the news that it
        is dead.
        """
        if not events or not isinstance(events[0], MovePlayed):
            return None
        number = events[0].seat
        seat = self._race.seats[number]
        known = number in self._dead
        if seat.ended is not None or not (known or due(seat)):
            return None
        seen = seen_by_player(seat.board)
        answer = glance(seen)
        if answer.spent:
            return GameDied(number, self._race.ms)
        if known:
            return None
        if answer.verdict is Word.DEAD:
            return self._news(number, answer)
        if answer.verdict is Word.UNDECIDED:
            self._searcher.ask((self._race.id, number), seen, partial(self._searched, number))
        return None

    def look_again(self) -> None:
        """Find out what was known before the race came out of the journal."""
        for number, seat in enumerate(self._race.seats):
            if seat.game is not None and seat.ended is None:
                answer = glance(seen_by_player(seat.game))
                if answer.verdict is Word.DEAD:
                    self._dead[number] = answer

    def message(self, player: str) -> Verdict | None:
        """Tell a player that the own game is dead, if that is known and the game goes on."""
        number = self._race.seat_of(player)
        answer = None if number is None else self._dead.get(number)
        if number is None or answer is None or self._race.seats[number].ended is not None:
            return None
        return Verdict(self._race.seats[number].n, "dead", answer.pays)

    def _news(self, number: int, answer: Answer) -> News:
        self._dead[number] = answer
        seat = self._race.seats[number]
        return seat.player, Verdict(seat.n, "dead", answer.pays)

    def _searched(self, number: int, answer: Answer) -> None:
        ended = self._race.seats[number].ended is not None
        if answer.verdict is Word.DEAD and not ended and number not in self._dead:
            self._found(*self._news(number, answer))
