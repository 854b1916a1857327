import { fill, locale, messages } from '#domain/language.ts'
import type { Details } from '#domain/listings/details.ts'
import { formatWholeDay } from '#domain/pacific.ts'

/** The optional fields, in display order. */
export function describeDetails(details: Details): Array<{ label: string; text: string }> {
  const { company, price, pricePeriod = 'month', date } = details
  const labels = messages().details
  const described = [
    [labels.company, company],
    [labels.pay, describePay(details)],
    [
      labels.priceShown,
      price === undefined ? undefined : fill(labels.per[pricePeriod], { amount: money('USD').format(price) }),
    ],
    [labels.date, date === undefined ? undefined : formatWholeDay(date)],
  ] as const
  return described.flatMap(([label, text]) => (text === undefined ? [] : [{ label, text }]))
}

function describePay(details: Details): string | undefined {
  const { payFrom, payTo, payCurrency = 'USD', payPeriod = 'year' } = details
  const { per, from, upTo } = messages().details
  const amounts = [...new Set([payFrom, payTo])].filter((amount) => amount !== undefined)
  if (amounts.length === 0) return undefined
  const amount = amounts.map(money(payCurrency).format).join(' – ')
  const pay = fill(per[payPeriod], { amount })
  if (payTo === undefined) return fill(from, { pay })
  return payFrom === undefined ? fill(upTo, { pay }) : pay
}

function money(currency: string) {
  return new Intl.NumberFormat(locale(), {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  })
}
