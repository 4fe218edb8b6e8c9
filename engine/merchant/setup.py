from __future__ import annotations
def open_game(state, orders, dice):
    raise NotImplementedError
