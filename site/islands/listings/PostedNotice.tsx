import { createRoot } from 'react-dom/client'
import { words } from '#domain/language.ts'
import { onLanguageSwitch } from '../../lib/language/language-switch.ts'
import { manageLink } from '../../lib/listings/own-listing.ts'
import { carryPosted, type Posted, takePosted } from '../../stores/posted.ts'
import { showLeftToast } from '../../stores/toast.ts'
import { CopyButton } from '../CopyButton.tsx'
import { Toaster } from '../Toaster.tsx'

/** Nobody is told the link again. */
export function PostedNotice({ posted }: { posted: Posted }) {
  const link = manageLink(posted)
  return (
    <section className="notice" aria-labelledby="manage-link">
      <h2 id="manage-link">{words().own.manageLink}</h2>
      <p>
        {words().own.keepLink} {posted.isKept ? words().own.isKept : words().own.isNotKept}
      </p>
      <p className="link">
        <a href={link}>{link}</a>
      </p>
      <div className="actions">
        <CopyButton label={words().own.copyLink} text={link} />
      </div>
    </section>
  )
}

export function mountLeft(place: Element | null): void {
  createRoot(document.body.appendChild(document.createElement('div'))).render(<Toaster />)
  showLeftToast()
  const posted = takePosted()
  if (!posted || !place) return
  createRoot(place).render(<PostedNotice posted={posted} />)
  // Nobody is told the link again: it goes along into another language. A redirect keeps the fragment.
  onLanguageSwitch((_, form) => (form.action = `/api/language${carryPosted(posted)}`))
}
