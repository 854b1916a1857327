import { en } from '#domain/messages/en.ts'
import { startOfDay } from '#domain/pacific.ts'
import { listLoopDates, loopDays, type LoopDates, maxDemoDays } from '#domain/programme/dates.ts'

type ProgrammeDocument = LoopDates & { _id: string; _rev: string; _updatedAt: string }

/** The document whose dates are events of the calendar, with ids of their own: `programme.closes`. */
export const programmeId = 'programme'
const prefix = `${programmeId}.`

export const programmeEventIds = [
  ...loopDays,
  ...Array.from({ length: maxDemoDays }, (_, index) => `demoDay-${index + 1}`),
].map((id) => prefix + id)

export function isProgrammeEvent(documentId: string): boolean {
  return documentId.startsWith(prefix)
}

/** All-day events, as documents of the Studio would be; in English, like the titles of other events. */
export function deriveProgrammeEvents(document: ProgrammeDocument | undefined) {
  if (document?._id !== programmeId) return []
  const { _rev, _updatedAt, ...dates } = document
  return listLoopDates(dates).map(({ id, kind, number, day }) => {
    const isOnSite = ['start', 'demoDay', 'end'].includes(kind)
    return {
      _id: prefix + id,
      _type: 'event',
      _rev,
      _updatedAt,
      title: `Pre-accelerator: ${[en.programme.dates[kind], number].filter(Boolean).join(' ')}`,
      date: startOfDay(day).toISOString(),
      allDay: true,
      organizers: 'the program team',
      ...(/opens|closes/i.test(kind) && { description: 'Apply on this site, under “apply”.' }),
      location: isOnSite ? 'San Francisco' : 'Online',
      types: kind === 'demoDay' ? ['Pitch Event / Demo Day'] : [],
    }
  })
}
