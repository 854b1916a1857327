import { type RefObject, useEffect } from 'react'

/** Moves a fixed layer to the other edge (`data-turned`) where it hides what has the focus (WCAG 2.4.11). */
export function useClearOfFocus(layer: RefObject<HTMLElement | null>, shown: unknown): void {
  useEffect(() => {
    if (shown === undefined) return undefined
    const clear = () => {
      const focused = document.activeElement
      if (!layer.current || !focused || focused === document.body || layer.current.contains(focused)) return
      for (let turns = 0; turns < 2 && liesOver(layer.current, focused); turns += 1) {
        layer.current.toggleAttribute('data-turned')
        // At 400 % it may be half as high as the screen, and the page may end before it has scrolled far enough.
        if (liesOver(layer.current, focused)) focused.scrollIntoView({ block: findFreeEdge(layer.current) })
      }
    }
    // Only then has the page scrolled to what has the focus.
    const clearInAFrame = () => requestAnimationFrame(clear)
    clearInAFrame()
    document.addEventListener('focusin', clearInAFrame)
    return () => document.removeEventListener('focusin', clearInAFrame)
  }, [layer, shown])
}

function liesOver(layer: Element, focused: Element): boolean {
  const box = layer.firstElementChild?.getBoundingClientRect()
  const { top, bottom, left, right } = focused.getBoundingClientRect()
  return box !== undefined && top < box.bottom && bottom > box.top && left < box.right && right > box.left
}

function findFreeEdge(layer: Element): 'start' | 'end' {
  const { top, bottom } = layer.getBoundingClientRect()
  return top < window.innerHeight - bottom ? 'end' : 'start'
}
