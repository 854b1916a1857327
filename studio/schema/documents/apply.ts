import { ComposeIcon } from '@sanity/icons/Compose'
import { defineType } from 'sanity'
import { introFields } from '../fields/body.ts'
import { inLanguages, inTabs, languageTabs } from '../fields/languages.ts'
import { textListField } from '../fields/lists.ts'
import { descriptionFields, titleFields } from '../fields/text.ts'

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
    ...descriptionFields(),
  ]),
})
