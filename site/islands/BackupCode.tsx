import { type SyntheticEvent, useState } from 'react'
import { messages } from '#domain/language.ts'
import { Field } from '../components/Field.tsx'
import { CopyButton } from './CopyButton.tsx'

/** The backup code of this browser, shown on request. */
export function OwnCode({ code }: { code: string }) {
  const [isShown, setIsShown] = useState(false)
  const { managed } = messages()
  return (
    <>
      <p className="actions">
        <CopyButton label={managed.copyCode} text={code} />
        {!isShown && (
          <button type="button" className="plain" onClick={() => setIsShown(true)}>
            {managed.showCode}
          </button>
        )}
      </p>
      {isShown && (
        <div className="fields">
          <Field name="own-code" label={managed.code} fault={undefined}>
            {(attributes) => (
              <textarea
                {...attributes}
                ref={enter}
                // Chromium does not scroll to a field that is entered by Tab if all its text is selected.
                onFocus={(event) => event.currentTarget.scrollIntoView({ block: 'nearest' })}
                rows={3}
                readOnly
                spellCheck={false}
                value={code}
              />
            )}
          </Field>
        </div>
      )}
    </>
  )
}

/** Focuses the field, which replaced the focused button. */
function enter(field: HTMLTextAreaElement | null) {
  field?.focus()
  field?.select()
}

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
