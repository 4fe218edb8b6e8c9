"""Six sensible ships, and names for them, for those who bring none of their own."""

from __future__ import annotations

DESIGNS: tuple[str, ...] = (
    "2A3B3E2G",
    "2A2B3EG2P",
    "3B3ES3T",
    "2A3B3E2M",
    "B5E2S2T",
    "3B6EP",
)
"""Gunner, leader, torpedo boat, boarder, raider, scout."""

_POOL = """
    Adder Albion Amazon Amber Antler Archer Argosy Arrow Aurora Badger Bandit Banner Basker
    Bittern Bramble Breeze Bulldog Buzzard Cachalot Candle Caravel Castor Centaur Chaser Cinder
    Clipper Comet Condor Conquest Corsair Crescent Cricket Curlew Cyclone Dagger Daring Defiance
    Diamond Dragon Druid Eagle Ember Falcon Fearless Ferret Fiddler Firefly Flint Forester Fortune
    Foxglove Frigate Fury Gadfly Gazelle Ghost Glory Goshawk Griffin Halberd Harrier Hazard Hector
    Herald Hermit Heron Hornet Hunter Hydra Imp Intrepid Jackal Jester Jolly Juniper Kestrel
    Kingcup Kite Lance Lantern Larkspur Leopard Linnet Lively Lynx Magpie Mallard Mariner Marten
    Medusa Merlin Meteor Minstrel Morning Nettle Nightjar Nimble Nomad Nymph Oracle Orion Osiris
    Otter Panther Pegasus Pelican Phoenix Pilgrim Pioneer Plover Quail Racer Ranger Raven Reaper
    Redoubt Resolve Robin Rocket Rover Sabre Scorpion Seahorse Sentinel Skua Snipe Sparrow Spartan
    Sphinx Starling Swallow Swift Tempest Thistle Thrush Thunder Tiger Titan Torrent Trident
    Triton Valiant Vampire Vanguard Venture Vigil Viper Vixen Vulture Wanderer Warlock Warrior
    Wasp Weasel Wildfire Windrush Wizard Wyvern Yeoman Zealot
"""

NAMES: tuple[str, ...] = tuple(_POOL.split())
