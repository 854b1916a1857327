import { createRoot } from 'react-dom/client'
import { loadAll } from '../stores/own-listings.ts'
import { MyListings } from './MyListings.tsx'

/** Puts one's listings into an element. Answers what reads them anew. */
export function mountMyListings(place: Element): () => void {
  createRoot(place).render(<MyListings />)
  return loadAll
}
