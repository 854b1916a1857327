import { words } from '#domain/language.ts'
import { manageLink } from '../lib/own-listing.ts'
import type { Posted } from '../stores/posted.ts'
import { CopyButton } from './CopyButton.tsx'

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
