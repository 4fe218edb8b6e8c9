"""A unit that the Gamesmaster takes off the board is taken out of plans and raids as well."""

from __future__ import annotations

from typing import Any


def forget(data: dict[str, Any], name: str) -> None:
    """Strike it from a dumped position; a battle that was fought keeps who took part."""
    for area in data["areas"].values():
        if plans := area.get("plans"):
            area["plans"] = {**plans, **_planned(plans, name)}
    for raid in data.get("raids", {}).values():
        if "result" not in raid:
            raid.update(_raiding(raid, name))


def _planned(plans: dict[str, Any], name: str) -> dict[str, Any]:
    guards = plans.get("guards", {}).items()
    shelters = plans.get("shelters", {}).items()
    return {
        "guards": {to: kept for to, ships in guards if to != name and (kept := _but(ships, name))},
        "shelters": {unit: at for unit, at in shelters if name not in (unit, at)},
        "assigned": _without(plans.get("assigned", {}), name),
    }


def _raiding(raid: dict[str, Any], name: str) -> dict[str, Any]:
    lists = ("force", "with_objective", "joins_near", "survey_ships", "excused")
    told: dict[str, Any] = {field: _but(raid[field], name) for field in lists if field in raid}
    told |= {field: _without(raid[field], name) for field in ("reacting", "going") if field in raid}
    if "forces" in raid:
        told["forces"] = [_but(force, name) for force in raid["forces"]]
        told["sizes"] = [len(force) for force in told["forces"]]
    return told


def _but(names: list[str], name: str) -> list[str]:
    return [each for each in names if each != name]


def _without(table: dict[str, Any], name: str) -> dict[str, Any]:
    return {each: value for each, value in table.items() if each != name}
