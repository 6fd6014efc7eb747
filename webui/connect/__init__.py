"""What the table tells other programs: one stream of events, and the connections that pass them on."""
