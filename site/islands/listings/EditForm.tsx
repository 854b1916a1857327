import { useStore } from '@nanostores/react'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { messages } from '#domain/language.ts'
import type { ManagedListing } from '#domain/listings/listing.ts'
import { ListingFields } from '../../components/listings/ListingFields.tsx'
import { FaultSummary, useFaults } from '../../components/FaultSummary.tsx'
import { FaultAlert } from '../../components/Field.tsx'
import { listListingFaults } from '../../lib/listings/listing-form.ts'
import type { ManageKey } from '../../lib/listings/manage-keys.ts'
import { $busy, $editing, $statusMessage, saveListing } from '../../stores/managed-listings.ts'

type EditFormProps = {
  manageKey: ManageKey
  listing: ManagedListing
  onSave?: ((listing: ManagedListing) => void) | undefined
}

export function EditForm({ manageKey, listing, onSave }: EditFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const isSaving = useStore($busy) !== undefined
  const message = useStore($statusMessage)
  const [selection, setSelection] = useState({ category: listing.category, subcategory: listing.subcategory })
  const { faults, clearFault, showFaults, summary } = useFaults(listListingFaults)

  useEffect(() => {
    form.current?.querySelector('select')?.focus()
  }, [])

  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const saved = await saveListing(manageKey, Object.fromEntries(new FormData(event.currentTarget)))
    if (saved.listing) return onSave?.(saved.listing)
    showFaults(saved.faults ?? {})
  }

  return (
    <form
      ref={form}
      className="fields"
      aria-label={messages().managed.editing}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <FaultSummary faults={summary} />
      <p className="quiet">{messages().fields.required}</p>
      <ListingFields
        typed={{ ...listing, ...selection }}
        faults={faults}
        chosenCategory={selection.category}
        onChooseCategory={(category) => setSelection({ category, subcategory: '' })}
        onClearFault={clearFault}
      />
      {message?.isFault && <FaultAlert message={message.text} />}
      <div className="actions">
        {/* Not `disabled`, which would drop the focus. A second press does nothing. */}
        <button type="submit" aria-disabled={isSaving}>
          {isSaving ? messages().managed.saving : messages().managed.save}
        </button>
        <button type="button" className="plain" onClick={() => $editing.set(undefined)}>
          {messages().managed.cancel}
        </button>
      </div>
    </form>
  )
}
