import { type ReactNode, useState } from 'react'
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
  fault: string | undefined
  /** Marks the label as required. */
  isMarked?: boolean
  children: (attributes: ControlAttributes<Name>) => ReactNode
}

/** Announces a fault (`role=alert`) only with scripts: without them it cannot change. */
export function Field<Name extends string>({ name, label, fault, isMarked, children }: FieldProps<Name>) {
  const faultId = `${name}-fault`
  const isScripted = useIsScripted()
  return (
    <div className="field">
      <label htmlFor={name} className={isMarked ? 'required' : undefined}>
        {label}
      </label>
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

export function FaultAlert({ message }: { message: string | undefined }) {
  if (message === undefined) return null
  return (
    <p className="fault" role="alert">
      {message}
    </p>
  )
}

export function useFaults<Field extends string>(
  initialFaults: Partial<Record<Field, string | undefined>> = {},
) {
  const [faults, setFaults] = useState(initialFaults)
  function clearFault(field: Field): void {
    setFaults((known) => (known[field] === undefined ? known : { ...known, [field]: undefined }))
  }
  return { faults, setFaults, clearFault }
}
