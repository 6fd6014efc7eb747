"""The subcommands of `clashcam`, one module for each field."""
