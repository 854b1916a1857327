import { computed } from 'nanostores'
import { allEvents, dateEvents, groupEvents } from '#domain/events/event-filters.ts'
import { $allEvents } from './query.ts'
import { $starred } from './starred.ts'
import { $today } from './today.ts'

export const $starredEvents = computed(
  [$allEvents, $starred, $today],
  ({ data, error }, { events }, today = '') => {
    const kept = new Set(events)
    const found = data?.data && dateEvents(data.data.filter(({ id }) => kept.has(id)))
    const [groups] = found && today ? groupEvents(found, allEvents, { today, specific: undefined }) : []
    return { groups, today, error }
  },
)
