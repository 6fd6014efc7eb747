"""From a source to the table: the vision thread, and which decks are looked for."""
