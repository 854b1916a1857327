import { type currencies, type payPeriods, type pricePeriods, readAmount } from '#domain/listings/details.ts'

type Currency = (typeof currencies)[number]
type Period = (typeof payPeriods)[number] | (typeof pricePeriods)[number]
export type WrittenPay = { amounts: number[]; sign: string | undefined; period: Period | undefined }

/** Currencies that a sign may mean. The first one counts if none is chosen. */
export const currencySigns: Record<string, readonly Currency[]> = {
  $: ['USD', 'CAD'],
  us$: ['USD'],
  usd: ['USD'],
  '€': ['EUR'],
  eur: ['EUR'],
  '£': ['GBP'],
  gbp: ['GBP'],
  c$: ['CAD'],
  ca$: ['CAD'],
  cad: ['CAD'],
}
const sign = Object.keys(currencySigns)
  .toSorted((one, other) => other.length - one.length)
  .map((each) => each.replace('$', String.raw`\$`))
  .join('|')
const amountPattern = new RegExp(`^(${sign})? ?(\\d[\\d.,'’ ]*?) ?(k)? ?(${sign})?$`)

const periods: ReadonlyArray<[Period, RegExp]> = [
  ['hour', /^(?:h|hr|hrs|hour|hora|heure)$/],
  ['day', /^(?:d|day|día|dia|jour)$/],
  ['night', /^(?:night|noche|nuit)$/],
  ['week', /^(?:wk|week|semana|semaine)$/],
  ['month', /^(?:mo|mth|month|mes|mois)$/],
  ['year', /^(?:y|yr|year|annum|a\.?|año|an)$/],
]

/**
 * Pay or a price as people write it: `€85,000`, `85 000 €`, `$85k`, `$28/h`, `80-95k`. Undefined for other texts, and for
 * `1.234`, which may be 1,234 or three decimals; `1.234 €` is 1,234. `text` must be cleaned.
 */
export function readWrittenPay(text: string): WrittenPay | undefined {
  if (text.length > 60) return undefined
  const plain = text.normalize('NFKC').toLowerCase()
  const [whole, unit] = /(?: ?\/ ?| (?:per|an?|par|al|por) | (?=p\.))(?:p\.)?([a-zñí.]+)$/.exec(plain) ?? ['']
  const period = unit === undefined ? undefined : periods.find(([, form]) => form.test(unit))?.[0]
  if (unit !== undefined && period === undefined) return undefined
  const parts = plain
    .slice(0, plain.length - whole.length)
    .split(/ ?[-–—] ?| to | a | à /)
    .map((part) => amountPattern.exec(part))
  const written = new Set(
    parts.flatMap((part) => [part?.[1], part?.[4]]).filter((each) => each !== undefined),
  )
  // `$85,000 USD` names one currency twice.
  const named = [...written].toSorted((one, other) => other.length - one.length)
  if (parts.length > 2 || named.some((each) => !currencySigns[each]?.includes(currencyOf(named[0]))))
    return undefined
  const inThousands = parts.at(-1)?.[3] !== undefined
  const amounts = parts.map((part) => {
    const amount = part ? readFigures(part[2] ?? '', currencyOf(named[0])) : NaN
    const isShort = part?.[3] !== undefined || (inThousands && amount < 1_000)
    return isShort ? (amount < 10_000 ? Number((amount * 1_000).toFixed(2)) : NaN) : amount
  })
  return amounts.some(Number.isNaN) ? undefined : { amounts, sign: named[0], period }
}

function currencyOf(written: string | undefined): Currency {
  return currencySigns[written ?? '$']?.[0] ?? 'USD'
}

function readFigures(figures: string, currency: Currency): number {
  if (currency === 'EUR' && /^[1-9]\d{0,2}\.\d{3}$/.test(figures)) return Number(figures.replace('.', ''))
  return readAmount(figures)
}
