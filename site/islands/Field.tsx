import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { ListingField } from '#domain/listing.ts'
import { $faults, forgetFault } from '../stores/post-form.ts'

type ControlAttributes = {
  id: string
  name: ListingField
  required: true
  'aria-invalid': boolean
  'aria-describedby': string | undefined
  onChange: () => void
}

type FieldProps = {
  name: ListingField
  label: string
  children: (attributes: ControlAttributes) => ReactNode
}

/** A labelled control, with what is wrong with it beside it and announced. */
export function Field({ name, label, children }: FieldProps) {
  const fault = useStore($faults)[name]
  const faultId = `${name}-fault`
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      {children({
        id: name,
        name,
        required: true,
        'aria-invalid': fault !== undefined,
        'aria-describedby': fault && faultId,
        onChange: () => forgetFault(name),
      })}
      {fault && (
        <p className="fault" id={faultId} role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
