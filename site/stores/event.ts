import { computed } from 'nanostores'
import type { CalendarEvent } from '#domain/event.ts'
import type { Answer } from '../lib/api.ts'
import { $pathParts } from './path.ts'
import { createReadStore } from './query.ts'

export const $allEvents = createReadStore<Answer<CalendarEvent[]>, Error>(['/api/events'])

export const $event = computed([$allEvents, $pathParts], ({ data, error }, parts) => {
  const id = parts?.[0]?.toLowerCase()
  return { error, event: data && id && (data.data?.find((event) => event.id === id) ?? null) }
})
