import { fill, locale, messages } from '#domain/language.ts'
import type { Details } from '#domain/listings/details.ts'
import { formatWholeDay } from '#domain/pacific.ts'

/** The optional fields, in display order. */
export function describeDetails(details: Details): Array<{ label: string; text: string }> {
  const { company, price, pricePeriod = 'month', date } = details
  const labels = messages().details
  const pay = describePay(details)
  return [
    ...(company === undefined ? [] : [{ label: labels.company, text: company }]),
    ...(pay === undefined ? [] : [{ label: labels.pay, text: pay }]),
    ...(price === undefined
      ? []
      : [
          {
            label: labels.priceShown,
            text: fill(labels.per[pricePeriod], { amount: money('USD').format(price) }),
          },
        ]),
    ...(date === undefined ? [] : [{ label: labels.date, text: formatWholeDay(date) }]),
  ]
}

function describePay({
  payFrom,
  payTo,
  payCurrency = 'USD',
  payPeriod = 'year',
}: Details): string | undefined {
  const { per, from, upTo } = messages().details
  const { format } = money(payCurrency)
  if (payFrom !== undefined && payTo !== undefined)
    return fill(per[payPeriod], {
      amount: payFrom === payTo ? format(payTo) : `${format(payFrom)} – ${format(payTo)}`,
    })
  if (payFrom !== undefined) return fill(from, { pay: fill(per[payPeriod], { amount: format(payFrom) }) })
  if (payTo !== undefined) return fill(upTo, { pay: fill(per[payPeriod], { amount: format(payTo) }) })
  return undefined
}

function money(currency: string) {
  return new Intl.NumberFormat(locale(), {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  })
}
