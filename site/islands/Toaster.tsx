import { useStore } from '@nanostores/react'
import * as Toast from '@radix-ui/react-toast'
import { useRef } from 'react'
import { words } from '#domain/language.ts'
import { $toast, dismissToast, type ShownToast } from '../stores/toast.ts'
import { useClearOfFocus } from './use-clear-of-focus.ts'
import { useFocusReturn } from './use-focus-return.ts'
import { useOverflows } from './use-overflows.ts'

/** Radix's defaults are the spec's numbers: 5000 ms, swipe right by 50, F8. */
export function Toaster() {
  const toast = useStore($toast)
  const viewport = useRef<HTMLOListElement>(null)
  useClearOfFocus(viewport, toast)
  useFocusReturn(viewport, toast?.open ?? false)
  return (
    <Toast.Provider label={words().toast.label}>
      {toast && <Notification key={toast.id} {...toast} />}
      <Toast.Viewport ref={viewport} className="toasts" label={words().toast.region} />
    </Toast.Provider>
  )
}

function Notification({ title, description, variant, open }: ShownToast) {
  const text = useRef<HTMLDivElement>(null)
  const overflows = useOverflows(text)
  return (
    <Toast.Root
      className="toast"
      data-variant={variant}
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) dismissToast()
      }}
    >
      <Toast.Title className="toast-title">{title}</Toast.Title>
      {/* A long text scrolls within the toast, by keyboard too. */}
      <Toast.Description
        ref={text}
        className="toast-text"
        {...(overflows && { tabIndex: 0, role: 'group', 'aria-label': title })}
      >
        {description}
      </Toast.Description>
      <Toast.Close className="toast-close" aria-label={words().toast.close}>
        ×
      </Toast.Close>
    </Toast.Root>
  )
}
