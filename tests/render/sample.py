"""A sheet, a map and an order form such as a game with thirty islands gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.core.form import (
    Choice,
    Draft,
    Line,
    Modules,
    Name,
    Number,
    Option,
    OrderForm,
    Pick,
)
from engine.core.graph import Series, line_chart
from engine.core.hexes import Hex, centre, corners, distance
from engine.core.ruleset import Json, Role
from engine.core.scene import Disc, Label, Paint, Path, Polygon, Scene, Shape
from engine.core.sheet import (
    Block,
    Card,
    Figure,
    Heading,
    Items,
    Mark,
    Paragraph,
    Row,
    Sheet,
    Span,
    Table,
)

SIZE = 20.0
BATTLE = "Cuthbert"
PORT = "Agnes"
REACH = 3

ISLANDS = """
Hilda 2 -3 E, Agnes 3 -3 G, Brendan 3 -4 P, Dunstan 2 -4 B, Cuthbert 1 -3 A, Ninian 1 -2 S,
Topaz -2 -2 E, Pearl -1 -3 B, Coral -1 -2 T, Onyx -2 -3 M, Jade -3 -2 P, Beryl -3 -1 G,
Osprey -4 2 E, Kittiwake -4 1 A, Petrel -3 2 B, Gannet -5 2 S, Fulmar -5 3 M, Albatross -4 3 T,
Mistral -1 3 E, Sirocco 0 3 A, Zephyr -1 2 P, Levanter -2 3 G, Harmattan -2 4 T, Monsoon -1 4 S,
Narwhal 3 0 E, Dolphin 3 -1 T, Walrus 4 -1 G, Kraken 2 0 M, Lobster 2 1 B, Urchin 3 1 A
"""
#: Islands the reader has visited: owner, the three most numerous modules, ships in port.
VISITED = {
    "Agnes": ("Zane", "17G 6B 4E", (Paint.OWN, Paint.OWN, Paint.OWN)),
    "Hilda": ("Zane", "21E 8A 5T", (Paint.OWN,)),
    "Brendan": ("", "16P 3S 2B", (Paint.ALLY,)),
    "Cuthbert": ("Mara", "12A 9E 3M", (Paint.OWN, Paint.ENEMY, Paint.ALLY)),
    "Dunstan": ("Rollo", "24B 5G 2T", (Paint.ENEMY, Paint.ENEMY)),
    "Dolphin": ("Ilse", "20T 7E 6G", (Paint.ALLY, Paint.ALLY)),
    "Pearl": ("Rollo", "11B 10E 4A", ()),
}
STARRED = ("Agnes", "Hilda", "Cuthbert")
COUNTS = {"Jade": 2, "Beryl": 6, "Petrel": 1, "Sirocco": 6, "Lobster": 3, "Narwhal": 1, "Zephyr": 1}


class Island(NamedTuple):
    name: str
    at: Hex
    speciality: str


def islands() -> tuple[Island, ...]:
    fields = (entry.split() for entry in ISLANDS.replace("\n", " ").split(","))
    return tuple(Island(name, Hex(int(q), int(r)), made) for name, q, r, made in fields)


def scene() -> Scene:
    """What Zane knows after turn 3."""
    sea = [Hex(q, r) for r in range(-7, 8) for q in range(-9 - r // 2, 9 - r // 2)]
    shapes: list[Shape] = [Polygon(corners(a, SIZE), Paint.SEA) for a in sea]
    for island in islands():
        shapes += _land(island)
    shapes += (*_reach(sea), _course("Agnes", "Cuthbert"), _course("Hilda", "Brendan"))
    for island in islands():
        shapes += _signs(island)
    return Scene(_box(), tuple(shapes), LEGEND)


def _box() -> tuple[float, float, float, float]:
    middles = [centre(island.at, SIZE) for island in islands()]
    left, top = min(x for x, _ in middles) - 28, min(y for _, y in middles) - 28
    right, bottom = max(x for x, _ in middles) + 28, max(y for _, y in middles) + 28
    return left, top, right - left, bottom - top


LEGEND = (
    (Paint.HOME, "launch rights"),
    (Paint.LAND, "visited"),
    (Paint.FOG, "never visited"),
    (Paint.OWN, "your ship"),
    (Paint.ALLY, "ally"),
    (Paint.ENEMY, "enemy"),
    (Paint.NEUTRAL, "ships, owner unknown"),
    (Paint.BATTLE, "battle"),
    (Paint.TRACK, "your moves"),
    (Paint.REACH, "reach of Phoenix"),
    (Paint.STARRED, "name with launch rights"),
)


def _land(island: Island) -> list[Shape]:
    paint = Paint.FOG
    if island.name in VISITED:
        paint = Paint.HOME if island.name in STARRED else Paint.LAND
    return [
        Polygon(
            _shrunk(island.at, 0.93),
            paint,
            f"{island.name}, {island.speciality}",
            f"island/{island.name}",
        )
    ]


def _shrunk(a: Hex, by: float) -> tuple[tuple[float, float], ...]:
    x, y = centre(a, SIZE)
    return tuple((x + (p - x) * by, y + (q - y) * by) for p, q in corners(a, SIZE))


def _signs(island: Island) -> list[Shape]:
    x, y = centre(island.at, SIZE)
    paint = Paint.STARRED if island.name in STARRED else Paint.TEXT
    shapes: list[Shape] = [
        Label((x, y - 6.7), island.name, paint, size=6.4),
        Label((x, y + 14.5), island.speciality, Paint.QUIET, size=7.0),
    ]
    if island.name in VISITED:
        _, stores, ships = VISITED[island.name]
        shapes.append(Label((x, y - 0.8), stores, size=4.9))
        shapes += [
            Disc((x + 6.5 * (n - (len(ships) - 1) / 2), y + 4.0), 2.8, ship)
            for n, ship in enumerate(ships)
        ]
    elif island.name in COUNTS:
        shapes.append(Disc((x, y + 3.0), 4.4, Paint.NEUTRAL))
        shapes.append(Label((x, y + 5.0), str(COUNTS[island.name]), size=5.6))
    if island.name == BATTLE:
        shapes.append(Disc((x + 12.5, y + 9.5), 5.0, Paint.BATTLE, "battle"))
    return shapes


def _reach(sea: list[Hex]) -> list[Shape]:
    """The outline of all hexes that Phoenix can reach."""
    port = next(i.at for i in islands() if i.name == PORT)
    near = [a for a in sea if distance(a, port) <= REACH]
    sides: dict[tuple[tuple[float, float], ...], int] = {}
    for a in near:
        points = corners(a, SIZE)
        for b, c in zip(points, points[1:] + points[:1], strict=True):
            side = tuple(
                sorted(((round(b[0], 2), round(b[1], 2)), (round(c[0], 2), round(c[1], 2))))
            )
            sides[side] = sides.get(side, 0) + 1
    outline = sorted(side for side, count in sides.items() if count == 1)
    return [Path(side, Paint.REACH, dashed=True) for side in outline]


def _course(begin: str, end: str) -> Path:
    a, b = (centre(next(i.at for i in islands() if i.name == n), SIZE) for n in (begin, end))
    along = tuple((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for t in (0.2, 0.72))
    return Path(along, Paint.TRACK, arrow=True)


def sheet() -> Sheet:
    """What Zane is told after turn 3."""
    blocks = (*_news(), *_map(), *_standings())
    return Sheet(Role("Zane"), "Turn 3", 3, blocks, FACTS, CARDS, (_chart(),))


def _chart() -> Figure:
    lines = (
        Series("Zane", Paint.OWN, {1: 2, 2: 4, 3: 7}),
        Series("Mara", Paint.ENEMY, {1: 3, 2: 3, 3: 5}),
    )
    return Figure(line_chart(lines), "Points: Zane 7, Mara 5.")


FACTS: dict[str, Json] = {
    "ships": [{"name": "Phoenix", "structure": "EEEEEGGBB", "at": "Agnes"}],
    "points": {"Zane": 7, "Mara": 5, "Ilse": 4, "Rollo": 6},
}


def _news() -> tuple[Block, ...]:
    return (
        Heading("News"),
        Paragraph(
            (
                "Three ships met at ",
                Span("Cuthbert", Mark.STARRED),
                ". ",
                Span("Pearl", Mark.ENEMY),
                " of Mara fired twice at your ",
                Span("Phoenix", Mark.OWN),
                "; one shell glanced off her armour and the other ruptured a gun. ",
                Span("Garnet", Mark.ALLY),
                " of Ilse then sank ",
                Span("Pearl", Mark.ENEMY),
                ".",
            )
        ),
        Items(
            (
                ("At ", Span("Agnes", Mark.STARRED), " the yards made 8 G; the stores hold 17."),
                (Span("Eden could not launch", Mark.WARNING), ": Hilda had four modules too few."),
                "Rollo has been seen nowhere near the Beasts.",
            )
        ),
        Heading("A word from the others", 2),
        Paragraph("Mara to all:\nI had a gun, a little gun,\nand now the sea has got it."),
    )


def _map() -> tuple[Block, ...]:
    return (
        Heading("Map"),
        Figure(
            scene(),
            "Your map after turn 3: seven islands visited, launch rights at Agnes*, Cuthbert* and "
            "Hilda*, a battle at Cuthbert*.",
        ),
        Heading("Ships in ports that you have visited", 2),
        Table(
            ("Ship", "Structure", "Port", "Owner", "Kills"),
            (
                Row(("Phoenix", "5E2G2B", _star("Agnes"), "Zane", "1"), Mark.OWN),
                Row(("Eden", "4E3G1A", _star("Hilda"), "Zane", "0"), Mark.OWN),
                Row(("Garnet", "6E1G2T", _star("Cuthbert"), "Ilse", "2"), Mark.ALLY),
                Row(("Volen", "3E4B2M", "Dunstan", "Rollo", ""), Mark.ENEMY),
                Row(("The Unsinkable Molly Brown of Leith", "5E5B", "Dolphin", "Ilse", "")),
            ),
            "llllr",
        ),
        Heading("Stores", 2),
        Table(
            ("Island", "Owner", "Stores", "Ships"),
            tuple(
                Row((_star(name) if name in STARRED else name, owner, stores, str(len(ships))))
                for name, (owner, stores, ships) in VISITED.items()
            ),
            "lllr",
        ),
    )


def _star(name: str) -> Span:
    return Span(name, Mark.STARRED)


def _standings() -> tuple[Block, ...]:
    return (
        Heading("Leader board"),
        Table(
            ("Player", "Points", "Visits", "Kills", "To you"),
            (
                Row(("Zane", "7", "6", "1", "own"), Mark.OWN),
                Row(("Rollo", "6", "6", "0", "enemy"), Mark.ENEMY),
                Row(("Mara", "5", "5", "0", "enemy"), Mark.ENEMY),
                Row(("Ilse", "4", "2", "2", "ally"), Mark.ALLY),
            ),
            "lrrrl",
            "Points are visits and kills; the game ends after turn 10.",
        ),
        Paragraph(Span("Nothing on this sheet is known to the others as you see it.", Mark.QUIET)),
    )


@dataclass(frozen=True, slots=True)
class Move:
    """An order of the small language that these tests speak."""

    ship: str
    to: str


def write(order: Move) -> str:
    return f"{order.ship} to {order.to}"


def read(text: str) -> tuple[Move, ...]:
    """The orders in a letter: everything after a # is a remark, a line without a goal is none."""
    lines = (line.partition("#")[0].strip().rstrip(":") for line in text.split("\n"))
    words = (line.partition(" to ") for line in lines)
    return tuple(Move(ship, to) for ship, _, to in words if to)


def form() -> OrderForm[Move]:
    """What Zane may order for turn 4, with orders standing for Phoenix."""
    near = tuple(Choice(f"{i.name} {d}", Move("Eden", i.name)) for i, d in _near("Hilda", 5))
    return OrderForm(
        4,
        (
            Line("Phoenix", "Phoenix:", "5E2G2B at Agnes*", (Move("Phoenix", "Pearl"),)),
            Line(
                "Eden",
                "Eden:",
                "4E3G1A at Hilda*",
                (),
                near,
                otherwise="stays at Hilda",
                drafts=DRAFTS,
                several=True,
                thing="ship/Eden",
            ),
            Line("overlord", "overlord:", "now Ilse; takes effect after the turn"),
        ),
    )


PLACES = Pick("at", "There", (Option("Hilda"), Option("Agnes", "Agnes*")))
DRAFTS = (
    Draft("sail with", Move("Eden", "There"), (PLACES,)),
    Draft(
        "launch",
        Move("Eden", "There as 9? called Newname"),
        (
            PLACES,
            Modules("as", "9?", "BEG", 5, 10, {"Hilda": {"E": 4, "G": 1}}),
            Name("name", "Newname", 10, "[A-Za-z]+", "1 to 10 letters", ("Phoenix",)),
        ),
    ),
    Draft(
        "join",
        Move("Eden", "Many times 9"),
        (
            Pick("ships", "Many", (Option("Garnet"), Option("Pearl")), several=True),
            Number("times", "9", 1, 5),
        ),
    ),
    Draft(
        "stay",
        Move("Eden", "There times 9"),
        (
            Pick("at", "There", (Option("Hilda"), Option("Agnes", "Agnes*")), first="Agnes"),
            Number("times", "9", 1, 5, first=3),
        ),
    ),
    Draft(
        "design",
        Move("Eden", "Hilda as 9?"),
        (Modules("modules", "9?", "BEG", 5, 10, wild=False),),
    ),
)
"""One of each kind of slot."""

CARDS = (
    Card("island/Hilda", "Hilda*", "Islands", (Paragraph("Makes engines."),)),
    Card(
        "ship/Eden",
        "Eden",
        "Ships",
        (Table(("Turn", "At"), (Row(("3", "Hilda")),)),),
        (Disc((10.0, 10.0), 30.0, Paint.REACH),),
    ),
)


def _near(port: str, reach: int) -> list[tuple[Island, int]]:
    at = next(i.at for i in islands() if i.name == port)
    far = sorted((distance(i.at, at), i.name, i) for i in islands())
    return [(i, d) for d, _, i in far if 0 < d <= reach]
