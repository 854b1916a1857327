import { type SyntheticEvent, useState } from 'react'
import { messages } from '#domain/language.ts'
import { Field } from '../components/Field.tsx'
import { CopyButton } from './CopyButton.tsx'

type BackupCodeProps = {
  /** This browser's code. Undefined if it has nothing to take along. */
  code: string | undefined
  label: string
  /** Throws errors with a message for the reader. */
  onUse: (code: string) => void | Promise<void>
}

/** Shows this browser's backup code, and takes one of another browser. */
export function BackupCode({ code, label, onUse }: BackupCodeProps) {
  const { managed } = messages()
  const [fault, setFault] = useState<string>()

  async function use(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const field = form.elements.namedItem('backup-code') as HTMLTextAreaElement
    try {
      await onUse(field.value)
      setFault(undefined)
      form.reset()
    } catch (error) {
      setFault((error as Error).message)
      field.focus()
    }
  }

  return (
    <>
      {code !== undefined && (
        <>
          <p className="actions">
            <CopyButton key={code} label={managed.copyCode} text={code} />
          </p>
          <details className="fields">
            <summary>{managed.showCode}</summary>
            <textarea aria-label={managed.code} rows={3} readOnly value={code} />
          </details>
        </>
      )}
      <form className="fields" noValidate onSubmit={(event) => void use(event)}>
        <Field name="backup-code" label={managed.pasteCode} fault={fault} isLive>
          {(attributes) => (
            <textarea
              {...attributes}
              rows={3}
              required
              autoComplete="off"
              spellCheck={false}
              onChange={() => setFault(undefined)}
            />
          )}
        </Field>
        <button type="submit" className="plain">
          {label}
        </button>
      </form>
    </>
  )
}
