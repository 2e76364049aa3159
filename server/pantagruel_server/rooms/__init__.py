"""Live races: each owned by one actor, all kept in one registry, each with its audience."""
