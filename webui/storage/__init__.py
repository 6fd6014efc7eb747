"""What outlasts the program: sessions, events, pictures, and where they lie."""
