import ICAL from 'ical.js'

// ical.js does not know these properties: without this, it neither escapes their texts nor unescapes them.
for (const name of [
  'name',
  'x-wr-calname',
  'x-wr-timezone',
  'x-published-ttl',
  'refid',
  'x-cost',
  'x-event-status',
  'x-former-start',
  'x-registration',
])
  ICAL.design.icalendar.property[name] = { defaultType: 'text' }

// A day without VALUE=DATE, and a time with it, are read as they are written.
ICAL.design.strict = false

/** ical.js, with the properties that our calendar files have. The import reads with it, too. */
export { ICAL }
