"""Two sensible specials, and names for ships, for those who bring none of their own."""

from __future__ import annotations

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
