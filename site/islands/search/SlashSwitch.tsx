import { useStore } from '@nanostores/react'
import { type RefObject, useEffect } from 'react'
import { messages } from '#domain/language.ts'
import { $isSlashOn, switchSlash } from '../../stores/slash.ts'

/** Rendered on the server too, so that nothing moves. */
export function SlashSwitch() {
  const isOn = useStore($isSlashOn, { ssr: () => true })
  return (
    <label className="slash" id="slash-label">
      <input
        type="checkbox"
        aria-labelledby="slash-label"
        checked={isOn}
        onChange={(event) => switchSlash(event.currentTarget.checked)}
      />
      {messages().search.slash}
    </label>
  )
}

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
