"""What the owner of one race needs of whoever keeps all races."""

from typing import TYPE_CHECKING, Protocol

from pantagruel_server.clock import Clock
from pantagruel_server.journal.port import Journal
from pantagruel_server.rooms.searcher import Searcher

if TYPE_CHECKING:  # actors are made with a keeper
    from pantagruel_server.rooms.actor import Actor


class Keeper(Protocol):
    """What an actor needs of whoever keeps all races."""

    journal: Journal
    clock: Clock
    searcher: Searcher

    def stirred(self, actor: "Actor") -> None:
        """Call `tell` with the next tick."""

    def troubled(self, actor: "Actor") -> None:
        """Read the race from the journal again, and restore it."""

    def over(self, actor: "Actor") -> None:
        """Archive the race: it is closed or cancelled, and that is on disk."""

    def recorded(self, actor: "Actor") -> None:
        """Forget the race: nobody needs it in memory any more."""

    def same_deal(self, actor: "Actor") -> "list[Actor]":
        """Answer the other live races of a numbered deal, whose cards are the same."""
