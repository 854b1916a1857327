import { useStore } from '@nanostores/react'
import { type SyntheticEvent, useState } from 'react'
import { formatDayOfMonth } from '#domain/pacific.ts'
import { words } from '#domain/language.ts'
import type { HomeView } from '#domain/page-view.ts'
import { $calendar, beginWith, chooseDay, showView, turnTo } from '../stores/calendar.ts'
import { DayEvents } from './DayEvents.tsx'
import { MonthCalendar } from './MonthCalendar.tsx'
import { WeekStrip } from './WeekStrip.tsx'

type HomeCalendarProps = { month: string; view: HomeView | undefined }

export function HomeCalendar({ month, view }: HomeCalendarProps) {
  const [drawn] = useState(() => {
    if (!view) return undefined
    beginWith(view)
    return showView(view)
  })
  const state = useStore($calendar, { ssr: () => drawn })
  const { today, tomorrow } = words().calendar
  const { chosen } = state ?? {}
  const title = chosen && chosen.day !== state?.today ? formatDayOfMonth(chosen.day) : today
  return (
    <>
      <form action="/" method="get" onSubmit={turn}>
        {view?.city && <input type="hidden" name="city" value={view.city} />}
        <MonthCalendar month={state?.month ?? month} today={state?.today} days={state?.days ?? {}} />
        {state ? <WeekStrip {...state} /> : <div className="strip" />}
      </form>
      <DayEvents title={title} {...chosen} />
      <DayEvents title={tomorrow} {...state?.tomorrow} />
    </>
  )
}

function turn(event: SyntheticEvent<HTMLFormElement, SubmitEvent>) {
  const { submitter } = event.nativeEvent
  if (!(submitter instanceof HTMLButtonElement)) return
  event.preventDefault()
  if (submitter.name === 'month') turnTo(submitter.value)
  else chooseDay(submitter.value)
}
