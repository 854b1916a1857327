import { type RefObject, useEffect, useRef } from 'react'

export function useFocusBack(isOpen: boolean, element: RefObject<HTMLElement | null>): void {
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) element.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen, element])
}
