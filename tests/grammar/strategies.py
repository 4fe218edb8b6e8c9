"""Orders and letters drawn at random."""

from __future__ import annotations

from hypothesis import strategies as st

from engine.core.ruleset import Role
from engine.core.structure import arrange, shorten
from engine.raider.orders import Design, Order, Pledge, ShipOrder, Start
from engine.raider.state import LETTERS, IslandName, ShipName
from grammar.shared import is_reserved
from tests.grammar.table import ISLANDS, PLACES, PLAYERS, read

TAKEN = {name.casefold() for name in (*ISLANDS,)}


def structures(letters: str) -> st.SearchStrategy[str]:
    signs = st.lists(st.sampled_from(letters), min_size=1, max_size=12).map("".join)
    return signs.map(lambda drawn: shorten(arrange(drawn, LETTERS)))


new_names = st.from_regex(r"[A-Za-z]{1,6}(-[A-Za-z]{1,3})?", fullmatch=True).filter(
    lambda name: not is_reserved(name) and name.casefold() not in TAKEN
)
ships = st.sampled_from([ShipName(ship) for ship in PLACES])
destinations = st.sampled_from(["", *ISLANDS])

ship_orders: st.SearchStrategy[Order] = st.one_of(
    st.builds(ShipOrder, ships, destinations),
    st.builds(ShipOrder, ships, destinations, st.just("X")),
    st.builds(ShipOrder, ships, destinations, structures(LETTERS + "?")),
    st.builds(ShipOrder, ships, destinations, structures(LETTERS + "?"), new_names),
)
pledges: st.SearchStrategy[Order] = st.sampled_from([Pledge(Role(player)) for player in PLAYERS])
designs: st.SearchStrategy[Order] = st.builds(
    Design, new_names.map(ShipName), structures(LETTERS), st.integers(0, 6)
)
starts: st.SearchStrategy[Order] = st.builds(
    Start,
    st.lists(
        st.sampled_from([IslandName(island) for island in ISLANDS]), min_size=1, unique=True
    ).map(tuple),
)

_WORDS = [
    "Phoenix",
    "Eden",
    "Volen",
    "Chous-rave",
    "Beast",
    "Hood",
    "Pearl",
    "Agnes",
    "Perl",
    "Pheonix",
    "Atlantis",
    "Zane",
    "me",
    "3E3G4?",
    "AABBE",
    "5B",
    "X",
    "?",
    "0E",
    "to",
    "at",
    "from",
    "as",
    "with",
    "move",
    "refit",
    "launch",
    "disband",
    "stays",
    "all",
    "except",
    "and",
    ",",
    ";",
    ":",
    "=",
    "->",
    ">",
    "-",
    ".",
    "!",
    "overlord",
    "is",
    "my",
    "please",
    "then",
    "the",
    "cancel",
    "clear",
    "public:",
    "end",
    "turn",
    "3",
    "status",
    "help",
    "OK",
    "join",
    "seed:",
    "gm:",
    "#",
    "Hello",
    "Dear",
    "GM",
    "thanks",
    "1.",
    "(",
    ")",
    "12|",
    "ship",
    "start",
]
lines = st.one_of(
    st.lists(st.sampled_from(_WORDS), max_size=9).map(" ".join),
    st.text(max_size=40).map(lambda text: text.replace("\n", " ")),
)
orders_and_prose = lines.filter(lambda line: not _to_the_service(line))
letters = st.lists(lines, max_size=12).map("\n".join)


def _to_the_service(line: str) -> bool:
    """Also the head of press to nobody, which takes the lines below it with it."""
    parsed = read(f"{line}\n\nPhoenix to Pearl")
    below = any(told.number == 3 for told in parsed.lines)
    return not below or bool(parsed.press or parsed.commands or parsed.seed or parsed.turn)
