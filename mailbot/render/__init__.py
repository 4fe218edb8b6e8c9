"""One sheet, one scene, one order form in many forms; nothing here knows a game."""
