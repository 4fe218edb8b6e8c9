"""Two sensible specials, and names for ships, for those who bring none of their own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

SPECIALS: tuple[str, ...] = ("AABBBBEEEEEEGGGGCCCR", "UUUUUUUEEEEEETTTBBRR")
"""A gun cruiser and a torpedo U-boat."""

_POOL = """
    Abbot Acorn Adept Agate Alder Amethyst Anchorite Anvil Arbour Argo Ariel Ashanti Aster
    Badger Balsam Barnacle Basalt Beacon Beaver Bellows Birch Bison Blizzard Bonfire Boreas
    Cactus Caesar Candour Carbon Cavalier Cedar Chalice Cobalt Cobra Compass Copper Crane
    Damask Deacon Delphin Diadem Dolomite Dorado Dromedary Drummer Duchess Dynamo
    Echo Eclipse Elder Elk Emerald Enigma Ermine Evergreen Fable Fennel Ferryman Finch Flamingo
    Forge Foundry Freya Furnace Galleon Gambit Garnet Gauntlet Gemini Ginger Goliath Granite Grouse
    Hammer Harvest Hatchet Hawthorn Heron Hornet Huntsman Hydra Ibis Icarus Indigo Ironside Ivory
    Jackal Jasper Jester Jonquil Juniper Kestrel Keystone Kingfisher Lantern Larch Lasso Laurel
    Legend Leopard Linnet Lobster Lupin Magnet Mallard Mandarin Maple Marble Marlin Mastiff Meteor
    Millstone Minotaur Mistral Musket Mustang Myrtle Nautilus Nectar Nettle Nimbus Nomad Nutmeg
    Oaken Obelisk Ocelot Olive Onyx Oracle Orchid Osprey Otter Panther Parsley Pegasus Pelican
    Pewter Pilgrim Plover Porcupine Primrose Puffin Quarry Quill Quiver Rampart Rapier Raven
    Rhubarb Rocket Rowan Rubicon Sable Saffron Salamander Sandpiper Sapphire Scarab Sentinel
    Shamrock Sickle Silver Sirius Snowdrop Sparrow Spindle Starling Sturgeon Sulphur Swift
    Talisman Tamarisk Tangerine Tarpon Teal Thistle Thunder Topaz Torrent Trident Turquoise Typhon
    Ulysses Umber Unicorn Urchin Valiant Vanguard Velvet Vesper Vixen Vulcan Walnut Walrus
    Warbler Weasel Whisper Willow Wizard Wombat Xenon Yarrow Yeoman Zebra Zenith Zephyr Zircon
"""

#: More than ten players need.
NAMES: tuple[str, ...] = tuple(_POOL.split())

_FIRST = """
    Amber Arctic Autumn Black Brave Bright Copper Coral Crystal Dawn Deep Distant East Ember
    Eager Fair Fleet Frosty Gale Golden Grey Hazel High Heath Iron Ivory Indigo Jade Jolly June
    Keen Kelp Kind Lone Lucky Lunar Merry Misty Moon Noble North Night Ocean Opal Orange Pale
    Pearl Proud Quick Quiet Quaint Rain Red Rocky Salt Silver Storm Tall Tidal True Upper Ultra
    Velvet Vivid Vale Wild Winter West Yellow Young Yonder Zeal Zesty Zinc
"""
_LAST = """
    star tern gull hawk wave sail wind foam crest light maid oak rose swan spray song fire stone
    wing lark drift dream bird cloud field grove heart lily moss pine reed ridge rock shell shore
    tide vine wood brook bell
"""

SHARES = 10
"""So many players find names that nobody else finds."""


def names_for(place: int) -> tuple[str, ...]:
    """Names for the player at this place in the list, the same in every week."""
    mine = _LAST.split()[place % SHARES :: SHARES]
    return tuple(first + last for first in _FIRST.split() for last in mine)


def first_letters_first(names: Sequence[str], used: Iterable[str]) -> list[str]:
    """In their order, but those that begin like another later (MER-L6.10).

    >>> first_letters_first(["Coralgull", "Copperhawk", "Daisy", "Amberrock"], "A")
    ['Coralgull', 'Daisy', 'Copperhawk', 'Amberrock']
    """
    letters = set(used)
    new: list[str] = []
    for name in names:
        if name[0] not in letters:
            letters.add(name[0])
            new.append(name)
    return new + [name for name in names if name not in new]
