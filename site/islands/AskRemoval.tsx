import { useEffect, useId, useRef } from 'react'
import { fill, words } from '#domain/language.ts'

type AskRemovalProps = { name: string; isBusy: boolean; onKeep: () => void; onRemove: () => void }

export function AskRemoval({ name, isBusy, onKeep, onRemove }: AskRemovalProps) {
  const questionId = useId()
  const keepButton = useRef<HTMLButtonElement>(null)
  useEffect(() => keepButton.current?.focus(), [])
  return (
    <div role="group" aria-labelledby={questionId} className="asked">
      <p id={questionId}>{fill(words().own.askRemoval, { title: name })}</p>
      <div className="actions">
        <button ref={keepButton} type="button" className="plain" onClick={onKeep}>
          {words().own.keep}
        </button>
        <button type="button" className="danger" aria-disabled={isBusy} onClick={onRemove}>
          {words().own.confirmRemoval}
        </button>
      </div>
    </div>
  )
}
