import { currentLanguage, locale, plural, messages } from '#domain/language.ts'
import type { Kpi } from '../../queries/sponsors.ts'
import { type Copy, fillCopy } from './localize.ts'

/** Shortens only exact amounts: `$150K`, but `$150,500`. */
export function formatMoney(amount: number, currency: string, form: 'full' | 'short' = 'full'): string {
  const isShort = form === 'short' && amount >= 1000 && amount % (amount < 1_000_000 ? 1000 : 10_000) === 0
  return new Intl.NumberFormat(locale(), {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    ...(isShort
      ? { notation: 'compact', maximumFractionDigits: 2 }
      : { minimumFractionDigits: Number.isInteger(amount) ? 0 : 2 }),
  }).format(amount)
}

/** `6-8`, or `6` if both ends are equal. */
export function formatRange({ from, to }: { from: number; to: number }): string {
  if (from === to) return String(from)
  // The programme's English copy has a hyphen where Intl writes a dash.
  if (currentLanguage() === 'en') return `${from}-${to}`
  return new Intl.NumberFormat(locale(), { useGrouping: false }).formatRange(from, to)
}

/** `6-8 cities`, `10+ cities` */
export function formatCities({ citiesFrom, citiesTo }: { citiesFrom: number; citiesTo?: number }): string {
  const cities = citiesTo === undefined ? `${citiesFrom}+` : formatRange({ from: citiesFrom, to: citiesTo })
  return plural(messages().sponsors.citiesCount, citiesTo ?? citiesFrom + 1, { cities })
}

/** `food, drinks and photos` */
export function formatList({ value, lang }: Copy<readonly string[]>): Copy<string> {
  // British, because the programme's English copy has no comma before “and”.
  const tag = lang === 'en' || currentLanguage() === 'en' ? 'en-GB' : locale()
  return { value: new Intl.ListFormat(tag).format(value), lang }
}

/** `10-15`, `500+ total`, `delivered every Friday` */
export function describeTarget({ from, to, orMore, unit, note }: Partial<Kpi>): Copy<string>[] {
  if (from === undefined) return note ? [note] : []
  const figure = to === undefined ? `${from}${orMore ? '+' : ''}` : formatRange({ from, to })
  return fillCopy(`${figure}${unit ? ' {unit}' : ''}${note ? ', {note}' : ''}`, { unit, note })
}
