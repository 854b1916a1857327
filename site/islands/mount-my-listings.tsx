import { createRoot } from 'react-dom/client'
import { loadAll } from '../stores/own-listings.ts'
import { MyListings } from './MyListings.tsx'

export function mountMyListings(place: Element): () => void {
  createRoot(place).render(<MyListings />)
  return loadAll
}
