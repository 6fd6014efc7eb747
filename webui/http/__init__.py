"""The page over HTTP: addresses, who may open them, streams, templates and scripts."""
