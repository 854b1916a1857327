import { HomeIcon } from '@sanity/icons/Home'
import { defineType } from 'sanity'
import { inLanguageTabs, inLanguages } from '../fields/languages.ts'
import { limits } from '../fields/field-options.ts'
import { descriptionFields } from '../fields/page.ts'
import { linesField } from '../fields/text.ts'

const sentence = { maximum: limits.sentences, rows: 2 }

export const home = defineType({
  name: 'home',
  title: 'Home page',
  description: 'The texts beside the listings and the calendar.',
  type: 'document',
  icon: HomeIcon,
  ...inLanguageTabs([
    ...inLanguages(linesField, {
      name: 'programme',
      title: 'The programme in a sentence',
      description:
        'What the programme is, in large letters above the listings. If empty, the home page leaves this strip out. Programme figures can be inserted by name, such as {months}.',
      ...sentence,
      recommendedLength: 140,
      optional: true,
    }),
    ...inLanguages(linesField, {
      name: 'nextStep',
      title: 'The next step',
      description:
        'What a founder does next and by when. Shown below that sentence, beside the button to apply.',
      ...sentence,
      recommendedLength: 140,
      optional: true,
    }),
    ...inLanguages(linesField, {
      name: 'sidebarText',
      title: 'Sidebar text',
      description: 'What the site is, in one sentence. Shown in the sidebar of the home page.',
      ...sentence,
      recommendedLength: 120,
    }),
    ...descriptionFields(),
  ]),
})
