"""Making of galleries: enrolment, embeddings, self-check."""
