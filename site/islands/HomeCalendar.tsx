import { useStore } from '@nanostores/react'
import { words } from '#domain/language.ts'
import { $chosenEvents, $tomorrowEvents } from '../stores/month.ts'
import { DayEvents } from './DayEvents.tsx'
import { MonthCalendar } from './MonthCalendar.tsx'
import { WeekStrip } from './WeekStrip.tsx'

/** The home sidebar's calendar, a strip where there is no room for a month, and the lists of two days. `month` is the one rendered ahead. */
export function HomeCalendar({ month }: { month: string }) {
  // Before the script there is no day yet to be chosen.
  const { today, tomorrow: tomorrowName } = words().calendar
  const { title = today, ...chosen } = useStore($chosenEvents, { ssr: 'initial' }) ?? {}
  const tomorrow = useStore($tomorrowEvents, { ssr: 'initial' })
  return (
    <>
      <MonthCalendar rendered={month} />
      <WeekStrip />
      <DayEvents title={title} {...chosen} />
      <DayEvents title={tomorrowName} {...tomorrow} />
    </>
  )
}
