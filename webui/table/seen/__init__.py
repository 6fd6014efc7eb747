"""What lies on the table, as the camera sees it and people have it: cards, places, seats, the throw."""
