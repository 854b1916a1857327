import { defineField } from 'sanity'
import * as z from 'zod/mini'
import { isLink, isSecureAddress } from '#domain/link.ts'
import type { OptionalFieldOptions } from './field-options.ts'
import { limits } from './limits.ts'

const emailSchema = z.email()
const tooLong = `The address is too long: at most ${limits.address.toLocaleString('en-US')} characters`

/** An email address; required unless it is said to be optional. */
export function emailField({ optional, ...field }: OptionalFieldOptions) {
  return defineField({
    ...field,
    type: 'email',
    validation: (rule) => (optional ? rule.custom(checkEmail) : rule.required().custom(checkEmail)),
  })
}

/** The message for an address that is none, or true: stricter than the Studio, which takes `a@b`. */
function checkEmail(email: string | undefined): true | string {
  if (email === undefined) return true
  if (email.length > limits.email) return `An address has at most ${limits.email} characters`
  if (emailSchema.safeParse(email).success) return true
  return 'Write the whole address: name@example.org'
}

/** The message for a link that no page may carry, or true: a web page, an email, a phone number or a page of this site. */
export function checkHref(href: string | undefined): true | string {
  if (href === undefined) return true
  if (href.length > limits.address) return tooLong
  if (isLink(href)) return true
  return 'Begin with https://, http://, mailto: or tel:, or with / for a page of this site, and leave out spaces'
}

/** The message for an address of a web page that is not over TLS or not whole, or true. */
export function checkSecureAddress(href: string | undefined): true | string {
  if (href === undefined) return true
  if (href.length > limits.address) return tooLong
  if (isSecureAddress(href)) return true
  return 'Write the whole address, beginning with https:// and without spaces'
}
