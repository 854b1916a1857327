import { useRef } from 'react'
import { words } from '#domain/language.ts'
import { Field } from '../components/Field.tsx'

type DeckFieldProps = {
  fault: string | undefined
  onChoose: (fileName: string | undefined) => void
}

export function DeckField({ fault, onChoose }: DeckFieldProps) {
  const input = useRef<HTMLInputElement>(null)

  const remove = () => {
    if (!input.current) return
    input.current.value = ''
    input.current.focus()
    onChoose(undefined)
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
            onChange={(event) => onChoose(event.currentTarget.files?.[0]?.name)}
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
