"""Reads a calendar on standard input with icalendar, which is not ours, and writes its events as JSON."""
import json
import sys

from icalendar import Calendar

calendar = Calendar.from_ical(sys.stdin.buffer.read())
events = [
    {
        "uid": str(event["UID"]),
        "summary": str(event["SUMMARY"]),
        "first": event["DTSTART"].dt.isoformat(),
        "after": event["DTEND"].dt.isoformat(),
        "isBusy": str(event["TRANSP"]) == "OPAQUE",
        "errors": event.errors,
    }
    for event in calendar.walk("VEVENT")
]
json.dump({"name": str(calendar["X-WR-CALNAME"]), "errors": calendar.errors, "events": events}, sys.stdout)
