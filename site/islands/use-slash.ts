import { type RefObject, useEffect } from 'react'
import { $isSlashOn } from '../stores/slash.ts'

const fields = 'input, textarea, select, [contenteditable], dialog[open] *'

export function useSlash(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey, target } = event
      if (key !== '/' || ctrlKey || metaKey || altKey || event.defaultPrevented || !$isSlashOn.get()) return
      if (target instanceof Element && target.closest(fields)) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [field])
}
