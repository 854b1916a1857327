import { CogIcon } from '@sanity/icons/Cog'
import { defineField, defineType } from 'sanity'
import { checkSecureAddress, emailField } from '../fields/addresses.ts'
import { inLanguages, inTab, languageTabs } from '../fields/languages.ts'
import { limits } from '../fields/field-options.ts'
import { lineField } from '../fields/text.ts'

export const siteSettings = defineType({
  name: 'siteSettings',
  title: 'Site settings',
  description: 'Names, addresses and links that appear on every page.',
  type: 'document',
  icon: CogIcon,
  groups: languageTabs([
    { name: 'names', title: 'Names', default: true },
    { name: 'contact', title: 'Contact' },
  ]),
  fields: [
    ...inTab('names', [
      lineField({
        name: 'productName',
        title: 'Product name',
        description: 'The name in the header of every page and in the browser tab.',
        maximum: limits.title,
        recommendedLength: 40,
      }),
      ...inLanguages(lineField, {
        name: 'tagline',
        title: 'Tagline',
        description:
          'The line under the name. The organisation’s name follows it, so end it with “powered by”.',
        recommendedLength: 80,
      }),
      ...inLanguages(lineField, {
        name: 'organisation',
        title: 'Organisation',
        description: 'The community behind the programme. Shown after the tagline.',
        maximum: limits.title,
      }),
      ...inLanguages(lineField, {
        name: 'copyright',
        title: 'Copyright line',
        description: 'The line at the bottom of every page, without a year.',
      }),
    ]),
    ...inTab('contact', [
      emailField({
        name: 'contactEmail',
        title: 'Contact email',
        description:
          'Where visitors write to. The pages for mentors, sponsors and contact use it too, unless they have an address of their own.',
      }),
      defineField({
        name: 'schedulingUrl',
        title: 'Scheduling link',
        description: 'The page where visitors book a call. It begins with https://.',
        type: 'url',
        validation: (rule) =>
          rule
            .required()
            .uri({ scheme: ['https'] })
            .custom(checkSecureAddress),
      }),
      ...inLanguages(lineField, {
        name: 'schedulingLabel',
        title: 'Scheduling link text',
        description: 'The text of that link at the bottom of every page.',
        maximum: limits.title,
        recommendedLength: 40,
      }),
    ]),
  ],
})
