import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { linkTo, messages } from '#domain/language.ts'
import type { ManagedListing as Listing } from '#domain/listings/listing.ts'
import { LinkedEventStatus } from '../../components/listings/LinkedEventStatus.tsx'
import { ListingArticle } from '../../components/listings/ListingArticle.tsx'
import { FaultAlert } from '../../components/Field.tsx'
import { findChosenCity } from '../../lib/listings/city.ts'
import { setDocumentTitle } from '../../lib/page/document-title.ts'
import { $linkFault, $managedKey, loadManaged, openManageLink } from '../../stores/manage.ts'
import { $managedListings, describeManaged } from '../../stores/managed-listings.ts'
import { flashToast } from '../../stores/toast.ts'
import { ManagedListing, StatusMessage } from './ManagedListing.tsx'
import { WithheldNotice } from './WithheldNotice.tsx'

/** The style sheet hides the form for readers without scripts, which the panel replaces. */
function ManageListing({ onChange }: { onChange: (listing: Listing) => void }) {
  const isManaged = useStore($managedKey) !== undefined
  const fault = useStore($linkFault)

  useEffect(() => {
    const take = () => void openManageLink()
    take()
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])

  return (
    <>
      <FaultAlert message={fault} />
      {isManaged && <ManagePanel onChange={onChange} />}
    </>
  )
}

const headingId = 'your-listing'

function ManagePanel({ onChange }: { onChange: (listing: Listing) => void }) {
  const managed = useStore($managedKey)
  const heading = useRef<HTMLHeadingElement>(null)
  const state = useStore($managedListings)[managed?.token ?? '']
  const listing = state?.status === 'loaded' ? state.listing : undefined
  const isServed = listing?.withheld === undefined || listing.withheld.state === 'removed'
  // The page was served without the withheld listing: only its owner sees it.
  useEffect(() => {
    if (listing && !isServed) onChange(listing)
  }, [listing, isServed, onChange])

  if (!managed) return null
  return (
    <section aria-labelledby={headingId} className="notice manage">
      <h2 ref={heading} id={headingId} tabIndex={-1}>
        {messages().managed.yours}
      </h2>
      {listing?.withheld ? (
        <WithheldNotice manageKey={managed} withheld={listing.withheld} />
      ) : (
        state?.status !== 'failed' && <p role={listing ? undefined : 'status'}>{describeManaged(state)}</p>
      )}
      {listing && <LinkedEventStatus {...listing} />}
      <ManagedListing
        key={managed.token}
        manageKey={managed}
        labelledBy={headingId}
        load={loadManaged}
        onChange={onChange}
        onRemove={goHome}
        onLoseFocus={() => heading.current?.focus()}
      />
      <StatusMessage />
    </section>
  )
}

function goHome() {
  const { deleted: title, deletedText: description } = messages().toast
  flashToast({ title, description, variant: 'default' })
  window.location.assign(linkTo('/'))
}

export function mountManagePanel(mountPoint: Element, article: Element): void {
  let root: Root | undefined
  function show({ id: _, withheld: __, ...listing }: Listing): void {
    const { expiresAt } = listing
    if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) return
    root ??= createRoot(article)
    const city = findChosenCity(location.search)
    root.render(<ListingArticle listing={listing} city={city} expiresAt={expiresAt} />)
    setDocumentTitle(listing.title)
  }
  createRoot(mountPoint).render(<ManageListing onChange={show} />)
}
