import type { ReactNode } from 'react'
import { useIsScripted } from './use-is-scripted.ts'

export type ControlAttributes<Name extends string> = {
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

/** A labelled control, with what is wrong with it beside it; where that changes by script, it is announced. */
export function Field<Name extends string>({ name, label, fault, children }: FieldProps<Name>) {
  const faultId = `${name}-fault`
  const isScripted = useIsScripted()
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
        <p className="fault" id={faultId} role={isScripted ? 'alert' : undefined}>
          {fault}
        </p>
      )}
    </div>
  )
}
