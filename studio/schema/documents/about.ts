import { InfoOutlineIcon } from '@sanity/icons/InfoOutline'
import { defineType } from 'sanity'
import { inLanguages, inTabs } from '../fields/languages.ts'
import { itemsField, textListField } from '../fields/lists.ts'
import { pageFields } from '../fields/page.ts'
import { actionField } from '../objects/call-to-action.ts'
import { programmeFacts } from '../objects/programme-facts.ts'

export const about = defineType({
  name: 'about',
  title: 'About page',
  description: 'What the programme is: its figures, phases and values.',
  type: 'document',
  icon: InfoOutlineIcon,
  ...inTabs({
    page: [
      ...pageFields({
        intro:
          'What the programme is and for whom. Programme figures can be inserted by name, as in the phases.',
        optional: false,
      }),
      itemsField({
        name: 'quotes',
        description: 'What founders say about the programme. Without any, the page leaves this section out.',
        type: 'quote',
      }),
      actionField,
    ],
    programme: [
      programmeFacts,
      itemsField({
        name: 'phases',
        description:
          'A founder’s way through the programme, first phase first. Programme figures can be inserted in the texts by name: {months}, {events}, {pitchCallMinutes}, {pitchMinutes}, {questionMinutes}, {feedbackMinutes}, {feedbackRounds}, {investorConversations}.',
        type: 'phase',
        missing: 'Add at least one phase',
      }),
      itemsField({
        name: 'timeline',
        title: 'Months',
        description:
          'What each month is about, first month first. If empty, the page shows only the events of each month.',
        type: 'timelineStep',
      }),
      ...inLanguages(textListField, {
        name: 'rhythm',
        title: 'The rhythm',
        description: 'What happens regularly, one line for each. Shown beside the months.',
        itemTitle: 'Line',
        optional: true,
      }),
      ...inLanguages(textListField, {
        name: 'values',
        title: 'Core values',
        description: 'One line for each value.',
        itemTitle: 'Value',
      }),
    ],
  }),
})
