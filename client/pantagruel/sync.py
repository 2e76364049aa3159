"""The public face of the blocking client: `from pantagruel.sync import Client`."""

from pantagruel_client.sync import Client, Race, Races, Replays, Watch

__all__ = ["Client", "Race", "Races", "Replays", "Watch"]
