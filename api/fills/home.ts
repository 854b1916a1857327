import { addDays, isDay, toDay, toMonth } from '#domain/pacific.ts'
import type { Fill } from '../publisher/fill-shell.ts'
import type { FillParts } from './parts.ts'
import { writeHomeCalendar } from './words/home.ts'

type Wanted = { month?: string | undefined; now: Date }

/** The home page, with the calendar of a month for who has no scripts: the present one where `month` is none. */
export async function fillHome({ calendar, siteUrl }: FillParts, { month, now }: Wanted): Promise<Fill> {
  const { listDay } = await calendar.read()
  const today = toDay(now)
  const isMonth = month !== undefined && /^\d{4}-\d{2}$/.test(month) && isDay(`${month}-01`)
  const shown = isMonth ? month : toMonth(today)
  const words = writeHomeCalendar({ today, tomorrow: addDays(today, 1), month: shown, listDay })
  return { status: 200, head: { canonical: `${siteUrl}/` }, words }
}
