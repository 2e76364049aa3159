"""What can go wrong in the server, in words for whoever runs it."""


class ServerError(Exception):
    """The server cannot start or go on; the text is one line that says what to do."""
