"""From a source to the table: the vision thread, its decks and enrolment."""
