import { HeartIcon } from '@sanity/icons/Heart'
import { defineType } from 'sanity'
import { contactFields } from '../fields/addresses.ts'
import { bodyField } from '../fields/body.ts'
import { inLanguages, inTabs } from '../fields/languages.ts'
import { itemsField } from '../fields/lists.ts'
import { pageFields } from '../fields/page.ts'

export const mentors = defineType({
  name: 'mentors',
  title: 'Mentors page',
  description: 'What mentors do, what they get, and how to become one.',
  type: 'document',
  icon: HeartIcon,
  ...inTabs({
    page: [
      ...pageFields({ intro: 'A text above the sections. Leave it out if it is not needed.' }),
      ...inLanguages(bodyField, {
        name: 'engagement',
        description: 'What mentors do, and what of it is optional.',
      }),
      ...inLanguages(bodyField, { name: 'value', description: 'What mentors get in return.' }),
      ...inLanguages(bodyField, {
        name: 'process',
        title: 'How it works',
        description: 'The steps of mentoring, in order.',
      }),
      itemsField({
        name: 'people',
        title: 'Mentors',
        description: 'Mentors who agreed to be shown. Without any, the page leaves this section out.',
        type: 'member',
      }),
      itemsField({
        name: 'quotes',
        description: 'What mentors or founders say. Without any, the page leaves this section out.',
        type: 'quote',
      }),
    ],
    contact: contactFields(),
  }),
})
