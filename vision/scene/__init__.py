"""What lies and moves on the table besides the cards."""
