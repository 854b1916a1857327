import { ArrowRightIcon } from '@sanity/icons/ArrowRight'
import { defineField, defineType } from 'sanity'
import { checkHref } from '../fields/addresses.ts'
import { everyTab, inLanguageTabs, inLanguages } from '../fields/languages.ts'
import { lineField, nameField } from '../fields/text.ts'

export const callToAction = defineType({
  name: 'callToAction',
  title: 'Call to action',
  description: 'The one thing a reader does next: a sentence and a button.',
  type: 'object',
  icon: ArrowRightIcon,
  ...inLanguageTabs([
    ...inLanguages(lineField, {
      name: 'text',
      title: 'Sentence',
      description: 'In large letters beside the button.',
      recommendedLength: 100,
    }),
    ...inLanguages(nameField, {
      name: 'label',
      title: 'Button',
      description: 'The text of the button.',
      recommendedLength: 30,
    }),
    defineField({
      name: 'href',
      title: 'Where it leads',
      description: 'Such as /apply for a page of this site, https://… for another site, mailto:… for email.',
      type: 'string',
      validation: (rule) => rule.required().custom(checkHref),
    }),
  ]),
  preview: { select: { title: 'label', subtitle: 'text' } },
})

export const actionField = defineField({
  name: 'action',
  title: 'Call to action',
  description: 'What a reader does next, at the end of the page. Leave it empty for none.',
  type: 'callToAction',
  options: { collapsible: true, collapsed: true },
  group: everyTab,
})
