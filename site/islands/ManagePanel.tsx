import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import type { OwnListing as Listing } from '#domain/listing.ts'
import type { KeptListing } from '../lib/kept-listings.ts'
import { words } from '../lib/my-listings-words.ts'
import { showOwn } from '../stores/listing.ts'
import { $managed } from '../stores/manage.ts'
import { $own, describeExpiry, load } from '../stores/own-listings.ts'
import { leaveToast } from '../stores/toast.ts'
import { OwnListing } from './OwnListing.tsx'
import { Said } from './Said.tsx'

const headingId = 'your-listing'

/** The state of the page's listing and what can be done to it, for whoever has its token. */
export function ManagePanel() {
  const managed = useStore($managed)
  const heading = useRef<HTMLHeadingElement>(null)
  if (!managed) return null
  return (
    <section aria-labelledby={headingId} className="notice manage">
      <h2 ref={heading} id={headingId} tabIndex={-1}>
        {words.yours}
      </h2>
      <Body key={managed.token} kept={managed} onRetried={() => heading.current?.focus()} />
      <Said />
    </section>
  )
}

type BodyProps = {
  kept: KeptListing
  /** It is read at last: the button that had the focus is gone. */
  onRetried: () => void
}

function Body({ kept, onRetried }: BodyProps) {
  const state = useStore($own, { keys: [kept.token] })[kept.token]

  async function retry() {
    if ((await load(kept)).is !== 'failed') onRetried()
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
            onChange={(listing: Listing) => showOwn(listing)}
            onRemove={goHome}
          />
        </>
      )
    case 'missing':
      return <p>{words.missing}</p>
    case 'refused':
      return <p>{words.refused}</p>
    case 'failed':
      return (
        <>
          <p role="alert" className="fault">
            {state.message}
          </p>
          <button type="button" className="plain" onClick={() => void retry()}>
            {words.retry}
          </button>
        </>
      )
    default:
      return <p role="status">{words.loadingOne}</p>
  }
}

function goHome() {
  leaveToast({ ...words.removedToast, variant: 'default' })
  window.location.assign('/')
}
