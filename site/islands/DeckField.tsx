import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { words } from '#domain/language.ts'
import { $faults, checkDeck } from '../stores/apply-form.ts'
import { Field } from '../components/Field.tsx'

/** The deck: a PDF or nothing. What it holds stays in the input. */
export function DeckField() {
  const input = useRef<HTMLInputElement>(null)
  const fault = useStore($faults).deck

  const remove = () => {
    if (!input.current) return
    input.current.value = ''
    input.current.focus()
    checkDeck(undefined)
  }

  return (
    <>
      <Field name="deck" label={words().apply.deck} fault={fault}>
        {(attributes) => (
          <input
            {...attributes}
            ref={input}
            type="file"
            accept=".pdf"
            onChange={(event) => checkDeck(event.currentTarget.files?.[0]?.name)}
          />
        )}
      </Field>
      {fault && (
        <button type="button" className="plain" onClick={remove}>
          {words().apply.removeFile}
        </button>
      )}
    </>
  )
}
