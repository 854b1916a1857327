import { DownloadIcon } from '@sanity/icons/Download'
import { defineField, defineType } from 'sanity'
import { checkAddress, checkZone } from '../fields/import-settings.ts'
import { lineField } from '../fields/text.ts'

/** Made by an import (#domain/import/plan.ts). */
export const importSource = defineType({
  name: 'importSource',
  title: 'Import source',
  description: 'A calendar, page or table that events are imported from.',
  type: 'document',
  icon: DownloadIcon,
  // It is a setting: there is nothing to publish.
  liveEdit: true,
  fields: [
    lineField({ name: 'name', title: 'Name', description: 'How the team calls it.' }),
    defineField({
      name: 'address',
      title: 'Address',
      description: 'Where it is fetched from. A file has none.',
      type: 'url',
      readOnly: true,
      validation: (rule) => rule.uri({ scheme: ['http', 'https'] }),
    }),
    defineField({
      name: 'hourly',
      title: 'Import every hour',
      description: 'New events and safe changes become drafts by themselves. Everything else waits for you.',
      type: 'boolean',
      hidden: ({ document }) => document?.['address'] === undefined,
      validation: (rule) => rule.custom(checkAddress),
    }),
    defineField({
      name: 'zone',
      title: 'Time zone',
      description:
        'Of times that name none, such as America/New_York. Empty: the calendar’s own, or Pacific.',
      type: 'string',
      validation: (rule) => rule.custom(checkZone),
    }),
    defineField({
      name: 'kind',
      title: 'Kind',
      description: 'What was found there at first. An import refuses anything else.',
      type: 'string',
      readOnly: true,
    }),
    defineField({
      name: 'mapping',
      title: 'Columns',
      description: 'Which column of a table fills which field, as chosen in the import.',
      type: 'string',
      readOnly: true,
      hidden: ({ value }) => value === undefined,
    }),
    defineField({
      name: 'dateOrder',
      title: 'Order of dates',
      description: 'Whether 4/12 is in April (mdy) or in December (dmy).',
      type: 'string',
      options: { list: ['mdy', 'dmy'] },
      hidden: ({ document }) => document?.['kind'] !== 'table',
    }),
    defineField({
      name: 'lastRun',
      title: 'Last import',
      description: 'When it was, and what came of it.',
      type: 'object',
      readOnly: true,
      fields: [
        defineField({ name: 'at', title: 'Time', description: 'When it ended.', type: 'datetime' }),
        defineField({ name: 'text', title: 'Outcome', description: 'What it found.', type: 'string' }),
        defineField({
          name: 'isFault',
          title: 'Failed',
          description: 'Whether nothing could be imported.',
          type: 'boolean',
        }),
      ],
    }),
    defineField({
      name: 'known',
      title: 'Known events',
      description: 'Those that were imported once: a deleted one does not come back by itself.',
      type: 'text',
      hidden: true,
    }),
    defineField({
      name: 'ignored',
      title: 'Ignored events',
      description: 'Those that the import does not ask about again. Remove one to be asked.',
      type: 'array',
      of: [{ type: 'string' }],
      hidden: ({ value }) => value === undefined || (value as unknown[]).length === 0,
    }),
  ],
  preview: {
    select: { title: 'name', text: 'lastRun.text', isFault: 'lastRun.isFault', hourly: 'hourly' },
    prepare: ({ title, text, isFault, hourly }) => ({
      title: title ?? 'Source without a name',
      subtitle: [hourly ? 'every hour' : '', isFault ? 'failed' : '', text ?? ''].filter(Boolean).join(' · '),
    }),
  },
})
