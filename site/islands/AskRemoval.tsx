import { useEffect, useId, useRef } from 'react'
import { words } from '../lib/my-listings-words.ts'

type AskRemovalProps = { name: string; isBusy: boolean; onKeep: () => void; onRemove: () => void }

/** Asks before a listing is deleted. The way back has the focus first. */
export function AskRemoval({ name, isBusy, onKeep, onRemove }: AskRemovalProps) {
  const questionId = useId()
  const keepButton = useRef<HTMLButtonElement>(null)
  useEffect(() => keepButton.current?.focus(), [])
  return (
    <div role="group" aria-labelledby={questionId} className="asked">
      <p id={questionId}>{words.askRemoval(name)}</p>
      <div className="actions">
        <button ref={keepButton} type="button" className="plain" onClick={onKeep}>
          {words.keep}
        </button>
        <button type="button" className="danger" aria-disabled={isBusy} onClick={onRemove}>
          {words.confirmRemoval}
        </button>
      </div>
    </div>
  )
}
