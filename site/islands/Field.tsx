import type { ReactNode } from 'react'

type ControlAttributes<Name extends string> = {
  id: string
  name: Name
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

type FieldProps<Name extends string> = {
  name: Name
  label: string
  /** What is wrong with it, in words. */
  fault: string | undefined
  children: (attributes: ControlAttributes<Name>) => ReactNode
}

/** A labelled control, with what is wrong with it beside it and announced. */
export function Field<Name extends string>({ name, label, fault, children }: FieldProps<Name>) {
  const faultId = `${name}-fault`
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      {children({
        id: name,
        name,
        'aria-invalid': fault !== undefined,
        'aria-describedby': fault && faultId,
      })}
      {fault && (
        <p className="fault" id={faultId} role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
