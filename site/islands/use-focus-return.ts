import { type RefObject, useEffect, useRef } from 'react'

export function useFocusReturn(layer: RefObject<HTMLElement | null>, isOpen: boolean): void {
  const origin = useRef<HTMLElement>(null)

  useEffect(() => {
    const noteOrigin = ({ target, relatedTarget }: FocusEvent) => {
      // The tab stops that Radix puts before and after the layer belong to it.
      const region = layer.current?.closest('[role=region]')
      const isWithin = (element: EventTarget | null) => element instanceof Node && region?.contains(element)
      if (isWithin(target) && !isWithin(relatedTarget)) origin.current = relatedTarget as HTMLElement | null
    }
    document.addEventListener('focusin', noteOrigin)
    return () => document.removeEventListener('focusin', noteOrigin)
  }, [layer])

  useEffect(() => {
    const focused = document.activeElement
    if (isOpen || !(focused instanceof HTMLElement) || !layer.current?.contains(focused)) return
    if (origin.current?.isConnected) origin.current.focus({ preventScroll: true })
    else focused.blur()
  }, [layer, isOpen])
}
