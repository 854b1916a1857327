import { cleanLine } from './clean-text.ts'

/** `Frontier Tower, 995 Market St, San Francisco, CA`: a place to read, and the address for maps, if there is one. */
export function splitPlace(text: string): { location: string | undefined; address: string | undefined } {
  const parts = text.split(/\s*[,\n]\s*|\s+\((?=.*\d)/).filter((part) => part !== '')
  const street = parts.findIndex((part) => /^\d+[A-Za-z]?(?:-\d+)? +\p{L}/u.test(part))
  const address = street < 0 ? undefined : parts.slice(street).join(', ').replace(/\)$/, '')
  return { location: cleanLine(text), address: cleanLine(address) }
}
