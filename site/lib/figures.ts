/** `150000` as `$150K`, `25000` as `$25,000`. A short form never leaves anything out: `$150,500` stays as it is. */
export function formatMoney(amount: number, currency: string, form: 'full' | 'short' = 'full'): string {
  const isShort = form === 'short' && amount >= 1000 && amount % (amount < 1_000_000 ? 1000 : 10_000) === 0
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    ...(isShort
      ? { notation: 'compact', maximumFractionDigits: 2 }
      : { minimumFractionDigits: Number.isInteger(amount) ? 0 : 2 }),
  }).format(amount)
}

/** `6-8`, or `6` where both ends are the same. */
export function formatRange({ from, to }: { from: number; to: number }): string {
  return from === to ? String(from) : `${from}-${to}`
}

/** `month` for one, `months` for any other number. */
export function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`
}

/** `6-8 cities`, `10+ cities`. */
export function formatCities({ citiesFrom, citiesTo }: { citiesFrom: number; citiesTo?: number }): string {
  if (citiesTo === undefined) return `${citiesFrom}+ cities`
  const isOne = citiesFrom === 1 && citiesTo === 1
  return `${formatRange({ from: citiesFrom, to: citiesTo })} ${isOne ? 'city' : 'cities'}`
}

type Target = { from?: number; to?: number; orMore?: boolean; unit?: string; note?: string }

/** `10-15`, `500+ total`, `delivered every Friday`. */
export function formatTarget({ from, to, orMore, unit, note }: Target): string {
  if (from === undefined) return note ?? ''
  const figure = to === undefined ? `${from}${orMore ? '+' : ''}` : formatRange({ from, to })
  return [[figure, unit].filter(Boolean).join(' '), note].filter(Boolean).join(', ')
}
