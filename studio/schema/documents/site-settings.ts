import { CogIcon } from '@sanity/icons/Cog'
import { defineType } from 'sanity'
import { emailField, secureAddressField } from '../fields/addresses.ts'
import { inLanguages, inTabs } from '../fields/languages.ts'
import { lineField, nameField } from '../fields/text.ts'

export const siteSettings = defineType({
  name: 'siteSettings',
  title: 'Site settings',
  description: 'Names, addresses and links that appear on every page.',
  type: 'document',
  icon: CogIcon,
  ...inTabs({
    names: [
      nameField({
        name: 'productName',
        title: 'Product name',
        description: 'The name in the header of every page and in the browser tab.',
        recommendedLength: 40,
      }),
      ...inLanguages(lineField, {
        name: 'tagline',
        description:
          'The line under the name. The organisation’s name follows it, so end it with “powered by”.',
        recommendedLength: 80,
      }),
      ...inLanguages(nameField, {
        name: 'organisation',
        description: 'The community behind the programme. Shown after the tagline.',
      }),
      ...inLanguages(lineField, {
        name: 'copyright',
        title: 'Copyright line',
        description: 'The line at the bottom of every page, without a year.',
      }),
    ],
    contact: [
      emailField({
        name: 'contactEmail',
        title: 'Contact email',
        description:
          'Where visitors write to. The pages for mentors, sponsors and contact use it too, unless they have an address of their own.',
      }),
      secureAddressField({
        name: 'schedulingUrl',
        title: 'Scheduling link',
        description: 'The page where visitors book a call. It begins with https://.',
      }),
      ...inLanguages(nameField, {
        name: 'schedulingLabel',
        title: 'Scheduling link text',
        description: 'The text of that link at the bottom of every page.',
        recommendedLength: 40,
      }),
    ],
  }),
})
