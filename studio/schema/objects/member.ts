import { UserIcon } from '@sanity/icons/User'
import { defineType } from 'sanity'
import { inLanguageTabs, inLanguages } from '../fields/languages.ts'
import { textListField } from '../fields/lists.ts'
import { nameField } from '../fields/text.ts'
import { pictureField } from './figure.ts'

export const member = defineType({
  name: 'member',
  title: 'Team member',
  description: 'A role of the core team and what it is responsible for.',
  type: 'object',
  icon: UserIcon,
  ...inLanguageTabs([
    ...inLanguages(nameField, { name: 'role', description: 'What this person does, in a few words.' }),
    nameField({
      name: 'name',
      description: 'The person’s name. Leave it empty to show the role alone.',
      optional: true,
    }),
    ...inLanguages(textListField, {
      name: 'responsibilities',
      description: 'One line for each thing this person looks after.',
      itemTitle: 'Responsibility',
    }),
    pictureField({
      name: 'photo',
      description: 'A portrait. Leave it out if there is none: the page looks right without.',
    }),
  ]),
  preview: {
    select: { role: 'role', name: 'name', media: 'photo.asset' },
    prepare: ({ role, name, media }) => ({ title: role, subtitle: name, media: media ?? UserIcon }),
  },
})
