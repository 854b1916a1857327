import { ComposeIcon } from '@sanity/icons/Compose'
import { defineType } from 'sanity'
import { inLanguageTabs, inLanguages } from '../fields/languages.ts'
import { itemsField, textListField } from '../fields/lists.ts'
import { pageFields } from '../fields/page.ts'
import { linesField } from '../fields/text.ts'

export const apply = defineType({
  name: 'apply',
  title: 'Apply page',
  description: 'The texts around the application form.',
  type: 'document',
  icon: ComposeIcon,
  ...inLanguageTabs([
    ...pageFields({ intro: 'A text above the form. Leave it out if the form speaks for itself.' }),
    ...inLanguages(textListField, {
      name: 'nextSteps',
      title: 'What happens next',
      description: 'The steps after an application, in order. Shown below the form.',
      itemTitle: 'Step',
    }),
    ...inLanguages(linesField, {
      name: 'bookingText',
      title: 'After the application',
      description:
        'Shown once the form has been sent, before the button that books the pitch call. The button opens the scheduling link of the site settings.',
      optional: true,
    }),
    itemsField({
      name: 'questions',
      title: 'Questions and answers',
      description:
        'What founders ask before they apply. Programme figures can be inserted in an answer by name, such as {pitchCallMinutes}.',
      type: 'question',
    }),
  ]),
})
