import { useState } from 'react'
import { messages } from '#domain/language.ts'

type CopyButtonProps = {
  label: string
  /** A function if the text is fetched on demand. */
  text: string | (() => Promise<string>)
}

/** Shows the text if the browser forbids copying. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const [outcome, setOutcome] = useState('')
  return (
    <>
      <button type="button" className="plain" onClick={() => void copyText(text).then(setOutcome)}>
        {label}
      </button>
      <span aria-live="polite" className="quiet lines">
        {outcome}
      </span>
    </>
  )
}

/** Returns the message to show. Without HTTPS, most browsers forbid copying. */
async function copyText(text: CopyButtonProps['text']): Promise<string> {
  const { copied, notCopied } = messages().copy
  const reading = typeof text === 'string' ? text : text()
  try {
    await (typeof reading === 'string' ? navigator.clipboard.writeText(reading) : copyLater(reading))
    return copied
  } catch {
    return Promise.resolve(reading).then(
      (known) => `${notCopied}: ${known}`,
      (error: Error) => error.message,
    )
  }
}

/** Safari allows copying only directly after a click, but accepts a promise of the text. */
function copyLater(reading: Promise<string>): Promise<void> {
  const type = 'text/plain'
  const blob = reading.then((text) => new Blob([text], { type }))
  // A browser that refuses never awaits the promise: prevents an unhandled rejection.
  blob.catch(() => {})
  return navigator.clipboard.write([new ClipboardItem({ [type]: blob })])
}
