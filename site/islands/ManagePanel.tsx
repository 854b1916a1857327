import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { words } from '#domain/language.ts'
import type { OwnListing as Listing } from '#domain/listing.ts'
import type { KeptListing } from '../lib/kept-listings.ts'
import { $managed, loadManaged } from '../stores/manage.ts'
import { $own, describeExpiry } from '../stores/own-listings.ts'
import { leaveToast } from '../stores/toast.ts'
import { OwnListing } from './OwnListing.tsx'
import { Said } from './Said.tsx'

const headingId = 'your-listing'

export function ManagePanel({ onChange }: { onChange: (listing: Listing) => void }) {
  const managed = useStore($managed)
  const heading = useRef<HTMLHeadingElement>(null)
  if (!managed) return null
  return (
    <section aria-labelledby={headingId} className="notice manage">
      <h2 ref={heading} id={headingId} tabIndex={-1}>
        {words().own.yours}
      </h2>
      <Body key={managed.token} kept={managed} onChange={onChange} onGone={() => heading.current?.focus()} />
      <Said />
    </section>
  )
}

type BodyProps = {
  kept: KeptListing
  onChange: (listing: Listing) => void
  onGone: () => void
}

function Body({ kept, onChange, onGone }: BodyProps) {
  const state = useStore($own, { keys: [kept.token] })[kept.token]

  async function retry() {
    if ((await loadManaged(kept)).is !== 'failed') onGone()
  }

  switch (state?.is) {
    case 'there':
      return (
        <>
          <p>{describeExpiry(state.listing)}</p>
          <OwnListing
            kept={kept}
            listing={state.listing}
            labelledBy={headingId}
            onChange={onChange}
            onRemove={goHome}
            onMissing={onGone}
          />
        </>
      )
    case 'missing':
      return <p>{words().own.missing}</p>
    case 'refused':
      return <p>{words().own.refused}</p>
    case 'failed':
      return (
        <>
          <p role="alert" className="fault">
            {state.message}
          </p>
          <button type="button" className="plain" onClick={() => void retry()}>
            {words().own.retry}
          </button>
        </>
      )
    default:
      return <p role="status">{words().own.loadingOne}</p>
  }
}

function goHome() {
  leaveToast({ title: words().toast.deleted, description: words().toast.deletedText, variant: 'default' })
  window.location.assign('/')
}
