import { cleanLine } from './clean-text.ts'

/** Finds the street address for maps within a location, as in `Frontier Tower, 995 Market St, San Francisco, CA`. */
export function splitPlace(text: string): { location: string | undefined; address: string | undefined } {
  const parts = text.split(/\s*[,\n]\s*|\s+\((?=.*\d)/).filter((part) => part !== '')
  const street = parts.findIndex((part) => /^\d+[A-Za-z]?(?:-\d+)? +\p{L}/u.test(part))
  const address = street < 0 ? undefined : parts.slice(street).join(', ').replace(/\)$/, '')
  return { location: cleanLine(text), address: cleanLine(address) }
}
