"""Sessions kept on disk, with what the networks answered, so that a tracker replays one in seconds."""
