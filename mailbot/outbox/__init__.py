"""Letters out: written once with their final bytes, sent until they are delivered."""
