import type { ReactNode } from 'react'

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
  hint?: string | undefined
  /** Marks the label as required. */
  isMarked?: boolean
  /** Announces a fault at once: it does not wait for the form's summary. */
  isLive?: boolean
  children: (attributes: ControlAttributes<Name>) => ReactNode
}

export function Field<Name extends string>(props: FieldProps<Name>) {
  const { name, label, fault, hint, isMarked, isLive, children } = props
  const faultId = `${name}-fault`
  const hintId = `${name}-hint`
  return (
    <div className="field">
      <label htmlFor={name} className={isMarked ? 'required' : undefined}>
        {label}
      </label>
      {hint && (
        <p className="hint" id={hintId}>
          {hint}
        </p>
      )}
      {children({
        id: name,
        name,
        'aria-invalid': fault !== undefined,
        'aria-describedby': [hint && hintId, fault && faultId].filter(Boolean).join(' ') || undefined,
      })}
      {fault && (
        <p className="fault" id={faultId} role={isLive ? 'alert' : undefined}>
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
