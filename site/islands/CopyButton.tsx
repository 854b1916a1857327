import { useState } from 'react'
import { words } from '#domain/language.ts'
import { copyText } from '../lib/copy-text.ts'

type CopyButtonProps = { label: string; text: string }

/** Where the browser forbids copying, the text is shown. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState<boolean>()
  return (
    <>
      <button type="button" className="plain" onClick={() => void copyText(text).then(setIsCopied)}>
        {label}
      </button>
      <span role="status" className="quiet">
        {isCopied && words().own.copied}
        {isCopied === false && `${words().own.notCopied}: ${text}`}
      </span>
    </>
  )
}
