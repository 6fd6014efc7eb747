"""Detection: proposals, corners, faces."""
