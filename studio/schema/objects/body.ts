import { BlockContentIcon } from '@sanity/icons/BlockContent'
import { LinkIcon } from '@sanity/icons/Link'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { checkHref } from '../fields/addresses.ts'

const link = defineArrayMember({
  name: 'link',
  title: 'Link',
  description: 'Turns the selected words into a link.',
  type: 'object',
  icon: LinkIcon,
  fields: [
    defineField({
      name: 'href',
      title: 'Address',
      description:
        'https://… for another site, /apply for a page of this site, mailto:… for email, tel:… for a phone.',
      type: 'string',
      validation: (rule) => rule.required().custom(checkHref),
    }),
  ],
})

/** Use `bodyField`, which adds the checks: a field's own replace those of its type. */
export const body = defineType({
  name: 'body',
  title: 'Text',
  description: 'Paragraphs, headings, lists, links and images.',
  type: 'array',
  icon: BlockContentIcon,
  of: [
    defineArrayMember({
      type: 'block',
      styles: [
        { title: 'Normal', value: 'normal' },
        { title: 'Heading', value: 'h2' },
        { title: 'Small heading', value: 'h3' },
      ],
      lists: [
        { title: 'Bullets', value: 'bullet' },
        { title: 'Numbers', value: 'number' },
      ],
      marks: {
        decorators: [
          { title: 'Bold', value: 'strong' },
          { title: 'Italic', value: 'em' },
        ],
        annotations: [link],
      },
    }),
    defineArrayMember({ type: 'figure' }),
  ],
})
