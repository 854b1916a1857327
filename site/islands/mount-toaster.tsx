import { createRoot } from 'react-dom/client'
import { showLeftToast } from '../stores/toast.ts'
import { Toaster } from './Toaster.tsx'

/** Puts the notification area on a page that has none of its own and shows the toast that was left for it. */
export function mountToaster(): void {
  createRoot(document.body.appendChild(document.createElement('div'))).render(<Toaster />)
  showLeftToast()
}
