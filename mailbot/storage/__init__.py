"""The one place where the service remembers anything."""
