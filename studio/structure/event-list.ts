import type { DocumentListBuilder, StructureBuilder } from 'sanity/structure'
import { apiVersion } from '#domain/content-settings.ts'
import type { EventFilter } from './event-filters.ts'

type EventList = EventFilter & {
  id: string
  title: string
  /** `asc` puts the soonest first. */
  direction: 'asc' | 'desc'
}

/** A searchable list of a part of the events, by time. */
export function eventList(
  S: StructureBuilder,
  { id, title, filter, params, direction }: EventList,
): DocumentListBuilder {
  return S.documentList()
    .id(id)
    .title(title)
    .schemaType('event')
    .apiVersion(apiVersion)
    .filter(filter)
    .params(params)
    .defaultOrdering([{ field: 'date', direction }])
    .initialValueTemplates([S.initialValueTemplateItem('event')])
}
