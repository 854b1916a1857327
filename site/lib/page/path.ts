/** The parts after the first: `/listing/a%20b` gives `['a b']`. */
export function readPathParts(pathname: string): string[] {
  return pathname.split('/').slice(2).filter(Boolean).map(decode)
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
