"""Making galleries: enrolment, embeddings, self-check."""
