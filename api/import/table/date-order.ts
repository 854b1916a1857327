import { type DateOrder, dateOrders } from '#domain/import/found.ts'
import { quote } from '../clean-text.ts'
import type { LocalTime } from '../zones.ts'
import { readSpan } from './read-span.ts'

const names = { mdy: 'the month', dmy: 'the day' }

/**
 * The order of day and month in the cells of a table: `chosen`, else the one that a cell such as `27/12/2026` proves,
 * else the month first. The note tells an editor if that is not certain.
 */
export function findDateOrder(cells: string[], today: LocalTime, chosen: DateOrder | undefined) {
  const proofs = new Map<DateOrder, string>()
  let unclear: string | undefined
  for (const cell of cells) {
    const read = dateOrders.filter((order) => readSpan(cell, order, today)?.day !== undefined)
    const [only] = read
    if (read.length === 1 && only !== undefined) proofs.set(only, proofs.get(only) ?? cell)
    const [first, second] = dateOrders.map((order) => readSpan(cell, order, today))
    if (first?.day !== second?.day && read.length === 2) unclear ??= cell
  }
  const [proven, other] = [...proofs.keys()]
  const order = chosen ?? (other === undefined ? proven : undefined) ?? 'mdy'
  const change = `If that is wrong, change the order of dates: “4/12 is” in the Studio, --${order === 'mdy' ? 'day' : 'month'}-first on the command line.`
  const subject = `Dates such as ${quote(unclear ?? proofs.get(order))} were read with ${names[order]} first`
  if (chosen !== undefined) return { order }
  if (other !== undefined)
    return {
      order,
      note: `${subject}, but ${quote(proofs.get('dmy'))} can only have the day first and ${quote(proofs.get('mdy'))} only the month. ${change}`,
    }
  if (proven !== undefined && (unclear !== undefined || proven === 'dmy'))
    return {
      order,
      proven,
      note: `${subject}, since ${quote(proofs.get(proven))} can only be read so. ${change}`,
    }
  if (unclear !== undefined) return { order, note: `${subject}. ${change}` }
  return { order, proven }
}
