import { useState } from 'react'
import { messages } from '#domain/language.ts'

/** Where the browser forbids copying, the text is shown. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const [isCopied, setIsCopied] = useState<boolean>()
  return (
    <>
      <button type="button" className="plain" onClick={() => void copyText(text).then(setIsCopied)}>
        {label}
      </button>
      <span role="status" className="quiet">
        {isCopied && messages().managed.copied}
        {isCopied === false && `${messages().managed.notCopied}: ${text}`}
      </span>
    </>
  )
}

/** Answers whether the browser allowed it: without HTTPS most do not. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
