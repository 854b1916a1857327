import { EnvelopeIcon } from '@sanity/icons/Envelope'
import { defineType } from 'sanity'
import { emailField } from '../fields/addresses.ts'
import { inLanguageTabs, inLanguages } from '../fields/languages.ts'
import { pageFields } from '../fields/page.ts'
import { linesField } from '../fields/text.ts'

export const contact = defineType({
  name: 'contact',
  title: 'Contact page',
  description: 'How founders, mentors and sponsors get in touch with the programme.',
  type: 'document',
  icon: EnvelopeIcon,
  ...inLanguageTabs([
    ...pageFields({
      intro: 'A text above the three ways to get in touch. Leave it out if it is not needed.',
    }),
    ...inLanguages(linesField, {
      name: 'applyText',
      title: 'For founders',
      description: 'The sentence before the link to the application form.',
    }),
    ...inLanguages(linesField, {
      name: 'mentorsText',
      title: 'For mentors',
      description: 'The sentence before the email link for mentors.',
    }),
    emailField({
      name: 'mentorsEmail',
      title: 'Email for mentors',
      description: 'Where emails from mentors go. Leave it empty to use the address of the site settings.',
      optional: true,
    }),
    ...inLanguages(linesField, {
      name: 'sponsorsText',
      title: 'For sponsors',
      description: 'The sentence before the link to the sponsors page.',
    }),
  ]),
})
