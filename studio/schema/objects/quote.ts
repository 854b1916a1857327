import { BlockquoteIcon } from '@sanity/icons/Blockquote'
import { defineType } from 'sanity'
import { inLanguageTabs, inLanguages } from '../fields/languages.ts'
import { linesField, nameField } from '../fields/text.ts'
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
    }),
    nameField({ name: 'name', description: 'Who said it.' }),
    ...inLanguages(nameField, { name: 'role', description: 'Such as “founder of …”.', optional: true }),
    pictureField({ name: 'photo', description: 'A portrait. Leave it out if there is none.' }),
  ]),
  preview: { select: { title: 'name', subtitle: 'text', media: 'photo.asset' } },
})
