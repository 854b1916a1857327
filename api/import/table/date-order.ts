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
  if (chosen !== undefined) return { order: chosen }
  const proofs: Partial<Record<DateOrder, string>> = {}
  let unclear: string | undefined
  for (const cell of cells) {
    const [mdy, dmy] = dateOrders.map((order) => readSpan(cell, order, today)?.day)
    if (mdy === dmy) continue
    if (mdy === undefined) proofs.dmy ??= cell
    else if (dmy === undefined) proofs.mdy ??= cell
    else unclear ??= cell
  }
  const isContested = proofs.mdy !== undefined && proofs.dmy !== undefined
  const proven = isContested ? undefined : dateOrders.find((order) => proofs[order] !== undefined)
  const order = proven ?? 'mdy'
  if (!isContested && unclear === undefined && order === 'mdy') return { order, proven }
  const subject = `Dates such as ${quote(unclear ?? proofs[order])} were read with ${names[order]} first`
  const reason = isContested
    ? `, but ${quote(proofs.dmy)} can only have the day first and ${quote(proofs.mdy)} only the month`
    : proven && `, since ${quote(proofs[proven])} can only be read so`
  const change = `If that is wrong, change the order of dates: “4/12 is” in the Studio, --${order === 'mdy' ? 'day' : 'month'}-first on the command line.`
  return { order, proven, note: `${subject}${reason ?? ''}. ${change}` }
}
