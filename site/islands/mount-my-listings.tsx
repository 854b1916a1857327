import { createRoot } from 'react-dom/client'
import { MyListings } from './MyListings.tsx'

/** Puts one's listings into an element, once. */
export function mountMyListings(place: Element): void {
  createRoot(place).render(<MyListings />)
}
