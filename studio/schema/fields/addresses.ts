import { defineField } from 'sanity'
import * as z from 'zod/mini'
import { cleanText } from '#domain/clean-text.ts'
import { isLink, isSecureAddress } from '#domain/content/link.ts'
import { isWebAddress } from '#domain/events/event.ts'
import { type FieldOptions, limits, type OptionalFieldOptions } from './field-options.ts'
import { inLanguages } from './languages.ts'
import { linesField } from './text.ts'

const emailSchema = z.email()
const tooLong = `The address is too long: at most ${limits.address.toLocaleString('en-US')} characters`

export function emailField({ optional, ...field }: OptionalFieldOptions) {
  return defineField({
    ...field,
    type: 'email',
    validation: (rule) => (optional ? rule.custom(checkEmail) : rule.required().custom(checkEmail)),
  })
}

/** Stricter than the Studio, which accepts `a@b`. */
function checkEmail(email: string | undefined): true | string {
  if (email === undefined) return true
  const address = cleanText(email, 'one')
  if (address.length > limits.email) return `An address has at most ${limits.email} characters`
  if (emailSchema.safeParse(address).success) return true
  return 'Write the whole address: name@example.org'
}

function checkAddress(isValid: (href: string) => boolean, message: string) {
  return (href: string | undefined): true | string => {
    if (href === undefined) return true
    const address = cleanText(href, 'one')
    if (address.length > limits.address) return tooLong
    return isValid(address) || message
  }
}

export const checkHref = checkAddress(
  isLink,
  'Begin with https://, http://, mailto: or tel:, or with / for a page of this site, and leave out spaces',
)

export const checkSecureAddress = checkAddress(
  isSecureAddress,
  'Write the whole address, beginning with https:// and without spaces',
)

/** The contact at the end of a page. Without an address of its own, it uses the site's. */
export function contactFields() {
  return [
    ...inLanguages(linesField, {
      name: 'contactText',
      title: 'Contact text',
      description: 'The sentence before the email link at the end of the page.',
    }),
    emailField({
      name: 'contactEmail',
      title: 'Contact email',
      description: 'Where these emails go. Leave it empty to use the address of the site settings.',
      optional: true,
    }),
  ]
}

/** Only https. */
export function secureAddressField({ optional, ...field }: OptionalFieldOptions) {
  return defineField({
    ...field,
    type: 'url',
    validation: (rule) => {
      const checked = rule.uri({ scheme: ['https'] }).custom(checkSecureAddress)
      return optional ? checked : checked.required()
    },
  })
}

/** Optional: http or https, as the API accepts it. */
export function webAddressField(field: FieldOptions) {
  return defineField({
    ...field,
    type: 'url',
    validation: (rule) =>
      rule
        .uri({ scheme: ['http', 'https'] })
        .custom((url: string | undefined) =>
          url === undefined || isWebAddress(cleanText(url, 'one'))
            ? true
            : 'Write the whole address, without spaces, in at most 2,000 characters',
        ),
  })
}
