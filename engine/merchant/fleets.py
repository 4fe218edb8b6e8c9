"""Sensible ships, and names for them, for those who bring none of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

SPECIALS: tuple[str, str] = ("2A3B5E3G3C2R2H", "3B10ERH")
"""A gunboat and a scout (MER-18.2)."""

WARSHIP = "EEEEEGGGGCCCCRRAABBB"
CARRIER = "EEEEEHHHHHHHHHHRAABB"
"""What a bot builds, as far as the modules last."""

WISHES: Mapping[str, int] = Counter(WARSHIP) + Counter(CARRIER) + Counter({"1": 8, "2": 4})
"""What a bot wants to have in store where he builds."""

_POOL = """
    Albatross Amity Anchorite Argo Aurora Barnacle Basilisk Beacon Bonanza Borealis Brigantine
    Buccaneer Calypso Capstan Caravan Cormorant Courier Crusader Cutlass Cygnet Dauntless Defender
    Dolphin Dorado Draco Drifter Endeavour Esperance Evergreen Fathom Flamingo Foxtrot Fulmar
    Galleon Gannet Gemini Goliath Grampus Guillemot Halcyon Harbinger Harpoon Helios Icarus
    Indigo Ironside Isis Jackdaw Janus Javelin Jupiter Kelpie Kittiwake Kraken Laguna Leander
    Leviathan Lodestar Mandarin Marlin Matador Mistral Monsoon Narwhal Nautilus Neptune Nimbus
    Oberon Octopus Odyssey Orca Osprey Paladin Petrel Polaris Porpoise Quasar Quest Quicksilver
    Radiant Rampart Remora Rigel Samson Sardine Sirius Skipjack Slipway Sturgeon Talisman Tarpon
    Tempo Tortuga Trader Typhoon Ulysses Umbra Undaunted Unicorn Valkyrie Vector Vesper Volcano
    Walrus Warden Westerly Whaler Wolfram Yarrow Yellowfin Zebra Zenith Zephyr
"""

NAMES: tuple[str, ...] = tuple(_POOL.split())
