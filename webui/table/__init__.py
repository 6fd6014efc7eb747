"""One table at play: its thread, its state, commands, judging and the snapshot of it."""
