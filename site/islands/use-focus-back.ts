import { type RefObject, useEffect, useRef } from 'react'

/** Gives the focus to an element when what took its place is closed again. */
export function useFocusBack(isOpen: boolean, element: RefObject<HTMLElement | null>): void {
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) element.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen, element])
}
