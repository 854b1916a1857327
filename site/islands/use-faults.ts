import { useState } from 'react'

/** What is wrong with the fields of a form, how to say it anew, and how to forget it for a field that is being mended. */
export function useFaults<Field extends string>(atFirst: Partial<Record<Field, string | undefined>> = {}) {
  const [faults, setFaults] = useState(atFirst)
  function mend(field: Field): void {
    setFaults((known) => (known[field] === undefined ? known : { ...known, [field]: undefined }))
  }
  return { faults, setFaults, mend }
}
