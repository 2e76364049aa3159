"""The pure rules of Pantagruel: no input or output, no clock, no chance of their own."""
