"""When a notification is due: after a while, at the time of a digest, outside quiet hours."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from viae.server.notify.shapes import NoticeChoices

DAY = 24 * 60  # minutes


@lru_cache(maxsize=1000)
def zone_of(name: str) -> ZoneInfo | None:
    """The time zone of this name, if there is one."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def ready_at(at: float, chosen: NoticeChoices, mail: bool) -> float:
    """When to deliver what happened at a time."""
    ready = at + 60 * chosen["after"]
    if mail and chosen["mail"] == "digest":
        ready = next_time(ready, chosen["digest_at"], chosen["zone"])
    return after_quiet(ready, chosen)


def after_quiet(moment: float, chosen: NoticeChoices) -> float:
    """A moment, or the end of the quiet hours in which it lies."""
    begin, end = chosen["quiet_from"], chosen["quiet_to"]
    if begin is None or end is None or begin == end:
        return moment
    local = datetime.fromtimestamp(moment, zone_of(chosen["zone"]) or ZoneInfo("UTC"))
    minute = local.hour * 60 + local.minute
    if (minute - begin) % DAY < (end - begin) % DAY:
        return next_time(moment, end, chosen["zone"])
    return moment


def next_time(moment: float, minutes: int, zone: str) -> float:
    """The first time at or after a moment at which clocks in a zone show this time of day."""
    local = datetime.fromtimestamp(moment, zone_of(zone) or ZoneInfo("UTC"))
    wanted = local.replace(hour=minutes // 60, minute=minutes % 60, second=0, microsecond=0)
    # In the night in which clocks are put back, a time of day comes twice.
    times = (
        (wanted + timedelta(days=day)).replace(fold=fold).timestamp()
        for day in range(3)
        for fold in (0, 1)
    )
    return next(one for one in times if one >= moment)
