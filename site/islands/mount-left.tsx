import { createRoot } from 'react-dom/client'
import { takePosted } from '../stores/posted.ts'
import { showLeftToast } from '../stores/toast.ts'
import { PostedNotice } from './PostedNotice.tsx'
import { Toaster } from './Toaster.tsx'

/** Shows what the page before this one left: a toast, in a notification area of its own, and the link to a listing. */
export function mountLeft(place: Element | null): void {
  createRoot(document.body.appendChild(document.createElement('div'))).render(<Toaster />)
  showLeftToast()
  const posted = takePosted()
  if (posted && place) createRoot(place).render(<PostedNotice posted={posted} />)
}
