"""One race, pure: decide what a command means, apply what happened, show who may see what."""
