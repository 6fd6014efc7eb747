"""People at the table: hands and sleeves, faces, and captions of a broadcast."""
