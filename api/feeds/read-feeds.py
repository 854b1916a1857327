"""Reads a calendar file or a feed with third-party libraries and prints the result as JSON."""

import datetime
import json
import sys

kind, path = sys.argv[1:]


def instant(value):
    if isinstance(value, datetime.datetime):
        return value.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")
    return value.isoformat()


def read_with_icalendar(text):
    from icalendar import Calendar

    for event in Calendar.from_ical(text).walk("VEVENT"):
        if event.errors:
            raise ValueError(event.errors)
        yield {
            "uid": str(event["UID"]),
            "title": str(event["SUMMARY"]),
            "text": str(event["DESCRIPTION"]),
            "place": str(event["LOCATION"]),
            "status": str(event["STATUS"]),
            "start": instant(event["DTSTART"].dt),
            "end": instant(event["DTEND"].dt) if "DTEND" in event else None,
        }


def read_with_vobject(text):
    import vobject

    calendar = vobject.readOne(text.decode())
    calendar.validate(raiseException=True)
    for event in calendar.contents.get("vevent", []):
        yield {
            "uid": event.uid.value,
            "title": event.summary.value,
            "text": event.description.value,
            "place": event.location.value,
            "status": event.status.value,
            "start": instant(event.dtstart.value),
            "end": instant(event.dtend.value) if hasattr(event, "dtend") else None,
        }


def read_with_feedparser(text):
    import feedparser

    feed = feedparser.parse(text, sanitize_html=False)
    if feed.bozo:
        raise feed.bozo_exception
    for entry in feed.entries:
        yield {"id": entry.id, "title": entry.title, "url": entry.link}


readers = {"icalendar": read_with_icalendar, "vobject": read_with_vobject, "feedparser": read_with_feedparser}
with open(path, "rb") as file:
    print(json.dumps(list(readers[kind](file.read()))))
