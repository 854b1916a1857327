import { createRoot, type Root } from 'react-dom/client'
import type { OwnListing } from '#domain/listing.ts'
import { ListingArticle } from '../components/ListingArticle.tsx'
import { setDocumentTitle } from '../lib/document-title.ts'
import { ManageListing } from './ManageListing.tsx'

export function mountManage(place: Element, article: Element): void {
  let root: Root | undefined
  function show({ id: _, expiresAt, ...listing }: OwnListing): void {
    if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) return
    root ??= createRoot(article)
    root.render(<ListingArticle listing={listing} />)
    setDocumentTitle(listing.title)
  }
  createRoot(place).render(<ManageListing onChange={show} form={document.querySelector('details.manage')} />)
}
