"""What the table tells: the snapshot for each role, written when there is something new."""
