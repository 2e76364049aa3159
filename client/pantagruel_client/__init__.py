"""The Python client: connection, races, bots, terminal."""
