import { TrendUpwardIcon } from '@sanity/icons/TrendUpward'
import { defineField, defineType } from 'sanity'
import { describeKpi } from '../../components/previews/describe.ts'
import { inLanguageTabs, inLanguages } from '../fields/languages.ts'
import { checkOrder, countField } from '../fields/numbers.ts'
import { lineField, nameField } from '../fields/text.ts'

type Kpi = { from?: number; to?: number; orMore?: boolean; note?: string }

function checkKpi(kpi: Kpi | undefined): true | string {
  if (!kpi) return true
  const { from, to, orMore, note } = kpi
  if (from === undefined && (to !== undefined || orMore)) return 'Give the first number as well'
  if (from === undefined && !note?.trim()) return 'Give a number, or a note such as “delivered every Friday”'
  if (to !== undefined && orMore) return 'Either a second number or “or more”, not both'
  return checkOrder(from, to)
}

export const kpi = defineType({
  name: 'kpi',
  title: 'KPI',
  description: 'One row of the KPIs table on the sponsors page: a number, a range, or a note.',
  type: 'object',
  icon: TrendUpwardIcon,
  fieldsets: [
    {
      name: 'figure',
      description: 'One number shows as “500” or “500+”, two as “10-15”.',
      options: { columns: 2 },
    },
  ],
  ...inLanguageTabs([
    ...inLanguages(nameField, { name: 'name', description: 'What is counted, such as “cities activated”.' }),
    countField({
      name: 'from',
      title: 'Number',
      description: 'The only number, or the smaller of two.',
      optional: true,
      fieldset: 'figure',
    }),
    countField({
      name: 'to',
      title: 'Up to',
      description: 'The larger of two numbers, or empty.',
      optional: true,
      fieldset: 'figure',
    }),
    defineField({
      name: 'orMore',
      title: 'Or more',
      description: 'Adds a plus sign.',
      type: 'boolean',
      options: { layout: 'checkbox' },
      fieldset: 'figure',
    }),
    ...inLanguages(lineField, {
      name: 'unit',
      description: 'A word such as “total”, or empty.',
      optional: true,
      fieldset: 'figure',
    }),
    ...inLanguages(lineField, {
      name: 'note',
      description: 'In place of a number or beside it, such as “delivered every Friday”.',
      optional: true,
    }),
  ]),
  validation: (rule) => rule.custom<Kpi>(checkKpi),
  preview: {
    select: { name: 'name', from: 'from', to: 'to', orMore: 'orMore', unit: 'unit', note: 'note' },
    prepare: ({ name, ...figures }) => ({ title: name, subtitle: describeKpi(figures) }),
  },
})
