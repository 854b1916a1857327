import { HelpCircleIcon } from '@sanity/icons/HelpCircle'
import { defineType } from 'sanity'
import { inLanguageTabs, inLanguages } from '../fields/languages.ts'
import { lineField, linesField } from '../fields/text.ts'

export const question = defineType({
  name: 'question',
  title: 'Question',
  description: 'A question that readers ask, and its answer.',
  type: 'object',
  icon: HelpCircleIcon,
  ...inLanguageTabs([
    ...inLanguages(lineField, {
      name: 'question',
      description: 'As a reader would ask it.',
      recommendedLength: 100,
    }),
    ...inLanguages(linesField, { name: 'answer', description: 'A few sentences.', recommendedLength: 400 }),
  ]),
  preview: { select: { title: 'question', subtitle: 'answer' } },
})
