"""What people do: throws on a clock, and every way to lay cards for a single picture."""
