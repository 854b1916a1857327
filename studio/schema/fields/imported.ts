import { defineField } from 'sanity'

/** Data that the next import compares with (#domain/import/compare.ts). */
export const importedField = defineField({
  name: 'imported',
  title: 'Imported',
  description: 'Where the event comes from. The next import recognises the event by these fields.',
  type: 'object',
  group: 'details',
  readOnly: true,
  hidden: ({ value }) => value === undefined,
  options: { collapsible: true, collapsed: true },
  fields: [
    defineField({
      name: 'source',
      title: 'Source',
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
