"""What cards lie on: painted in millimetres, painted as pictures, or photographed."""
