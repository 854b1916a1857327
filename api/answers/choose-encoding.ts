const encodings = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof encodings)[number]

const chosen = new Map<string, Encoding>()
const maxChosen = 200

/** The smallest encoding that `Accept-Encoding` allows. Weights above 0 are ignored: browsers send equal ones. */
export function chooseEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity'
  const known = chosen.get(header)
  if (known) return known
  const accepted = header.split(',').flatMap((part) => {
    const [name = '', ...parameters] = part.toLowerCase().split(';')
    const weight = parameters.map((each) => each.trim()).find((each) => each.startsWith('q='))
    return weight === undefined || Number(weight.slice(2)) > 0 ? [name.trim()] : []
  })
  const encoding = encodings.find((each) => accepted.includes(each)) ?? 'identity'
  if (chosen.size >= maxChosen) chosen.clear()
  chosen.set(header, encoding)
  return encoding
}
