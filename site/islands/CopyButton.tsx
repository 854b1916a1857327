import { useState } from 'react'
import { messages } from '#domain/language.ts'

type CopyButtonProps = {
  label: string
  /** A function where it is not known before it is wanted. */
  text: string | (() => Promise<string>)
}

/** Where the browser forbids copying, the text is shown. */
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

/** Answers what to say of it: without HTTPS most browsers do not allow it. */
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

/** Safari allows copying only at once after a click, and takes a promise of the text. */
function copyLater(reading: Promise<string>): Promise<void> {
  const type = 'text/plain'
  const blob = reading.then((text) => new Blob([text], { type }))
  // A browser that refuses does not wait for it.
  blob.catch(() => {})
  return navigator.clipboard.write([new ClipboardItem({ [type]: blob })])
}
