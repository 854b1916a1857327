import { InfoOutlineIcon } from '@sanity/icons/InfoOutline'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { introFields } from '../fields/body.ts'
import { everyTab, inLanguages, languageTabs } from '../fields/languages.ts'
import { itemsField, textListField } from '../fields/lists.ts'
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
      description:
        'What the programme is and for whom. Programme figures can be inserted by name, as in the phases.',
      group: 'page',
    }),
    ...descriptionFields({ group: 'page' }),
    { ...programmeFacts, group: 'programme' },
    defineField({
      name: 'phases',
      title: 'Phases',
      description:
        'A founder’s way through the programme, first phase first. Programme figures can be inserted in the texts by name: {months}, {events}, {pitchCallMinutes}, {pitchMinutes}, {questionMinutes}, {feedbackMinutes}, {feedbackRounds}, {investorConversations}.',
      type: 'array',
      group: everyTab('programme'),
      of: [defineArrayMember({ type: 'phase' })],
      validation: (rule) => [
        rule.required().min(1).error('Add at least one phase'),
        rule.custom(tooManyItems),
      ],
    }),
    itemsField({
      name: 'timeline',
      title: 'Months',
      description:
        'What each month is about, first month first. If empty, the page shows only the events of each month.',
      type: 'timelineStep',
      group: everyTab('programme'),
    }),
    ...inLanguages(textListField, {
      name: 'rhythm',
      title: 'The rhythm',
      description: 'What happens regularly, one line for each. Shown beside the months.',
      itemTitle: 'Line',
      group: 'programme',
      optional: true,
    }),
    ...inLanguages(textListField, {
      name: 'values',
      title: 'Core values',
      description: 'One line for each value.',
      itemTitle: 'Value',
      group: 'programme',
    }),
    itemsField({
      name: 'quotes',
      title: 'Quotes',
      description: 'What founders say about the programme. Without any, the page leaves this section out.',
      type: 'quote',
      group: everyTab('page'),
    }),
    defineField({
      name: 'action',
      title: 'Call to action',
      description: 'What a reader does next, at the end of the page. Leave it empty for none.',
      type: 'callToAction',
      options: { collapsible: true, collapsed: true },
      group: everyTab('page'),
    }),
  ],
})
