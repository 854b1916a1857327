import { useStore } from '@nanostores/react'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { fill, words } from '#domain/language.ts'
import type { OwnListing as Listing } from '#domain/listings/listing.ts'
import { hasTyped } from '../../lib/listings/carried.ts'
import type { KeptListing } from '../../lib/listings/kept-listings.ts'
import { manageLink } from '../../lib/listings/own-listing.ts'
import { $busy, $editing, remove, renew, startEditing } from '../../stores/own-listings.ts'
import { CopyButton } from '../CopyButton.tsx'
import { EditForm, editFormName } from './EditForm.tsx'

type OwnListingProps = {
  kept: KeptListing
  listing: Listing
  labelledBy: string
  onChange?: (listing: Listing) => void
  onRemove: () => void
  /** It was gone before, and so is the button that had the focus. */
  onMissing: () => void
}

export function OwnListing({ kept, listing, labelledBy, onChange, onRemove, onMissing }: OwnListingProps) {
  const busy = useStore($busy)
  const isEditing = useStore($editing) === kept.token
  const [isAsking, setIsAsking] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  const removeButton = useRef<HTMLButtonElement>(null)
  useFocusBack(isEditing, editButton)
  useFocusBack(isAsking, removeButton)
  useEffect(() => {
    // The page was left in the middle of an edit, for another language.
    if (hasTyped(editFormName(kept))) startEditing(kept)
  }, [kept])

  if (isEditing) {
    return (
      <EditForm
        kept={kept}
        listing={listing}
        onCancel={() => $editing.set(undefined)}
        onSave={(saved) => onChange?.(saved)}
      />
    )
  }
  if (isAsking) {
    return (
      <AskRemoval
        name={listing.title}
        isBusy={busy !== undefined}
        onKeep={() => setIsAsking(false)}
        onRemove={() => void removeIt()}
      />
    )
  }

  async function removeIt() {
    // Pressed twice, it is asked until the first has ended.
    if ($busy.get() !== undefined) return
    const outcome = await remove(kept)
    if (outcome === 'gone') onRemove()
    else if (outcome === 'missing') onMissing()
    else setIsAsking(false)
  }
  async function renewIt() {
    const renewed = await renew(kept)
    if (renewed) onChange?.(renewed)
  }

  return (
    <div role="group" aria-labelledby={labelledBy} className="actions">
      <button ref={editButton} type="button" className="plain" onClick={() => startEditing(kept)}>
        {words().own.edit}
      </button>
      {listing.expiresAt !== null && (
        <button type="button" className="plain" onClick={() => void renewIt()}>
          {words().own.renew}
        </button>
      )}
      <button ref={removeButton} type="button" className="plain" onClick={() => setIsAsking(true)}>
        {words().own.remove}
      </button>
      <CopyButton label={words().own.copyLink} text={manageLink(kept)} />
    </div>
  )
}

type AskRemovalProps = { name: string; isBusy: boolean; onKeep: () => void; onRemove: () => void }

function AskRemoval({ name, isBusy, onKeep, onRemove }: AskRemovalProps) {
  const questionId = useId()
  const keepButton = useRef<HTMLButtonElement>(null)
  useEffect(() => keepButton.current?.focus(), [])
  return (
    <div role="group" aria-labelledby={questionId} className="asked">
      <p id={questionId}>{fill(words().own.askRemoval, { title: name })}</p>
      <div className="actions">
        <button ref={keepButton} type="button" className="plain" onClick={onKeep}>
          {words().own.keep}
        </button>
        <button type="button" className="danger" aria-disabled={isBusy} onClick={onRemove}>
          {words().own.confirmRemoval}
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
