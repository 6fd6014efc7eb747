"""The snapshots: one for each role, published when there is news."""
