"""What outlasts the program: evenings, events, pictures, and where they lie."""
