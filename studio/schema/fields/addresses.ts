import { defineField } from 'sanity'
import * as z from 'zod/mini'
import { isWebAddress } from '#domain/event.ts'
import type { OptionalFieldOptions } from './field-options.ts'

/** An email address; required unless it is said to be optional. */
const emailSchema = z.email()

export function emailField({ optional, ...field }: OptionalFieldOptions) {
  return defineField({
    ...field,
    type: 'email',
    validation: (rule) => (optional ? rule.custom(checkEmail) : rule.required().custom(checkEmail)),
  })
}

/** The message for an address that is none, or true: stricter than the Studio, which takes `a@b`. */
function checkEmail(email: string | undefined): true | string {
  if (email === undefined || emailSchema.safeParse(email).success) return true
  return 'Write the whole address: name@example.org'
}

/** The message for a link that no page may carry, or true: a web page, an email, a phone number or a page of this site. */
export function checkHref(href: string | undefined): true | string {
  if (href === undefined) return true
  // `//host` and `/\host` look like a path and lead to another site.
  if (/^\/(?![/\\])\S*$/.test(href)) return true
  if (/^(mailto:[^\s@]+@[^\s@]+|tel:\+?[\d().-]+)$/i.test(href)) return true
  if (isWebAddress(href)) return true
  return 'Begin with https://, http://, mailto: or tel:, or with / for a page of this site, and leave out spaces'
}
