"""The application: command line, page, storage. The only room that knows the others."""
