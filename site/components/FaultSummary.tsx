import { type MouseEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { messages } from '#domain/language.ts'
import type { Faults } from '../lib/list-faults.ts'

/** Name of a field and what is wrong with it. */
type Fault = readonly [name: string, fault: string]
type FaultSummaryProps = { faults: readonly Fault[]; message?: string | undefined }

const summaryId = 'faults'

/** What is wrong after a form was sent. Its links lead to the fields. Without scripts, the browser focuses it. */
export function FaultSummary({ faults, message }: FaultSummaryProps) {
  if (faults.length === 0 && message === undefined) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- The page is the answer to the form.
    <div className="fault-summary" id={summaryId} role="alert" tabIndex={-1} autoFocus>
      <h2>{messages().form.problem}</h2>
      {message !== undefined && <p>{message}</p>}
      <ul className="bulleted">
        {faults.map(([name, fault]) => (
          <li key={name}>
            <a href={`#${name}`} onClick={focusField}>
              {fault}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Leaves the address as it is: its fragment may be a manage token. */
function focusField(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault()
  document.getElementById(event.currentTarget.hash.slice(1))?.focus()
}

/** `listFaults` sorts them in form order. `summary` has those of the last submit, `faults` those that are left. */
export function useFaults<Field extends string>(
  listFaults: (faults: Faults<Field>) => readonly Fault[],
  initialFaults: Faults<Field> = {},
) {
  const [faults, setFaults] = useState(initialFaults)
  const [submitted, setSubmitted] = useState(initialFaults)
  function clearFault(field: Field): void {
    setFaults((known) => (known[field] === undefined ? known : { ...known, [field]: undefined }))
  }
  function showFaults(found: Faults<Field>): void {
    flushSync(() => {
      setFaults(found)
      setSubmitted(found)
    })
    document.getElementById(summaryId)?.focus()
  }
  return { faults, setFaults, clearFault, showFaults, summary: listFaults(submitted) }
}
