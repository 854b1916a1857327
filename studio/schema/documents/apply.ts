import { ComposeIcon } from '@sanity/icons/Compose'
import { defineType } from 'sanity'
import { introFields } from '../fields/body.ts'
import { everyTab, inLanguages, inTabs, languageTabs } from '../fields/languages.ts'
import { itemsField, textListField } from '../fields/lists.ts'
import { descriptionFields, linesField, titleFields } from '../fields/text.ts'

export const apply = defineType({
  name: 'apply',
  title: 'Apply page',
  description: 'The texts around the application form.',
  type: 'document',
  icon: ComposeIcon,
  groups: languageTabs(),
  fields: inTabs([
    ...titleFields(),
    ...introFields({
      description: 'A text above the form. Leave it out if the form speaks for itself.',
      optional: true,
    }),
    ...inLanguages(textListField, {
      name: 'nextSteps',
      title: 'What happens next',
      description: 'The steps after an application, in their order. They stand below the form.',
      itemTitle: 'Step',
    }),
    ...inLanguages(linesField, {
      name: 'bookingText',
      title: 'After the application',
      description:
        'The sentence before the button that books the pitch call, once the form has been sent. The button is the scheduling link of the site settings.',
      taste: 300,
      optional: true,
    }),
    itemsField({
      name: 'questions',
      title: 'Questions and answers',
      description:
        'What founders ask before they apply. A programme figure can stand in an answer by its name, such as {pitchCallMinutes}.',
      type: 'question',
      group: everyTab(),
    }),
    ...descriptionFields(),
  ]),
})
