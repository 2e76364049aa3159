"""What client and server say to each other, and the form of a replay."""
