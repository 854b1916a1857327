import { defineField } from 'sanity'

/** What the import remembers (#domain/import/compare.ts). */
export const importedField = defineField({
  name: 'imported',
  title: 'Imported',
  description: 'Where the event comes from. The next import recognises it by this.',
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
      title: 'Name at the source',
      description: 'How the source calls the event.',
      type: 'string',
    }),
    defineField({
      name: 'id',
      title: 'Made for',
      description: 'The id of the imported event: a copy of it has another one.',
      type: 'string',
    }),
    defineField({
      name: 'values',
      title: 'Imported values',
      description: 'What an editor has changed is what differs from these.',
      type: 'text',
      rows: 4,
    }),
  ],
})
