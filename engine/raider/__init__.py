"""Raider 4.4: ten turns of ships made of modules between islands on a hex map."""
