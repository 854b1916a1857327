import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { messages } from '#domain/language.ts'
import type { ManagedListing as Listing } from '#domain/listings/listing.ts'
import { LinkedEventStatus } from '../../components/listings/LinkedEventStatus.tsx'
import { ListingArticle } from '../../components/listings/ListingArticle.tsx'
import { FaultAlert } from '../../components/Field.tsx'
import type { ManageKey } from '../../lib/listings/manage-keys.ts'
import { setDocumentTitle } from '../../lib/page/document-title.ts'
import { $linkFault, $managedKey, loadManaged, openManageLink } from '../../stores/manage.ts'
import { $managedListings, describeExpiry } from '../../stores/managed-listings.ts'
import { flashToast } from '../../stores/toast.ts'
import { ManagedListing, StatusMessage } from './ManagedListing.tsx'
import { WithheldNotice } from './WithheldNotice.tsx'

type ManageListingProps = {
  onChange: (listing: Listing) => void
  /** The form for readers without scripts, which the panel replaces. */
  form: Element | null
}

function ManageListing({ onChange, form }: ManageListingProps) {
  const isManaged = useStore($managedKey) !== undefined
  const fault = useStore($linkFault)

  useEffect(() => {
    const take = () => void openManageLink()
    take()
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])
  useEffect(() => {
    if (!isManaged || !form) return undefined
    const after = form.previousElementSibling
    form.remove()
    return () => after?.after(form)
  }, [isManaged, form])

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
  if (!managed) return null
  return (
    <section aria-labelledby={headingId} className="notice manage">
      <h2 ref={heading} id={headingId} tabIndex={-1}>
        {messages().managed.yours}
      </h2>
      <Body
        key={managed.token}
        manageKey={managed}
        onChange={onChange}
        onGone={() => heading.current?.focus()}
      />
      <StatusMessage />
    </section>
  )
}

type BodyProps = {
  manageKey: ManageKey
  onChange: (listing: Listing) => void
  onGone: () => void
}

function Body({ manageKey, onChange, onGone }: BodyProps) {
  const state = useStore($managedListings, { keys: [manageKey.token] })[manageKey.token]

  const withheld = state?.status === 'loaded' && state.listing.withheld ? state.listing : undefined
  // The page was served without the withheld listing: only its owner sees it.
  useEffect(() => {
    if (withheld && withheld.withheld?.state !== 'removed') onChange(withheld)
  }, [withheld, onChange])

  async function retry() {
    if ((await loadManaged(manageKey)).status !== 'failed') onGone()
  }

  switch (state?.status) {
    case 'loaded':
      return (
        <>
          {state.listing.withheld ? (
            <WithheldNotice manageKey={manageKey} withheld={state.listing.withheld} />
          ) : (
            <p>{describeExpiry(state.listing)}</p>
          )}
          <LinkedEventStatus {...state.listing} />
          <ManagedListing
            manageKey={manageKey}
            listing={state.listing}
            labelledBy={headingId}
            onChange={onChange}
            onRemove={goHome}
            onMissing={onGone}
          />
        </>
      )
    case 'missing':
      return <p>{messages().managed.missing}</p>
    case 'refused':
      return <p>{messages().managed.refused}</p>
    case 'failed':
      return (
        <>
          <FaultAlert message={state.message} />
          <button type="button" className="plain" onClick={() => void retry()}>
            {messages().managed.retry}
          </button>
        </>
      )
    default:
      return <p role="status">{messages().managed.loadingOne}</p>
  }
}

function goHome() {
  flashToast({
    title: messages().toast.deleted,
    description: messages().toast.deletedText,
    variant: 'default',
  })
  window.location.assign('/')
}

export function mountManagePanel(mountPoint: Element, article: Element): void {
  let root: Root | undefined
  function show({ id: _, expiresAt, withheld: __, ...listing }: Listing): void {
    if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) return
    root ??= createRoot(article)
    root.render(<ListingArticle listing={listing} />)
    setDocumentTitle(listing.title)
  }
  createRoot(mountPoint).render(
    <ManageListing onChange={show} form={document.querySelector('details.manage')} />,
  )
}
