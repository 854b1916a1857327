import { createRoot } from 'react-dom/client'
import { onLanguageSwitch } from '../lib/language-switch.ts'
import { carryPosted, takePosted } from '../stores/posted.ts'
import { showLeftToast } from '../stores/toast.ts'
import { PostedNotice } from './PostedNotice.tsx'
import { Toaster } from './Toaster.tsx'

export function mountLeft(place: Element | null): void {
  createRoot(document.body.appendChild(document.createElement('div'))).render(<Toaster />)
  showLeftToast()
  const posted = takePosted()
  if (!posted || !place) return
  createRoot(place).render(<PostedNotice posted={posted} />)
  // Nobody is told the link again: it goes along into another language. A redirect keeps the fragment.
  onLanguageSwitch((_, form) => (form.action = `/api/language${carryPosted(posted)}`))
}
