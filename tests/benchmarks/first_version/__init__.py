"""A baseline: the first version of seeing, outlines and local features; see `tests.benchmarks.speed`."""
