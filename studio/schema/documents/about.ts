import { InfoOutlineIcon } from '@sanity/icons/InfoOutline'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { introFields } from '../fields/body.ts'
import { everyTab, inLanguages, languageTabs } from '../fields/languages.ts'
import { textListField } from '../fields/lists.ts'
import { tooManyItems } from '../fields/named-items.ts'
import { descriptionFields, titleFields } from '../fields/text.ts'
import { programmeFacts } from '../objects/programme-facts.ts'

export const about = defineType({
  name: 'about',
  title: 'About page',
  description: 'What the programme is: its figures, phases and values.',
  type: 'document',
  icon: InfoOutlineIcon,
  groups: languageTabs([
    { name: 'page', title: 'Page', default: true },
    { name: 'programme', title: 'Programme' },
  ]),
  fields: [
    ...titleFields({ group: 'page' }),
    ...introFields({
      description: 'What the programme is and for whom. The figures follow below it on the page.',
      group: 'page',
    }),
    ...descriptionFields({ group: 'page' }),
    { ...programmeFacts, group: 'programme' },
    defineField({
      name: 'phases',
      title: 'Phases',
      description: 'A founder’s way through the programme, first phase first.',
      type: 'array',
      group: everyTab('programme'),
      of: [defineArrayMember({ type: 'phase' })],
      validation: (rule) => [
        rule.required().min(1).error('Add at least one phase'),
        rule.custom(tooManyItems),
      ],
    }),
    ...inLanguages(textListField, {
      name: 'values',
      title: 'Core values',
      description: 'One line for each value.',
      itemTitle: 'Value',
      group: 'programme',
    }),
  ],
})
