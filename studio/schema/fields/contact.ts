import { emailField } from './addresses.ts'
import type { FieldOptions } from './field-options.ts'
import { inLanguages } from './languages.ts'
import { limits } from './limits.ts'
import { linesField } from './text.ts'

/** The end of a page that asks for an email: a sentence, and an address if it is not the site's. */
export function contactFields({ group }: Pick<FieldOptions, 'group'> = {}) {
  return [
    ...inLanguages(linesField, {
      name: 'contactText',
      title: 'Contact text',
      description: 'The sentence before the email link at the end of the page.',
      maximum: limits.text,
      taste: 300,
      group,
    }),
    emailField({
      name: 'contactEmail',
      title: 'Contact email',
      description: 'Where these emails go. Leave it empty to use the address of the site settings.',
      optional: true,
      group,
    }),
  ]
}
