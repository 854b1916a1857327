export { default } from '@astrojs/react/client.js' // oxlint-disable-line no-default-export -- See site/bundle.ts.
import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { googleSubscription, webcalLink } from '#domain/events/calendar-links.ts'
import { feedPaths } from '#domain/feeds.ts'
import { linkTo, messages } from '#domain/language.ts'
import { EventDays } from '../../components/events/EventDays.tsx'
import { Unavailable } from '../../components/Unavailable.tsx'
import { useIsScripted } from '../../components/use-is-scripted.ts'
import { layOutRows } from '../../lib/page/lay-out-rows.ts'
import {
  giveUpAddress,
  joinCalendar,
  makeAddress,
  writeCalendarCode,
} from '../../stores/personal-calendar.ts'
import { $allEvents } from '../../stores/query.ts'
import { $calendarId, $syncStatus, sendChanges } from '../../stores/send-stars.ts'
import { $isKeepingStars, $starred } from '../../stores/starred.ts'
import { $starredEvents } from '../../stores/starred-events.ts'
import { CopyButton } from '../CopyButton.tsx'
import { BackupCode } from '../BackupCode.tsx'
import { defineStars } from './star-button.ts'

if (!import.meta.env.SSR) defineStars()

/** Until hydration, nobody knows what this browser keeps. */
const loadingEvents: ReturnType<typeof $starredEvents.get> = {
  groups: undefined,
  today: '',
  error: undefined,
}

export function PersonalCalendar() {
  const { key } = useStore($starred, { ssr: 'initial' })
  const code = key === undefined ? undefined : writeCalendarCode(key)
  const said = useStore($syncStatus)
  const isKeeping = useStore($isKeepingStars)
  const isScripted = useIsScripted()
  useEffect(() => void sendChanges({ isFetching: true }), [])
  return (
    // Before hydration a click would be lost, and the form would put the code into the address.
    <div inert={!isScripted}>
      {!isKeeping && <p role="alert">{messages().personal.notRemembered}</p>}
      <StarredEvents />
      <section aria-labelledby="follow" className="personal">
        <h2 id="follow">{messages().personal.follow}</h2>
        <p className="quiet">{messages().personal.followText}</p>
        <p role={said?.isFault ? 'alert' : 'status'}>{said?.text}</p>
        <Address />
      </section>
      <section aria-labelledby="transfer" className="personal">
        <h2 id="transfer">{messages().managed.transfer}</h2>
        <p className="quiet">{messages().personal.transferText}</p>
        <BackupCode code={code} label={messages().personal.use} onUse={joinCalendar} />
      </section>
    </div>
  )
}

function StarredEvents() {
  const { groups, today, error } = useStore($starredEvents, { ssr: () => loadingEvents })
  const { none, browse } = messages().personal
  useEffect(() => layOutRows('.events > li'))
  if (error) return <Unavailable text={error.message} onTry={$allEvents.revalidate} />
  if (!groups)
    return (
      <p role="status" className="starred">
        {messages().events.loading}
      </p>
    )
  const { upcoming, past } = groups
  return (
    <>
      {upcoming.length + past.length === 0 && (
        <p className="starred">
          {none} <a href={linkTo('/events')}>{browse}</a>
        </p>
      )}
      <EventDays events={upcoming} Heading="h2" today={today} isOneDay={false} />
      {past.length > 0 && <h2 className="past">{messages().events.past}</h2>}
      <EventDays events={past} Heading="h3" today={today} isOneDay={false} />
    </>
  )
}

function Address() {
  const { key } = useStore($starred, { ssr: 'initial' })
  const id = useStore($calendarId)
  const [isBusy, setIsBusy] = useState(false)
  const { personal, events } = messages()

  async function busily(work: () => Promise<void>) {
    setIsBusy(true)
    await work()
    setIsBusy(false)
  }

  if (key === undefined)
    return (
      <button type="button" disabled={isBusy} onClick={() => void busily(makeAddress)}>
        {personal.getAddress}
      </button>
    )
  if (id === undefined) return null
  const address = window.location.origin + feedPaths.personalCalendar(id)
  return (
    <>
      <ul className="addresses">
        <li>
          <a href={webcalLink(address)}>{events.inCalendar}</a>
        </li>
        <li>
          <a href={googleSubscription(address)} target="_blank" rel="noopener noreferrer">
            {events.inGoogle}
          </a>
        </li>
        <li>
          <a href={address}>{events.asFile}</a>
        </li>
      </ul>
      <p className="actions">
        <CopyButton label={personal.copyAddress} text={address} />
      </p>
      {[
        { name: personal.replace, text: personal.replaceText, change: makeAddress },
        { name: personal.stop, text: personal.stopText, change: giveUpAddress },
      ].map(({ name, text, change }) => (
        <details key={name}>
          <summary>{name}</summary>
          <p className="quiet">{text}</p>
          <button type="button" className="plain" disabled={isBusy} onClick={() => void busily(change)}>
            {name}
          </button>
        </details>
      ))}
    </>
  )
}
