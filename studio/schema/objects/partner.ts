import { TagIcon } from '@sanity/icons/Tag'
import { defineField, defineType } from 'sanity'
import { checkSecureAddress } from '../fields/addresses.ts'
import { limits } from '../fields/field-options.ts'
import { inLanguageTabs } from '../fields/languages.ts'
import { lineField } from '../fields/text.ts'
import { pictureField } from './figure.ts'

export const partner = defineType({
  name: 'partner',
  title: 'Partner',
  description: 'A company that supports the programme.',
  type: 'object',
  icon: TagIcon,
  ...inLanguageTabs([
    lineField({
      name: 'name',
      title: 'Name',
      description: 'As the company writes it.',
      maximum: limits.title,
    }),
    defineField({
      name: 'href',
      title: 'Address',
      description: 'The company’s website, beginning with https://. Leave it empty for no link.',
      type: 'string',
      validation: (rule) => rule.custom(checkSecureAddress),
    }),
    pictureField({
      name: 'logo',
      title: 'Logo',
      description: 'On a light background. Without one the name is shown.',
    }),
  ]),
  preview: { select: { title: 'name', subtitle: 'href', media: 'logo.asset' } },
})
