"""Load: many scripted players and watchers, who speak raw frames and measure what comes back."""
