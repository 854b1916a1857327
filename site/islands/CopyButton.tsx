import { useState } from 'react'
import { words } from '#domain/language.ts'

/** Where the browser forbids copying, the text is shown. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const [isCopied, setIsCopied] = useState<boolean>()
  return (
    <>
      <button type="button" className="plain" onClick={() => void copyText(text).then(setIsCopied)}>
        {label}
      </button>
      <span role="status" className="quiet">
        {isCopied && words().managed.copied}
        {isCopied === false && `${words().managed.notCopied}: ${text}`}
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
