import { type SyntheticEvent, useState } from 'react'
import { messages } from '#domain/language.ts'
import { Field } from '../components/Field.tsx'

type PasteCodeProps = {
  name: string
  label: string
  rows?: number
  /** Throws errors with a message for the reader. */
  onUse: (code: string) => void | Promise<void>
}

/** A form for a backup code of another browser. */
export function PasteCode({ name, label, rows, onUse }: PasteCodeProps) {
  const [fault, setFault] = useState<string>()
  const Control = rows === undefined ? 'input' : 'textarea'

  async function use(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const field = form.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement
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
      <Field name={name} label={messages().managed.pasteCode} fault={fault} isLive>
        {(attributes) => (
          <Control
            {...attributes}
            {...(rows !== undefined && { rows })}
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
