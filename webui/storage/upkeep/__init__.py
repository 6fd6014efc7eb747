"""What is done to a log beside playing: copies, clearing, taking over, saving what is damaged."""
