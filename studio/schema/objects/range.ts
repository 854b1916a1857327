import { StackCompactIcon } from '@sanity/icons/StackCompact'
import { defineType } from 'sanity'
import { countField } from '../fields/numbers.ts'

/** Use `rangeField`, which adds the checks: a field's own replace those of its type. */
export const range = defineType({
  name: 'range',
  title: 'Range',
  description: 'A span of numbers, such as 3 to 4.',
  type: 'object',
  icon: StackCompactIcon,
  options: { columns: 2 },
  fields: [
    countField({ name: 'from', description: 'The smaller number.' }),
    countField({ name: 'to', description: 'The larger number.' }),
  ],
  preview: {
    select: { from: 'from', to: 'to' },
    prepare: ({ from, to }) => ({ title: `${from ?? '?'}–${to ?? '?'}` }),
  },
})
