import { TagIcon } from '@sanity/icons/Tag'
import { defineField, defineType } from 'sanity'
import { PhotoInput } from '../../components/inputs/PhotoInput.tsx'
import { checkSecureAddress } from '../fields/addresses.ts'
import { limits } from '../fields/field-options.ts'
import { everyTab, inTabs, languageTabs } from '../fields/languages.ts'
import { lineField } from '../fields/text.ts'

export const partner = defineType({
  name: 'partner',
  title: 'Partner',
  description: 'A company that supports the programme.',
  type: 'object',
  icon: TagIcon,
  groups: languageTabs(),
  fields: inTabs([
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
    defineField({
      name: 'logo',
      title: 'Logo',
      description: 'On a light background. Without one the name is shown.',
      type: 'figure',
      group: everyTab(),
      components: { input: PhotoInput },
    }),
  ]),
  preview: { select: { title: 'name', subtitle: 'href', media: 'logo.asset' } },
})
