"""What every ruleset is built from."""
