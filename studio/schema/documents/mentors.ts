import { HeartIcon } from '@sanity/icons/Heart'
import { defineType } from 'sanity'
import { contactFields } from '../fields/addresses.ts'
import { bodyField, introFields } from '../fields/body.ts'
import { inLanguages, inTab, languageTabs } from '../fields/languages.ts'
import { itemsField } from '../fields/lists.ts'
import { descriptionFields, titleFields } from '../fields/text.ts'

export const mentors = defineType({
  name: 'mentors',
  title: 'Mentors page',
  description: 'What mentors do, what they get, and how to become one.',
  type: 'document',
  icon: HeartIcon,
  groups: languageTabs([
    { name: 'page', title: 'Page', default: true },
    { name: 'contact', title: 'Contact' },
  ]),
  fields: [
    ...inTab('page', [
      ...titleFields(),
      ...introFields({
        description: 'A text above the sections. Leave it out if it is not needed.',
        optional: true,
      }),
      ...inLanguages(bodyField, {
        name: 'engagement',
        title: 'Engagement',
        description: 'What mentors do, and what of it is optional.',
      }),
      ...inLanguages(bodyField, {
        name: 'value',
        title: 'Value',
        description: 'What mentors get in return.',
      }),
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
        title: 'Quotes',
        description: 'What mentors or founders say. Without any, the page leaves this section out.',
        type: 'quote',
      }),
      ...descriptionFields(),
    ]),
    ...inTab('contact', [...contactFields()]),
  ],
})
