import { useStore } from '@nanostores/react'
import * as Toast from '@radix-ui/react-toast'
import { useRef } from 'react'
import { words } from '#domain/language.ts'
import { $toast, dismissToast } from '../stores/toast.ts'
import { useClearOfFocus } from './use-clear-of-focus.ts'

/** The notification area. Radix's defaults are the spec's numbers: 5000 ms, swipe right by 50, F8. */
export function Toaster() {
  const toast = useStore($toast)
  const viewport = useRef<HTMLOListElement>(null)
  useClearOfFocus(viewport, toast)
  return (
    <Toast.Provider label={words().toast.label}>
      {toast && (
        <Toast.Root
          key={toast.id}
          className="toast"
          data-variant={toast.variant}
          open={toast.open}
          onOpenChange={(open) => {
            if (!open) dismissToast()
          }}
        >
          <Toast.Title className="toast-title">{toast.title}</Toast.Title>
          <Toast.Description className="toast-text">{toast.description}</Toast.Description>
          <Toast.Close className="toast-close" aria-label={words().toast.close}>
            ×
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport ref={viewport} className="toasts" label={words().toast.region} />
    </Toast.Provider>
  )
}
