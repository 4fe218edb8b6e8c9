"""Games: sign-up, deadlines, turns, and what players are told."""
