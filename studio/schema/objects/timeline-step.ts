import { CalendarIcon } from '@sanity/icons/Calendar'
import { defineType } from 'sanity'
import { inLanguageTabs, inLanguages } from '../fields/languages.ts'
import { linesField, nameField } from '../fields/text.ts'

export const timelineStep = defineType({
  name: 'timelineStep',
  title: 'Month',
  description: 'What one month of the programme is about.',
  type: 'object',
  icon: CalendarIcon,
  ...inLanguageTabs([
    ...inLanguages(nameField, {
      name: 'title',
      description: 'In a few words. “Month 1” is shown above it.',
      recommendedLength: 40,
    }),
    ...inLanguages(linesField, {
      name: 'text',
      description: 'A sentence or two.',
      recommendedLength: 200,
      optional: true,
    }),
  ]),
  preview: { select: { title: 'title', subtitle: 'text' } },
})
