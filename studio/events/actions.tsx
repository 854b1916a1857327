import { CalendarIcon } from '@sanity/icons/Calendar'
import { ClockIcon } from '@sanity/icons/Clock'
import { CloseCircleIcon } from '@sanity/icons/CloseCircle'
import { CopyIcon } from '@sanity/icons/Copy'
import { EditIcon } from '@sanity/icons/Edit'
import type { SanityClient } from '@sanity/client'
import { useToast } from '@sanity/ui/toast'
import type { ComponentType } from 'react'
import {
  type DocumentActionComponent,
  type DocumentActionProps,
  getDraftId,
  getPublishedId,
  isDraftId,
  useClient,
} from 'sanity'
import { useRouter } from 'sanity/router'
import { apiVersion } from '#domain/content/content-settings.ts'
import { readInstant } from '#domain/events/event-date.ts'
import type { EventStatus } from '#domain/events/event.ts'
import { addDays, formatWholeDay, isDay, toDay } from '#domain/pacific.ts'
import { useActionDialog } from '../components/use-action-dialog.ts'
import { ActionDialog } from './ActionDialog.tsx'
import { changeLater, copyEvent, type EventDocument, nameSeries, repeatWeekly } from './series.ts'

const maxRepeats = 52

type Tools = { client: SanityClient; open: (id: string) => void }

type EventAction = {
  label: string
  icon: ComponentType
  confirm: string
  text: (event: EventDocument, client: SanityClient) => string | Promise<string>
  field?: { label: string; type: 'date' | 'number'; initial: (event: EventDocument) => string }
  /** Returns what was done, as a message. Throws an Error with a message for the editor. */
  run: (event: EventDocument, value: string, tools: Tools) => Promise<string>
  isOffered?: (event: EventDocument) => boolean
}

/** Writes to the published event, so that the site has it at once, and to its draft, if there is one. */
async function setStatus(client: SanityClient, event: EventDocument, status: EventStatus): Promise<void> {
  const ids = await client.fetch<string[]>('*[_id in $ids]._id', {
    ids: [getPublishedId(event._id), getDraftId(event._id)],
  })
  const transaction = client.transaction()
  for (const id of ids) transaction.patch(id, (patch) => patch.set({ status }))
  await transaction.commit()
}

/** The later events of its series, drafts and published ones, whose dates can be read. Releases keep their versions. */
async function findLater(client: SanityClient, { series, date, _id }: EventDocument) {
  const later = await client.fetch<EventDocument[]>(
    '*[_type == "event" && series == $series && date > $date && !(_id in [$id, "drafts." + $id]) && !(_id in path("versions.**"))] | order(date)',
    { series, date, id: getPublishedId(_id) },
  )
  return later.filter(hasTimes)
}

/** False while a draft has a date that cannot be read. */
function hasTimes({ date, end }: EventDocument): boolean {
  return [date, end ?? date].every((text) => readInstant(text) !== undefined)
}

/** Counts a draft and its published version once. */
function countEvents(documents: readonly EventDocument[]): number {
  return new Set(documents.map(({ _id }) => getPublishedId(_id))).size
}

type StatusAction = Pick<EventAction, 'label' | 'icon'> & { text: string; done: string }

function statusAction(status: EventStatus, { text, done, ...action }: StatusAction): EventAction {
  return {
    ...action,
    confirm: action.label,
    text: () => text,
    isOffered: (event) => event.status !== status,
    run: async (event, _, { client }) => {
      await setStatus(client, event, status)
      return done
    },
  }
}

const actions: EventAction[] = [
  statusAction('cancelled', {
    label: 'Cancel the event',
    icon: CloseCircleIcon,
    text: 'The event stays in the calendar, struck through. The site shows the change at once.',
    done: 'The event is cancelled',
  }),
  statusAction('postponed', {
    label: 'Postpone the event',
    icon: ClockIcon,
    text: 'The event stays in the calendar, marked as postponed. Once there is a new date, choose “Rescheduled” and enter both dates.',
    done: 'The event is postponed',
  }),
  {
    label: 'Repeat weekly…',
    icon: CalendarIcon,
    confirm: 'Repeat',
    isOffered: hasTimes,
    text: ({ date }) =>
      `Makes a draft for each of the weeks after ${formatWholeDay(toDay(date))}, at the same time. Days on which the series already has an event are skipped.`,
    field: { label: `Weeks, 1 to ${maxRepeats}`, type: 'number', initial: () => '4' },
    run: async (event, value, { client }) => {
      const count = Number(value)
      if (!Number.isInteger(count) || count < 1 || count > maxRepeats)
        throw new Error(`Write a whole number from 1 to ${maxRepeats}`)
      const series = event.series ?? nameSeries(event, crypto.randomUUID())
      const later = event.series === undefined ? [] : await findLater(client, event)
      const present = new Set(later.map(({ date }) => toDay(date)))
      const copies = repeatWeekly(event, {
        count,
        series,
        makeId: () => `drafts.${crypto.randomUUID()}`,
      }).filter(({ date }) => !present.has(toDay(date)))
      if (copies.length === 0) throw new Error('The series already has events on all those days')
      const transaction = client.transaction()
      for (const copy of copies) transaction.create(copy)
      if (event.series === undefined) transaction.patch(event._id, (patch) => patch.set({ series }))
      await transaction.commit()
      return copies.length === 1 ? 'One draft was made' : `${copies.length} drafts were made`
    },
  },
  {
    label: 'Change all later events…',
    icon: EditIcon,
    confirm: 'Change them',
    isOffered: (event) => event.series !== undefined && hasTimes(event),
    text: async (event, client) => {
      const count = countEvents(await findLater(client, event))
      const which = count === 1 ? 'One later event gets' : `${count} later events get`
      return `${which} everything from this one: its texts, settings and time of day. Their days and status stay the same. Published events change on the site at once.`
    },
    run: async (event, _, { client }) => {
      const later = await findLater(client, event)
      if (isDraftId(event._id) && !later.every(({ _id }) => isDraftId(_id)))
        throw new Error(
          'Publish this event first: later events are published, and would get unpublished changes',
        )
      const transaction = client.transaction()
      for (const each of later) {
        const { set, unset } = changeLater(event, each)
        transaction.patch(each._id, (patch) => patch.set(set).unset(unset))
      }
      if (later.length > 0) await transaction.commit()
      const count = countEvents(later)
      return count === 1 ? 'One event was changed' : `${count} events were changed`
    },
  },
  {
    label: 'Duplicate to a date…',
    icon: CopyIcon,
    confirm: 'Duplicate',
    isOffered: hasTimes,
    text: () => 'Makes a draft of the same event at the same time on another day.',
    field: { label: 'Day', type: 'date', initial: ({ date }) => addDays(toDay(date), 7) },
    run: async (event, day, { client, open }) => {
      if (!isDay(day)) throw new Error('Choose a day')
      const id = crypto.randomUUID()
      await client.create(copyEvent(event, day, `drafts.${id}`))
      open(id)
      return 'A draft was made'
    },
  },
]

/** Actions of `event` documents. They read the draft, or the published event if there is no draft. */
export const eventActions = actions.map(toComponent)

function toComponent(action: EventAction): DocumentActionComponent {
  function useEventAction({ draft, published }: DocumentActionProps) {
    const client = useClient({ apiVersion })
    const router = useRouter()
    const toast = useToast()
    const event = (draft ?? published) as EventDocument | null

    async function run(value: string, close: () => void) {
      if (!event) return
      const open = (id: string) => router.navigateIntent('edit', { id, type: 'event' })
      toast.push({ status: 'success', title: await action.run(event, value, { client, open }) })
      close()
    }

    const dialog = useActionDialog(
      action.label.replace('…', ''),
      (close) =>
        event && (
          <ActionDialog
            confirm={action.confirm}
            loadText={async () => action.text(event, client)}
            field={action.field && { ...action.field, initial: action.field.initial(event) }}
            onCancel={close}
            onConfirm={(value) => run(value, close)}
          />
        ),
    )
    if (!event || event.date === undefined || action.isOffered?.(event) === false) return null
    return { label: action.label, icon: action.icon, ...dialog }
  }
  useEventAction.displayName = action.label
  return useEventAction
}
