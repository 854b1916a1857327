import { TagIcon } from '@sanity/icons/Tag'
import { defineField, defineType } from 'sanity'
import { checkSecureAddress } from '../fields/addresses.ts'
import { inLanguageTabs } from '../fields/languages.ts'
import { nameField } from '../fields/text.ts'
import { pictureField } from './figure.ts'

export const partner = defineType({
  name: 'partner',
  title: 'Partner',
  description: 'A company that supports the programme.',
  type: 'object',
  icon: TagIcon,
  ...inLanguageTabs([
    nameField({ name: 'name', description: 'As the company writes it.' }),
    defineField({
      name: 'href',
      title: 'Address',
      description: 'The company’s website, beginning with https://. Leave it empty for no link.',
      type: 'string',
      validation: (rule) => rule.custom(checkSecureAddress),
    }),
    pictureField({ name: 'logo', description: 'On a light background. Without one the name is shown.' }),
  ]),
  preview: { select: { title: 'name', subtitle: 'href', media: 'logo.asset' } },
})
