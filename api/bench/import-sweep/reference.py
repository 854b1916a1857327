"""Prints the occurrences of events according to recurring-ical-events, for sweep.ts.

Reads one JSON object per line: {text, zone, windows: [[from, until], ...]}. Prints one for each: {windows: [[occurrence, ...], ...], faults: {uid: reason}}
or {fault}. Times without a zone are read in `zone`.
"""

import datetime
import json
import signal
import sys
import warnings
import zoneinfo

import icalendar
import recurring_ical_events

warnings.simplefilter("ignore")


def give_up(*_):
    raise TimeoutError("takes longer than 5 seconds")


def describe(time, zone):
    if not isinstance(time, datetime.datetime):
        return time.isoformat()
    if time.tzinfo is None:
        time = time.replace(tzinfo=zone)
    return time.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")


def group_by_uid(calendar):
    """Calendars with the events of one UID each, so that a broken event does not hide the others."""
    groups = {}
    others = [each for each in calendar.subcomponents if each.name != "VEVENT"]
    for event in calendar.walk("VEVENT"):
        if "DTSTART" not in event:
            continue
        uid = str(event.get("UID", ""))
        if uid not in groups:
            groups[uid] = icalendar.Calendar(calendar)
            groups[uid].subcomponents = list(others)
        groups[uid].add_component(event)
    return groups


def list_occurrences(calendar, start, stop, zone):
    return [
        {
            "uid": str(event.get("UID", "")),
            "title": str(event.get("SUMMARY", "")),
            "start": describe(event["DTSTART"].dt, zone),
            "end": describe(event["DTEND"].dt, zone),
        }
        for event in recurring_ical_events.of(calendar).between(start, stop)
    ]


def read(text, zone, windows):
    zone = zoneinfo.ZoneInfo(zone)
    calendars = icalendar.Calendar.from_ical(text.encode("latin-1"), multiple=True)
    parse = datetime.datetime.fromisoformat
    found, faults = [[] for _ in windows], {}
    for uid, group in [each for one in calendars for each in group_by_uid(one).items()]:
        signal.setitimer(signal.ITIMER_VIRTUAL, 5)
        try:
            lists = [list_occurrences(group, parse(start), parse(stop), zone) for start, stop in windows]
            for known, more in zip(found, lists):
                known += more
        except Exception as error:  # whatever an event does to the library
            faults[uid] = f"{type(error).__name__}: {error}"[:200]
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return {"windows": found, "faults": faults}


signal.signal(signal.SIGVTALRM, give_up)
for line in sys.stdin:
    try:
        answer = read(**json.loads(line))
    except Exception as error:  # whatever a file does to the library
        answer = {"fault": f"{type(error).__name__}: {error}"[:200]}
    print(json.dumps(answer), flush=True)
