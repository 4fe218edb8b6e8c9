"""Orders and letters drawn at random."""

from __future__ import annotations

from hypothesis import strategies as st

from engine.offmap.orders import (
    Agree,
    Assign,
    Commit,
    Dispute,
    Excuse,
    Guard,
    Move,
    Near,
    Order,
    Pass,
    Raid,
    React,
    Report,
    Retrograde,
    Shelter,
    Shift,
)
from engine.offmap.state import AreaName, PlaceName, UnitName
from tests.grammar.offmap.table import AREAS, PACT, PLACES, REACH, read

areas = st.sampled_from([AreaName(area) for area in AREAS])
places = st.sampled_from([PlaceName(place) for place in PLACES])
unit = st.sampled_from([UnitName(name) for name in (*PACT, *REACH)])
some = st.lists(unit, min_size=1, max_size=20, unique=True).map(tuple)
perhaps = st.one_of(st.just(()), some)
numbers = st.lists(st.integers(1, 6), max_size=6, unique=True).map(tuple)

raids: st.SearchStrategy[Order] = st.builds(
    Raid,
    areas,
    st.one_of(some, st.just("all")),
    st.one_of(st.just(PlaceName("")), places),
    flagship=st.one_of(st.just(UnitName("")), unit),
    objective=st.one_of(st.sampled_from(["", "survey", "Nobodyknows"]), unit),
    command_point=st.booleans(),
    fight=st.integers(1, 3),
    avoid=numbers,
    sub=st.integers(0, 6),
)
losses = st.sets(unit, max_size=6).map(lambda drawn: tuple(sorted(drawn)))
reports: st.SearchStrategy[Order] = st.builds(
    Report,
    losses,
    losses,
    losses,
    st.one_of(st.none(), st.integers(0, 9999)),
    st.one_of(st.none(), st.integers(0, 20)),
    st.sampled_from([None, "attacker", "defender"]),
)
orders: st.SearchStrategy[Order] = st.one_of(
    raids,
    reports,
    st.builds(Move, some, places),
    st.builds(Shift, some, st.one_of(places, st.sampled_from(["near", "far", "survey"]))),
    st.builds(React, perhaps),
    st.builds(React, st.just("all"), st.one_of(st.just(PlaceName("")), places)),
    st.builds(Near, st.sampled_from([(1,), (2, 3), (3, 1, 2), "strongest", "weakest"])),
    st.builds(Guard, unit, perhaps),
    st.builds(Shelter, some, st.one_of(st.just(UnitName("")), unit)),
    st.builds(Assign, st.one_of(some, st.sampled_from(["rest", "all"])), st.integers(1, 6)),
    st.builds(Excuse, some),
    st.builds(Commit, st.sampled_from(["near", "far"])),
    st.builds(Retrograde, places, st.one_of(some, st.just("all"))),
    st.builds(Dispute, st.sampled_from(["", "no", "Cedar was never there, and you know it"])),
    st.sampled_from([Agree(), Pass()]),
)

_WORDS = """
raid incursion move shift react near guard shelter assign excuse report commit retrograde agree
dispute pass cancel from with all at flagship objective target survey points using command point
fight rounds search avoid area to far strongest weakest none rest crippled destroyed devastated
lost withdrew attacker defender and & , ; : = -> - . ! # 1 2 3 4 99 1234567 Anvil Bellows Dross
anvl Belows Hearth Marl Halberd Deeps Hollow Dpees Rim Ford Frod Gate Xyzzy x 7up O'Hara-2 the
please I Hello Dear thanks regards 1. ( ) 12| > status help seed: public: gm: turn end
""".split()  # noqa: SIM905
lines = st.one_of(
    st.lists(st.sampled_from(_WORDS), max_size=10).map(" ".join),
    st.text(max_size=40).map(lambda text: text.replace("\n", " ")),
)
orders_and_prose = lines.filter(lambda line: not _to_the_service(line))
letters = st.lists(lines, max_size=12).map("\n".join)


def _to_the_service(line: str) -> bool:
    """Also the head of press to nobody, which takes the lines below it with it."""
    parsed = read(f"{line}\n\npass")
    below = any(told.number == 3 for told in parsed.lines)
    return not below or bool(parsed.press or parsed.commands or parsed.seed or parsed.turn)
