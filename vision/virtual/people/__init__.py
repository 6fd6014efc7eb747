"""Who sits at the table: hands and sleeves, faces, and what a broadcast writes over them."""
