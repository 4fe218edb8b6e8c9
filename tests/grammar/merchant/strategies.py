"""Orders and letters drawn at random."""

from __future__ import annotations

from hypothesis import strategies as st

from engine.core.ruleset import Role
from engine.core.structure import shorten
from engine.merchant.options import Engagement
from engine.merchant.orders import (
    Build,
    Carry,
    ChooseDice,
    Continue,
    Design,
    Disband,
    Hold,
    Home,
    IslandName,
    Location,
    NameAlliance,
    NameAlly,
    Order,
    Rebuild,
    Sail,
    ShipName,
    Tow,
)
from engine.merchant.products import CODES, MODULES
from grammar.merchant_words import RESERVED
from tests.grammar.merchant.table import ISLANDS, OTHERS, OWN, PLAYERS, read

TAKEN = RESERVED | {name.casefold() for name in (*ISLANDS, *OWN, *OTHERS)}


def structures(letters: str) -> st.SearchStrategy[str]:
    return st.text(alphabet=letters, min_size=10, max_size=20).map(shorten)


new_names = st.from_regex(r"[A-Za-z]{1,12}", fullmatch=True).filter(
    lambda name: name.casefold() not in TAKEN
)
own = st.sampled_from([ShipName(ship) for ship in OWN])
islands = st.sampled_from([IslandName(island) for island in ISLANDS])
points = st.builds("{:04d}E{:04d}N".format, st.integers(0, 9999), st.integers(0, 9999))
#: The last one is no name that he knows; whether there is such a ship is another matter.
ships = st.sampled_from([ShipName(name) for name in (*OWN, *OTHERS, "Qwzxy")])
locations = st.one_of(islands, points, ships).map(Location)
options = st.sampled_from([None, *Engagement])
voyages = st.lists(locations, min_size=1, max_size=2).map(tuple)
products = st.sampled_from(list(CODES))
amounts = st.one_of(st.none(), st.integers(0, 999_999))

missions: st.SearchStrategy[Order] = st.one_of(
    st.builds(Sail, ship=own, to=voyages, engagement=options),
    st.builds(
        Carry,
        ship=own,
        units=amounts,
        product=products,
        source=islands,
        destination=islands,
        engagement=options,
    ),
    islands.flatmap(
        lambda at: st.builds(
            Carry,
            ship=own,
            units=st.just(0),
            source=st.just(at),
            destination=st.one_of(st.just(at), islands),
            engagement=options,
        )
    ),
    st.builds(Disband, ship=own, at=islands, engagement=options),
    st.builds(Tow, ship=own, target=ships, to=locations, engagement=options),
    st.builds(Hold, ship=own, engagement=options),
    st.builds(Continue, ship=own, engagement=options),
    st.builds(
        Build,
        ship=own,
        name=new_names.map(ShipName),
        structure=structures(MODULES + "?"),
        engagement=options,
    ),
    st.builds(
        Rebuild, ship=own, target=ships, structure=structures(MODULES + "?"), engagement=options
    ),
)
dice: st.SearchStrategy[Order] = st.sampled_from([ChooseDice("normal"), ChooseDice("magic")])
turn_orders = st.one_of(missions, dice)

alliances = st.from_regex(r"[A-Z][a-z]{1,6}( [A-Z][a-z]{1,6})?( 2nd)?", fullmatch=True).filter(
    lambda name: name.split()[0].casefold() not in {"with", "is", "called", "named", "name"}
)
sign_ups: st.SearchStrategy[Order] = st.one_of(
    dice,
    st.sampled_from([NameAlly(Role(player)) for player in PLAYERS]),
    st.builds(NameAlliance, alliances),
    st.builds(Home, islands),
    st.builds(Design, new_names.map(ShipName), st.just(""), st.sampled_from(range(7))),
    st.builds(Design, new_names.map(ShipName), structures(MODULES), st.sampled_from([0, 7, 8])),
)

_WORDS = """
Scuttle Argo Rusty Slipway Samson Wolf Bismarck Hulk Tirpitz Corsica Socotra Wrangel Yap Madeira
Corsia Skuttle Wrangle Zane me sail sial go to towards then and carry c 11 11E all max units of
Engine engins fuel 1 2 3 E G a hold holds from fm unload at disband X x build b new rebuild r tow t
with w as = 3E3G4? AABBEEEEGGGGCCCCCRRR AABB 25G ? continue , , ; : -> > - . ! # ( ) attack att
atack shadow avoid ignore engagement roe 4567E5678N 4567E 5678N 12345E0000N C1 dice magic normal
cancel clear all except ally alliance home start ship ships cargo special 7 is my please the public:
gm: end turn status help OK join seed: Hello Dear thanks 1. 12|
""".split()  # noqa: SIM905
lines = st.one_of(
    st.lists(st.sampled_from(_WORDS), max_size=10).map(" ".join),
    st.text(max_size=40).map(lambda text: text.replace("\n", " ")),
)
orders_and_prose = lines.filter(lambda line: not _to_the_service(line))
letters = st.lists(lines, max_size=12).map("\n".join)


def _to_the_service(line: str) -> bool:
    """Also the head of press to nobody, which takes the lines below it with it."""
    parsed = read(f"{line}\n\nArgo hold")
    below = any(told.number == 3 for told in parsed.lines)
    return not below or bool(parsed.press or parsed.commands or parsed.seed or parsed.turn)
