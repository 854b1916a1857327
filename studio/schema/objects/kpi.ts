import { TrendUpwardIcon } from '@sanity/icons/TrendUpward'
import { defineField, defineType } from 'sanity'
import { describeKpi } from '../../components/previews/describe.ts'
import { inColumns, selectFields } from '../fields/field-options.ts'
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

const numbers = [
  { name: 'from', title: 'Number', description: 'The only number, or the smaller of two.' },
  { name: 'to', title: 'Up to', description: 'The larger of two numbers, or empty.' },
]

export const kpi = defineType({
  name: 'kpi',
  title: 'KPI',
  description: 'One row of the KPIs table on the sponsors page: a number, a range, or a note.',
  type: 'object',
  icon: TrendUpwardIcon,
  fieldsets: [inColumns('figure', 2, 'One number shows as “500” or “500+”, two as “10-15”.')],
  ...inLanguageTabs([
    ...inLanguages(nameField, { name: 'name', description: 'What is counted, such as “cities activated”.' }),
    ...numbers.map((field) => countField({ ...field, optional: true, fieldset: 'figure' })),
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
    select: selectFields('name', 'from', 'to', 'orMore', 'unit', 'note'),
    prepare: ({ name, ...figures }) => ({ title: name, subtitle: describeKpi(figures) }),
  },
})
