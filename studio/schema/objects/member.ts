import { UserIcon } from '@sanity/icons/User'
import { defineType } from 'sanity'
import { inLanguageTabs, inLanguages } from '../fields/languages.ts'
import { textListField } from '../fields/lists.ts'
import { limits } from '../fields/field-options.ts'
import { lineField } from '../fields/text.ts'
import { pictureField } from './figure.ts'

export const member = defineType({
  name: 'member',
  title: 'Team member',
  description: 'A role of the core team and what it is responsible for.',
  type: 'object',
  icon: UserIcon,
  ...inLanguageTabs([
    ...inLanguages(lineField, {
      name: 'role',
      title: 'Role',
      description: 'What this person does, in a few words.',
      maximum: limits.title,
    }),
    lineField({
      name: 'name',
      title: 'Name',
      description: 'The person’s name. Leave it empty to show the role alone.',
      maximum: limits.title,
      optional: true,
    }),
    ...inLanguages(textListField, {
      name: 'responsibilities',
      title: 'Responsibilities',
      description: 'One line for each thing this person looks after.',
      itemTitle: 'Responsibility',
    }),
    pictureField({
      name: 'photo',
      title: 'Photo',
      description: 'A portrait. Leave it out if there is none: the page looks right without.',
    }),
  ]),
  preview: {
    select: { role: 'role', name: 'name', media: 'photo.asset' },
    prepare: ({ role, name, media }) => ({ title: role, subtitle: name, media: media ?? UserIcon }),
  },
})
