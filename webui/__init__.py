"""The application: command line, page, storage. The only package that imports the others."""
