/** `/listing/a%20b` has one, `a b`. */
export function readPathParts(pathname: string): string[] {
  return pathname.split('/').slice(2).filter(Boolean).map(decode)
}

/** A percent sign that begins no escape stands for itself. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
