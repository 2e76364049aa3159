"""Where the world meets the server: HTTP, sockets, and the limits on both."""
