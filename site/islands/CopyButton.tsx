import { useState } from 'react'
import { copyText } from '../lib/copy-text.ts'
import { words } from '../lib/my-listings-words.ts'

type CopyButtonProps = { label: string; text: string }

/** Copies a text, and says so beside itself. Where the browser forbids it, the text is shown. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState<boolean>()
  return (
    <>
      <button type="button" className="plain" onClick={() => void copyText(text).then(setIsCopied)}>
        {label}
      </button>
      <span role="status" className="quiet">
        {isCopied && words.copied}
        {isCopied === false && `${words.notCopied}: ${text}`}
      </span>
    </>
  )
}
