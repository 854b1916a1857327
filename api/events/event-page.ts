import type { ViewOf } from '#domain/pages/page-view.ts'
import type { Shown } from '../answers/sources.ts'
import type { Calendar } from './calendar.ts'

export async function viewEvent(calendar: Calendar, id: string): Promise<Shown<ViewOf<'event'>>> {
  const event = (await calendar.read()).find(id)
  return {
    value: event ? { page: 'event', state: 'shown', event } : { page: 'event', state: 'missing' },
    sources: [`event ${id.toLowerCase()}`],
  }
}
