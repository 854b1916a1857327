import { linkTo } from '#domain/language.ts'

/** 256 bits in base64url. */
export function isManageToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}

/**
 * The token is in the fragment, which browsers do not send to the server: no log or referrer contains it, except the
 * `Location` after a form without scripts.
 */
export function managePath({ id, token }: { id: string; token: string }): string {
  return linkTo(`/listing/${id}#manage=${token}`)
}

/** Takes the fragment with its `#`. */
export function readManageFragment(fragment: string): string | undefined {
  const token = /^#manage=([\w-]+)$/.exec(fragment)?.[1]
  return token !== undefined && isManageToken(token) ? token : undefined
}
