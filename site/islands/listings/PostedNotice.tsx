import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { messages } from '#domain/language.ts'
import { PostPreview } from '../../components/listings/PostPreview.tsx'
import { WithheldReason } from '../../components/listings/WithheldReason.tsx'
import { manageLink, readManaged } from '../../lib/listings/manage-api.ts'
import { storePostedListing, type PostedManageKey, takePostedListing } from '../../stores/posted.ts'
import { showFlash } from '../../stores/toast.ts'
import { CopyButton } from '../CopyButton.tsx'
import { Toaster } from '../Toaster.tsx'

/** Shows the manage link, which is never shown again, and the listing, with the reason if it is held. */
function PostedNotice({ posted }: { posted: PostedManageKey }) {
  const link = manageLink(posted)
  const [listing, setListing] = useState(posted.listing)
  useEffect(() => {
    if (!posted.listing) readManaged(posted).then(setListing, () => {}) // The manage link shows it as well.
  }, [posted])

  return (
    <section className="notice" aria-labelledby="manage-link">
      {posted.withheld && <WithheldReason withheld={posted.withheld} />}
      <h2 id="manage-link">{messages().managed.manageLink}</h2>
      <p>
        {messages().managed.keepLink}{' '}
        {posted.isKept ? messages().managed.isKept : messages().managed.isNotKept}
      </p>
      <p className="link">
        <a href={link}>{link}</a>
      </p>
      <div className="actions">
        <CopyButton label={messages().managed.copyLink} text={link} />
      </div>
      {listing && <PostPreview typed={listing} heading={messages().managed.yours} id={posted.id} />}
    </section>
  )
}

export function mountFlash(mountPoint: Element | null): void {
  createRoot(document.body.appendChild(document.createElement('div'))).render(<Toaster />)
  showFlash()
  const posted = takePostedListing()
  if (!posted || !mountPoint) return
  createRoot(mountPoint).render(<PostedNotice posted={posted} />)
  // Keeps the manage link in the other language: it is never shown again.
  document.addEventListener('click', ({ target }) => {
    const link = (target as Element).closest<HTMLAnchorElement>('.language a')
    if (link) link.hash = storePostedListing(posted)
  })
}
