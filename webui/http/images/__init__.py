"""Pictures that are drawn to be shown: cards, badges, codes."""
