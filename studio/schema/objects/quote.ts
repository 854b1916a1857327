import { BlockquoteIcon } from '@sanity/icons/Blockquote'
import { defineType } from 'sanity'
import { limits } from '../fields/field-options.ts'
import { inLanguageTabs, inLanguages } from '../fields/languages.ts'
import { lineField, linesField } from '../fields/text.ts'
import { pictureField } from './figure.ts'

export const quote = defineType({
  name: 'quote',
  title: 'Quote',
  description: 'What somebody said, in their own words and with their consent.',
  type: 'object',
  icon: BlockquoteIcon,
  ...inLanguageTabs([
    ...inLanguages(linesField, {
      name: 'text',
      title: 'Words',
      description: 'Without quotation marks: the page adds them.',
      recommendedLength: 300,
    }),
    lineField({ name: 'name', title: 'Name', description: 'Who said it.', maximum: limits.title }),
    ...inLanguages(lineField, {
      name: 'role',
      title: 'Role',
      description: 'Such as “founder of …”.',
      maximum: limits.title,
      optional: true,
    }),
    pictureField({
      name: 'photo',
      title: 'Photo',
      description: 'A portrait. Leave it out if there is none.',
    }),
  ]),
  preview: { select: { title: 'name', subtitle: 'text', media: 'photo.asset' } },
})
