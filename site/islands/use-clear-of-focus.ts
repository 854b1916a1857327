import { type RefObject, useEffect } from 'react'

/**
 * Turns a layer that is fixed to one edge of the screen to the other (`data-turned`) where what it shows would hide
 * what has the focus (WCAG 2.4.11): when the focus moves, and when `shown` is another.
 */
export function useClearOfFocus(layer: RefObject<HTMLElement | null>, shown: unknown): void {
  useEffect(() => {
    const turnIfOver = () => {
      const box = layer.current?.firstElementChild
      const focused = document.activeElement
      if (!box || !focused || focused === document.body || layer.current?.contains(focused)) return
      if (overlap(box.getBoundingClientRect(), focused.getBoundingClientRect()))
        layer.current?.toggleAttribute('data-turned')
    }
    turnIfOver()
    document.addEventListener('focusin', turnIfOver)
    return () => document.removeEventListener('focusin', turnIfOver)
  }, [layer, shown])
}

function overlap(one: DOMRect, other: DOMRect): boolean {
  return (
    one.top < other.bottom && one.bottom > other.top && one.left < other.right && one.right > other.left
  )
}
