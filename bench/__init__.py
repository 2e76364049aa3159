"""Benchmarks that print ratios; nothing here is a test."""
