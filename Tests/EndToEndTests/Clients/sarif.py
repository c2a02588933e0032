# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads a SARIF log with models that others wrote: prints what does not fit them, then how many results it holds."""

import json
import sys

import sarif_pydantic
from pydantic import BaseModel


def known(name, value):
    """What SARIF 2.1.0 has and the models lack (3.14.17, 3.20.21, 3.27.23, 3.35 and 3.58)."""
    if name == "columnKind":
        return value in ("utf16CodeUnits", "unicodeCodePoints")
    if name == "toolExecutionNotifications":
        return all(set(each) == {"level", "message"} and each["level"] == "error" for each in value)
    if name == "suppressions":
        return all(
            each["kind"] in ("inSource", "external")
            and set(each) <= {"kind", "status", "justification", "location"}
            and each.get("status", "accepted") in ("accepted", "underReview", "rejected")
            for each in value
        )
    return False


def unknown_members(value, path):
    if isinstance(value, BaseModel):
        for name, member in (value.model_extra or {}).items():
            if not known(name, member):
                yield f"{path}/{name}"
        for name in type(value).model_fields:
            yield from unknown_members(getattr(value, name), f"{path}/{name}")
    elif isinstance(value, list):
        for number, element in enumerate(value):
            yield from unknown_members(element, f"{path}/{number}")
    elif isinstance(value, dict):
        for name, element in value.items():
            yield from unknown_members(element, f"{path}/{name}")


with open(sys.argv[1], encoding="utf-8") as file:
    log = sarif_pydantic.Sarif.model_validate(json.load(file))
for member in unknown_members(log, ""):
    print("unknown member", member)
print(sum(len(run.results or []) for run in log.runs))
