"""Where cards lie: proposals, corners, faces."""
