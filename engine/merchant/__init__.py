"""Merchant Raider III: ten captains, five alliances, a week at sea in steps of five minutes."""
