import { useStore } from '@nanostores/react'
import { type SyntheticEvent, useState } from 'react'
import { linkTo, messages } from '#domain/language.ts'
import { toMonth } from '#domain/pacific.ts'
import type { HomeView } from '#domain/pages/page-view.ts'
import { TryAgain } from '../../components/TryAgain.tsx'
import { DayEvents } from '../../components/events/DayEvents.tsx'
import { $calendar, retryCalendar, seedFromView, toCalendarState, showMonth } from '../../stores/calendar.ts'
import { MonthCalendar } from './MonthCalendar.tsx'
import { WeekStrip } from './WeekStrip.tsx'

export function HomeCalendar({ month, view }: { month: string; view: HomeView | undefined }) {
  const [rendered] = useState(() => {
    if (!view) return undefined
    seedFromView(view)
    return toCalendarState(view)
  })
  const state = useStore($calendar, { ssr: () => rendered })
  const { label, today, tomorrow } = messages().calendar
  return (
    <>
      {state ? <WeekStrip today={state.today} days={state.days} /> : <div className="strip" />}
      <details className="narrow-fold" open={view !== undefined && view.month !== toMonth(view.today)}>
        <summary>{label}</summary>
        <form action={linkTo('/')} method="get" onSubmit={submitMonth}>
          {view?.city && <input type="hidden" name="city" value={view.city} />}
          <MonthCalendar month={state?.month ?? month} today={state?.today} days={state?.days ?? {}} />
        </form>
      </details>
      {state?.fault !== undefined && (
        <section className="day-events" aria-label={`${today}, ${tomorrow}`}>
          <p role="alert">{state.fault}</p>
          <TryAgain onTry={retryCalendar} />
        </section>
      )}
      {(!state?.fault || state.ofToday.events) && (
        <>
          <DayEvents title={today} {...state?.ofToday} />
          <details className="narrow-fold">
            <summary>{tomorrow}</summary>
            <DayEvents title={tomorrow} {...state?.ofTomorrow} />
          </details>
        </>
      )}
    </>
  )
}

function submitMonth(event: SyntheticEvent<HTMLFormElement, SubmitEvent>) {
  const { submitter } = event.nativeEvent
  if (!(submitter instanceof HTMLButtonElement)) return
  event.preventDefault()
  showMonth(submitter.value)
}
