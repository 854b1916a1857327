import { type RefObject, useEffect, useState } from 'react'

export function useOverflows(element: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    const observed = element.current
    if (!observed) return undefined
    const observer = new ResizeObserver(() => setOverflows(observed.scrollHeight > observed.clientHeight))
    observer.observe(observed)
    return () => observer.disconnect()
  }, [element])
  return overflows
}
