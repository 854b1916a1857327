import { readAddress } from '#domain/language.ts'

/** The parts after the first: `/listing/a%20b` and `/es/listing/a%20b` give `['a b']`. */
export function readPathParts(pathname: string): string[] {
  return readAddress(pathname).path.split('/').slice(2).filter(Boolean).map(decode)
}

/** Keeps a part with an invalid percent escape as it is. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export function mailTo(email: string, subject: string): string {
  return `mailto:${email}?subject=${encodeURIComponent(subject)}`
}
