"""Dragon: turns of ten rounds, phases bought and given up, pools of ten-sided dice (G1 to G9)."""
