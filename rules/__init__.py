"""What cards and dice mean: pure rules, standard library only."""
