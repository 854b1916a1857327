import { DownloadIcon } from '@sanity/icons/Download'
import { defineField, defineType } from 'sanity'
import { lineField } from '../fields/text.ts'

function checkZone(zone: string | undefined): true | string {
  if (zone === undefined) return true
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone }).format()
    return true
  } catch {
    return 'There is no such time zone: write one such as America/New_York'
  }
}

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
    lineField({ name: 'name', description: 'What the team calls this source.' }),
    defineField({
      name: 'address',
      description: 'Where the source is fetched from. A file has no address.',
      type: 'url',
      readOnly: true,
      validation: (rule) => rule.uri({ scheme: ['http', 'https'] }),
    }),
    defineField({
      name: 'hourly',
      title: 'Import every hour',
      description: 'New events and safe changes become drafts automatically. Everything else waits for you.',
      type: 'boolean',
      hidden: ({ document }) => document?.['address'] === undefined,
    }),
    defineField({
      name: 'zone',
      title: 'Time zone',
      description:
        'For times without a time zone, such as America/New_York. If empty: the calendar’s own, else Pacific time.',
      type: 'string',
      validation: (rule) => rule.custom(checkZone),
    }),
    defineField({
      name: 'kind',
      description: 'What the first import found there. Later imports refuse anything else.',
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
      description: 'When it ran, and with what outcome.',
      type: 'object',
      readOnly: true,
      fields: [
        defineField({ name: 'at', title: 'Time', description: 'When it ended.', type: 'datetime' }),
        defineField({
          name: 'by',
          title: 'Person',
          description: 'Empty for an hourly import.',
          type: 'string',
        }),
        defineField({ name: 'text', title: 'Outcome', description: 'What it found.', type: 'string' }),
        defineField({
          name: 'isFault',
          title: 'Failed',
          description: 'Nothing was imported.',
          type: 'boolean',
        }),
      ],
    }),
    defineField({
      name: 'known',
      title: 'Known events',
      description: 'Events that were imported before: a deleted one does not come back automatically.',
      type: 'text',
      hidden: true,
    }),
    defineField({
      name: 'ignored',
      title: 'Ignored events',
      description: 'Events that the import no longer asks about. Remove one to be asked again.',
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
