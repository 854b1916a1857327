import { CalendarIcon } from '@sanity/icons/Calendar'
import { defineType } from 'sanity'
import { limits } from '../fields/field-options.ts'
import { inLanguageTabs, inLanguages } from '../fields/languages.ts'
import { lineField, linesField } from '../fields/text.ts'

export const timelineStep = defineType({
  name: 'timelineStep',
  title: 'Month',
  description: 'What one month of the programme is about.',
  type: 'object',
  icon: CalendarIcon,
  ...inLanguageTabs([
    ...inLanguages(lineField, {
      name: 'title',
      title: 'Title',
      description: 'In a few words. “Month 1” is shown above it.',
      maximum: limits.title,
      recommendedLength: 40,
    }),
    ...inLanguages(linesField, {
      name: 'text',
      title: 'Text',
      description: 'A sentence or two.',
      recommendedLength: 200,
      optional: true,
    }),
  ]),
  preview: { select: { title: 'title', subtitle: 'text' } },
})
