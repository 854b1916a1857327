import {
  completeDetails,
  currencies,
  type DetailField,
  type Details,
  dropUnusedDetails,
  payPeriods,
  pricePeriods,
} from '#domain/listings/details.ts'
import { currencySigns, readWrittenPay, type WrittenPay } from '#domain/listings/written-pay.ts'
import { isDay } from '#domain/pacific.ts'

/** What is written into an amount contradicts another field. */
export class AmountConflict {
  readonly text: string
  readonly with: 'currency' | 'period' | 'range'
  readonly chosen: string

  constructor(text: string, conflict: 'currency' | 'period' | 'range', chosen = '') {
    this.text = text
    this.with = conflict
    this.chosen = chosen
  }
}

type Fields = Record<string, unknown>

/**
 * Reads amounts that are written as text, and takes currency, period and the end of a range from them if their own
 * fields are empty. Texts that it cannot read stay as they are; what contradicts another field becomes an AmountConflict.
 */
export function completeWrittenPay(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const fields: Fields = { ...value }
  for (const name of ['payFrom', 'payTo', 'price']) {
    const text = fields[name]
    const written = typeof text === 'string' ? readWrittenPay(text) : undefined
    if (written) Object.assign(fields, complete(fields, name, String(text), written))
  }
  return fields
}

function complete(
  fields: Fields,
  name: string,
  text: string,
  { amounts, sign: of, period }: WrittenPay,
): Fields {
  const isPrice = name === 'price'
  const currency = isPrice ? 'USD' : fields['payCurrency']
  const meant: readonly unknown[] | undefined = of === undefined ? undefined : currencySigns[of]
  if (meant && currency !== undefined && !meant.includes(currency))
    return { [name]: new AmountConflict(text, 'currency', String(currency)) }
  const unit = isPrice ? 'pricePeriod' : 'payPeriod'
  const offered: readonly string[] = isPrice ? pricePeriods : payPeriods
  const chosen = fields[unit]
  if (period !== undefined && (!offered.includes(period) || (chosen !== undefined && chosen !== period)))
    return { [name]: new AmountConflict(text, 'period', String(chosen ?? offered.join(', '))) }
  const [from, to] = amounts
  const other = name === 'payFrom' ? 'payTo' : 'payFrom'
  if (to !== undefined && (isPrice || fields[other] !== undefined))
    return { [name]: new AmountConflict(text, 'range') }
  return {
    ...(to === undefined ? { [name]: from } : { payFrom: from, payTo: to }),
    ...(meant && !isPrice && { payCurrency: currency ?? meant[0] }),
    ...(period !== undefined && { [unit]: period }),
  }
}

/** The valid fields of a form, for a preview. */
export function readDetails(
  typed: Partial<Record<DetailField | 'category' | 'subcategory', string>>,
): Details {
  const place = { category: typed.category ?? '', subcategory: typed.subcategory ?? '' }
  const used = completeWrittenPay(dropUnusedDetails(typed, place)) as Partial<Record<DetailField, unknown>>
  const amount = (value: unknown) => (typeof value === 'number' && value > 0 ? value : undefined)
  const choose = <Choice extends string>(choices: readonly Choice[], text: unknown) =>
    choices.find((choice) => choice === text)
  return completeDetails({
    company: typeof used.company === 'string' ? used.company.trim() : undefined,
    payFrom: amount(used.payFrom),
    payTo: amount(used.payTo),
    payCurrency: choose(currencies, used.payCurrency),
    payPeriod: choose(payPeriods, used.payPeriod),
    price: amount(used.price),
    pricePeriod: choose(pricePeriods, used.pricePeriod),
    date: typeof used.date === 'string' && isDay(used.date) ? used.date : undefined,
  } satisfies Record<DetailField, unknown>)
}
