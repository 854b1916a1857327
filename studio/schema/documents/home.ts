import { HomeIcon } from '@sanity/icons/Home'
import { defineType } from 'sanity'
import { inLanguageTabs, inLanguages } from '../fields/languages.ts'
import { limits } from '../fields/field-options.ts'
import { descriptionFields, linesField } from '../fields/text.ts'

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
      maximum: limits.sentences,
      recommendedLength: 140,
      rows: 2,
      optional: true,
    }),
    ...inLanguages(linesField, {
      name: 'nextStep',
      title: 'The next step',
      description:
        'What a founder does next and by when. Shown below that sentence, beside the button to apply.',
      maximum: limits.sentences,
      recommendedLength: 140,
      rows: 2,
      optional: true,
    }),
    ...inLanguages(linesField, {
      name: 'sidebarText',
      title: 'Sidebar text',
      description: 'What the site is, in one sentence. Shown in the sidebar of the home page.',
      maximum: limits.sentences,
      recommendedLength: 120,
      rows: 2,
    }),
    ...descriptionFields(),
  ]),
})
