import { useStore } from '@nanostores/react'
import { useEffect, useId, useRef } from 'react'
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
  if (!state || state.status === 'loading') return null
  const isFailed = state.status === 'failed'
  if (!isFailed && !onForget) return null
  return (
    <>
      {isFailed && <FaultAlert message={state.message} />}
      <div role="group" aria-labelledby={labelledBy} className="actions">
        <button type="button" className="plain" onClick={isFailed ? () => void retry() : onForget}>
          {isFailed ? messages().network.retry : messages().managed.forget}
        </button>
      </div>
    </>
  )
}

function LoadedListing(props: ManagedListingProps & { listing: Listing }) {
  const { manageKey, listing, labelledBy, onChange, onRemove, onLoseFocus } = props
  const busy = useStore($busy)
  const isEditing = useStore($editing) === manageKey.token
  const editButton = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  const question = useId()

  useEffect(() => {
    if (wasEditing.current && !isEditing) editButton.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])

  if (isEditing) return <EditForm manageKey={manageKey} listing={listing} onSave={onChange} />

  async function removeIt() {
    const outcome = await deleteListing(manageKey)
    if (outcome === 'gone') onRemove()
    else if (outcome === 'missing') onLoseFocus()
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
      <CopyButton label={messages().managed.copyLink} text={manageLink(manageKey)} />
      <details>
        <summary>{messages().managed.remove}</summary>
        <p id={question}>{fill(messages().managed.askRemoval, { title: listing.title })}</p>
        {/* Not `disabled`, which would drop the focus. A second press does nothing. */}
        <button
          type="button"
          className="danger"
          aria-describedby={question}
          aria-disabled={busy !== undefined}
          onClick={() => void removeIt()}
        >
          {messages().managed.confirmRemoval}
        </button>
      </details>
    </div>
  )
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
