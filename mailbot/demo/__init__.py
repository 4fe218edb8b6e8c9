"""A whole game in under a minute: players, their mail programs, a post office, the service."""
