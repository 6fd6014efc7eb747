"""How the first version saw: outlines and local features alone; ``clashcam bench`` measures beside it."""
