import { type SyntheticEvent, useState } from 'react'
import { messages } from '#domain/language.ts'
import { Field } from '../components/Field.tsx'

type PasteCodeProps = {
  label: string
  /** Throws errors with a message for the reader. */
  onUse: (code: string) => void | Promise<void>
}

/** A form for a backup code of another browser. */
export function PasteCode({ label, onUse }: PasteCodeProps) {
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
    <form className="fields" noValidate onSubmit={(event) => void use(event)}>
      <Field name="backup-code" label={messages().managed.pasteCode} fault={fault} isLive>
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
  )
}
