import { useState } from 'react'

export function useFaults<Field extends string>(atFirst: Partial<Record<Field, string | undefined>> = {}) {
  const [faults, setFaults] = useState(atFirst)
  function mend(field: Field): void {
    setFaults((known) => (known[field] === undefined ? known : { ...known, [field]: undefined }))
  }
  return { faults, setFaults, mend }
}
