import { useStore } from '@nanostores/react'
import { $todayEvents, $tomorrowEvents } from '../stores/month.ts'
import { DayEvents } from './DayEvents.tsx'
import { MonthCalendar } from './MonthCalendar.tsx'

/** The home sidebar's calendar and its lists of today and tomorrow. `month` is the one rendered ahead. */
export function HomeCalendar({ month }: { month: string }) {
  const today = useStore($todayEvents, { ssr: 'initial' })
  const tomorrow = useStore($tomorrowEvents, { ssr: 'initial' })
  return (
    <>
      <MonthCalendar rendered={month} />
      <DayEvents title="today" {...today} />
      <DayEvents title="tomorrow" {...tomorrow} />
    </>
  )
}
