import { useStore } from '@nanostores/react'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { fill, messages } from '#domain/language.ts'
import type { ManagedListing as Listing } from '#domain/listings/listing.ts'
import { manageLink } from '../../lib/listings/manage-api.ts'
import type { ManageKey } from '../../lib/listings/manage-keys.ts'
import {
  $busy,
  $editing,
  $managedListings,
  $statusMessage,
  deleteListing,
  type ManagedState,
  renewListing,
  startEditing,
} from '../../stores/managed-listings.ts'
import { FaultAlert } from '../../components/Field.tsx'
import { CopyButton } from '../CopyButton.tsx'
import { EditForm } from './EditForm.tsx'

type ManagedListingProps = {
  manageKey: ManageKey
  labelledBy: string
  load: (manageKey: ManageKey) => Promise<ManagedState>
  onChange?: (listing: Listing) => void
  onRemove: () => void
  /** The focused button has disappeared, but the listing is still shown. */
  onLoseFocus: () => void
  /** For a listing that no longer exists, or whose link no longer works. */
  onForget?: () => void
}

/** What its owner can do with a listing, in “account” and on its page. */
export function ManagedListing(props: ManagedListingProps) {
  const { manageKey, labelledBy, load, onLoseFocus, onForget } = props
  const state = useStore($managedListings, { keys: [manageKey.token] })[manageKey.token]

  async function retry() {
    if ((await load(manageKey)).status !== 'failed') onLoseFocus()
  }

  if (state?.status === 'loaded') return <LoadedListing {...props} listing={state.listing} />
  if (state?.status === 'failed')
    return (
      <>
        <FaultAlert message={state.message} />
        <div role="group" aria-labelledby={labelledBy} className="actions">
          <button type="button" className="plain" onClick={() => void retry()}>
            {messages().network.retry}
          </button>
        </div>
      </>
    )
  if (!state || state.status === 'loading' || !onForget) return null
  return (
    <div role="group" aria-labelledby={labelledBy} className="actions">
      <button type="button" className="plain" onClick={onForget}>
        {messages().managed.forget}
      </button>
    </div>
  )
}

type LoadedListingProps = ManagedListingProps & { listing: Listing }

function LoadedListing({
  manageKey,
  listing,
  labelledBy,
  onChange,
  onRemove,
  onLoseFocus,
}: LoadedListingProps) {
  const busy = useStore($busy)
  const isEditing = useStore($editing) === manageKey.token
  const [isAsking, setIsAsking] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  const removeButton = useRef<HTMLButtonElement>(null)
  useFocusBack(isEditing, editButton)
  useFocusBack(isAsking, removeButton)

  if (isEditing) {
    return (
      <EditForm
        manageKey={manageKey}
        listing={listing}
        onCancel={() => $editing.set(undefined)}
        onSave={(saved) => onChange?.(saved)}
      />
    )
  }
  if (isAsking) {
    return (
      <RemovalQuestion
        name={listing.title}
        isBusy={busy !== undefined}
        onKeep={() => setIsAsking(false)}
        onRemove={() => void removeIt()}
      />
    )
  }

  async function removeIt() {
    // If pressed twice, the question stays until the first action has ended.
    if ($busy.get() !== undefined) return
    const outcome = await deleteListing(manageKey)
    if (outcome === 'gone') onRemove()
    else if (outcome === 'missing') onLoseFocus()
    else setIsAsking(false)
  }
  async function renewIt() {
    const renewed = await renewListing(manageKey)
    if (renewed) onChange?.(renewed)
  }

  const isRemoved = listing.withheld?.state === 'removed'
  return (
    <div role="group" aria-labelledby={labelledBy} className="actions">
      {!isRemoved && (
        <button ref={editButton} type="button" className="plain" onClick={() => startEditing(manageKey)}>
          {messages().managed.edit}
        </button>
      )}
      {listing.expiresAt !== null && !listing.withheld && (
        <button type="button" className="plain" onClick={() => void renewIt()}>
          {messages().managed.renew}
        </button>
      )}
      <button ref={removeButton} type="button" className="plain" onClick={() => setIsAsking(true)}>
        {messages().managed.remove}
      </button>
      <CopyButton label={messages().managed.copyLink} text={manageLink(manageKey)} />
    </div>
  )
}

type RemovalQuestionProps = { name: string; isBusy: boolean; onKeep: () => void; onRemove: () => void }

function RemovalQuestion({ name, isBusy, onKeep, onRemove }: RemovalQuestionProps) {
  const questionId = useId()
  const keepButton = useRef<HTMLButtonElement>(null)
  useEffect(() => keepButton.current?.focus(), [])
  return (
    <div role="group" aria-labelledby={questionId} className="removal-question">
      <p id={questionId}>{fill(messages().managed.askRemoval, { title: name })}</p>
      <div className="actions">
        <button ref={keepButton} type="button" className="plain" onClick={onKeep}>
          {messages().managed.keep}
        </button>
        <button type="button" className="danger" aria-disabled={isBusy} onClick={onRemove}>
          {messages().managed.confirmRemoval}
        </button>
      </div>
    </div>
  )
}

function useFocusBack(isOpen: boolean, element: RefObject<HTMLElement | null>): void {
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) element.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen, element])
}

/** While a listing is edited, its form shows faults. */
export function StatusMessage() {
  const message = useStore($statusMessage)
  const isEditing = useStore($editing) !== undefined
  return (
    <div className="status-message">
      <p role="status">{message && !message.isFault ? message.text : ''}</p>
      {message?.isFault && !isEditing && <FaultAlert message={message.text} />}
    </div>
  )
}
