import { computed } from 'nanostores'
import type { CalendarEvent } from '#domain/event.ts'
import type { Answer } from '../lib/api.ts'
import { $pathParts } from './path.ts'
import { createReadStore } from './query.ts'

/** Every event: the list that the events screen filters and in which the event screen looks its event up. */
export const $allEvents = createReadStore<Answer<CalendarEvent[]>, Error>(['/api/events'])

/** The event that the page's path names: undefined while the list is on its way, null where it is not in it. */
export const $event = computed([$allEvents, $pathParts], ({ data, error }, parts) => {
  const id = parts?.[0]?.toLowerCase()
  return { error, event: data && id && (data.data?.find((event) => event.id === id) ?? null) }
})
