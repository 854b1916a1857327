import { readAmount } from '#domain/listings/details.ts'
import { roundNear } from '#domain/near-number.ts'
import { quote } from '../clean-text.ts'
import { asThing, first, listOf, nameOfTerm, type Thing } from './things.ts'

/** Without `low` or `high`, that end is open. */
type Amount = { low?: number | undefined; high?: number | undefined; currency: string | undefined }

const signs: Record<string, string> = { USD: '$', EUR: '€', GBP: '£' }
const currencies: Record<string, string> = { $: 'USD', US$: 'USD', '€': 'EUR', '£': 'GBP' }

/**
 * The price by all offers of an event: `$10-45`, `from $10`, `Free` only if all are. None if one cannot be read, or if
 * the only price is the 0 of a sold-out offer. The notes are for an editor.
 */
export function readPrice(event: Thing, resolve: (value: unknown) => unknown) {
  const unreadable: string[] = []
  if (Array.isArray(event['offers']) && event['offers'].length > 50)
    return { notes: ['It has more than 50 prices: none was read.'] }
  const amounts = listOf(event['offers']).flatMap((offer) => readOffer(offer, undefined, 0))
  const [fault] = unreadable
  if (fault !== undefined) return { notes: [`Its price cannot be read: ${quote(fault)}.`] }
  const isFree = /^(?:true|false)$/i.exec(nameOfTerm(first(event['isAccessibleForFree'])))?.[0].toLowerCase()
  const paid = amounts.filter(({ high = Infinity }) => high > 0)
  if (paid.length === 0) {
    const isSaid = isFree === 'true' || (isFree === undefined && amounts.length > 0)
    return { price: isSaid ? 'Free' : undefined, notes: [] }
  }
  const named = [...new Set(paid.flatMap(({ currency = [] }) => currency))]
  const [fallback = 'USD'] = named
  const groups = Object.groupBy(paid, ({ currency = fallback }) => currency)
  const isAlsoFree = paid.length < amounts.length
  const prices = Object.entries(groups).map(([currency, group = []]) =>
    describe(isAlsoFree ? [{ low: 0, high: 0, currency }, ...group] : group, currency),
  )
  const isGuess = paid.some(({ currency }) => currency === undefined) && named.length !== 1
  return {
    price: prices.join(' / '),
    notes: isGuess ? [`Its price names no currency: it was read as ${fallback}.`] : [],
  }

  function readOffer(value: unknown, inherited: string | undefined, depth: number): Amount[] {
    const offer = asThing(resolve(value))
    if (!offer || depth > 3) return []
    const given = (...names: string[]) =>
      names
        .flatMap((name) => listOf(offer[name]))
        .map(first)
        .filter((one) => ['string', 'number'].includes(typeof one) && String(one).trim() !== '')
    const [written] = given('priceCurrency')
    const currency = written === undefined ? inherited : readCurrency(String(written))
    const read = (price: unknown) => readText(price, currency)
    const [low] = given('lowPrice', 'minPrice').map(read)
    const [high] = given('highPrice', 'maxPrice').map(read)
    const found = given('price').map(read)
    if (found.length === 0 && low && high) found.push({ ...high, low: low.low })
    const inner = found.length === 0 ? [offer['priceSpecification'], offer['offers']].flatMap(listOf) : []
    found.push(...inner.flatMap((one) => readOffer(one, currency, depth + 1)))
    if (found.length === 0 && low) found.push({ ...low, high: undefined })
    if (found.length === 0 && high) found.push({ ...high, low: undefined })
    const isSoldOut = /^(?:SoldOut|OutOfStock|Discontinued)$/i.test(nameOfTerm(first(offer['availability'])))
    return isSoldOut ? found.filter(({ low: least, high: most }) => (most ?? least ?? 0) > 0) : found
  }

  function readCurrency(text: string): string | undefined {
    const name = text.trim().toUpperCase()
    if (!/^[A-Z]{3}$/.test(name) && !Object.hasOwn(currencies, name)) unreadable.push(text)
    return currencies[name] ?? name
  }

  /** `$25`, `25,00 €`, `10-45`, `from 10`, `free`. */
  function readText(price: unknown, currency: string | undefined): Amount {
    const text = String(price).normalize('NFKC').trim()
    const sign = /US\$|[$€£]|\b[A-Z]{3}\b/.exec(text)?.[0] ?? ''
    const own = currencies[sign] ?? (sign || undefined)
    const plain = text
      .replace(sign, '')
      .replaceAll(sign || ' ', ' ')
      .trim()
      .replace(/^free$/i, '0')
    const [, from, low = '', more] = /^(from\s+)?(.*?)\s*(\+)?$/i.exec(plain) ?? []
    const [, least = low, most] = /^(\d[\d.,\s]*?)\s*(?:[-–—]|to)\s*(\d[\d.,\s]*)$/i.exec(low) ?? []
    const isOpen = (from ?? more) !== undefined
    // Some shops write four decimals: `10.0000`.
    const [start, end] = [least, most ?? least].map((one) =>
      typeof price === 'number' || /^\d+\.\d{6,}$/.test(one)
        ? roundNear(Number(one), 2)
        : readAmount(one.replace(/([.,]\d\d)00$/, '$1')),
    ) as [number, number]
    const isOther = own !== undefined && currency !== undefined && own !== currency
    const isDollar = sign === '$' && /D$|^(?:ARS|CLP|COP|MXN)$/.test(currency ?? '')
    const isAmount = (one: number) => one >= 0 && one < 1e9 && Number(one.toFixed(2)) === one
    if ((isOther && !isDollar) || !isAmount(start) || !isAmount(end)) unreadable.push(text)
    return {
      low: Math.min(start, end),
      high: isOpen ? undefined : Math.max(start, end),
      currency: currency ?? own,
    }
  }
}

function describe(amounts: Amount[], currency: string): string {
  const values = amounts.flatMap(({ low = [], high = [] }) => [low, high].flat())
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const [sign, code] = Object.hasOwn(signs, currency) ? [signs[currency], ''] : ['', ` ${currency}`]
  if (amounts.some((one) => one.high === undefined)) return `from ${sign}${format(low)}${code}`
  if (amounts.every((one) => one.low === undefined)) return `up to ${sign}${format(high)}${code}`
  return `${sign}${format(low)}${low === high ? '' : `-${format(high)}`}${code}`
}

function format(amount: number): string {
  return amount.toLocaleString('en-US', { minimumFractionDigits: 2, trailingZeroDisplay: 'stripIfInteger' })
}
