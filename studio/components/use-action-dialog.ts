import { type ReactNode, useState } from 'react'

/** The part of a document action that opens a dialog. Its content is rendered only while it is open. */
export function useActionDialog(header: string, makeContent: (close: () => void) => ReactNode) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return {
    onHandle: () => setIsOpen(true),
    dialog: isOpen && { type: 'dialog' as const, header, onClose: close, content: makeContent(close) },
  }
}
