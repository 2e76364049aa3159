"""The public face of Pantagruel."""
