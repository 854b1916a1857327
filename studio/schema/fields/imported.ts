import { defineField } from 'sanity'

/** The page or the host of the calendar that a visitor gave with a suggestion, or that there was none. */
export const suggestedField = defineField({
  name: 'suggested',
  title: 'Suggested by a visitor',
  description: 'The source, without its query. Check all fields: visitors do not see this one.',
  type: 'string',
  group: 'basics',
  readOnly: true,
  hidden: ({ value }) => value === undefined,
})

/** Data that the next import compares with (#domain/import/compare.ts). */
export const importedField = defineField({
  name: 'imported',
  description: 'Where the event comes from. The next import recognises the event by these fields.',
  type: 'object',
  group: 'details',
  readOnly: true,
  hidden: ({ value }) => value === undefined,
  options: { collapsible: true, collapsed: true },
  fields: [
    defineField({
      name: 'source',
      description: 'The id of its document in “Import sources”.',
      type: 'string',
    }),
    defineField({
      name: 'uid',
      title: 'Id at the source',
      description: 'The id that the source uses for the event.',
      type: 'string',
    }),
    defineField({
      name: 'id',
      title: 'Id of the imported event',
      description: 'If it differs from the id of this event, this event is a copy.',
      type: 'string',
    }),
    defineField({
      name: 'values',
      title: 'Imported values',
      description: 'Fields that differ from these values were changed by an editor.',
      type: 'text',
      rows: 4,
    }),
  ],
})
