"""The kinds of throw: one class for each, which knows its document, its throwers, its odds and its answer."""
