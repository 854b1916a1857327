import { useStore } from '@nanostores/react'
import * as Toast from '@radix-ui/react-toast'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { messages } from '#domain/language.ts'
import { $toast, dismissToast, type ShownToast } from '../stores/toast.ts'

/** Radix's defaults are the spec's numbers: 5000 ms, swipe right by 50, F8. */
export function Toaster() {
  const toast = useStore($toast)
  const viewport = useRef<HTMLOListElement>(null)
  useClearOfFocus(viewport, toast)
  useFocusReturn(viewport, toast?.open ?? false)
  return (
    <Toast.Provider label={messages().toast.label} duration={5_000}>
      {toast && <Notification key={toast.id} {...toast} />}
      <Toast.Viewport ref={viewport} className="toasts" label={messages().toast.region} />
    </Toast.Provider>
  )
}

function Notification({ title, description, variant, open }: ShownToast) {
  const text = useRef<HTMLDivElement>(null)
  const overflows = useOverflows(text)
  return (
    <Toast.Root
      className="toast"
      data-variant={variant}
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) dismissToast()
      }}
    >
      <Toast.Title className="toast-title">{title}</Toast.Title>
      {/* A long text scrolls within the toast, by keyboard too. */}
      <Toast.Description
        ref={text}
        className="toast-text"
        {...(overflows && { tabIndex: 0, role: 'group', 'aria-label': title })}
      >
        {description}
      </Toast.Description>
      <Toast.Close className="toast-close" aria-label={messages().toast.close}>
        ×
      </Toast.Close>
    </Toast.Root>
  )
}

/** Moves a fixed layer to the other edge (`data-turned`) if it covers the focused element (WCAG 2.4.11). */
function useClearOfFocus(layer: RefObject<HTMLElement | null>, shown: unknown): void {
  useEffect(() => {
    if (shown === undefined) return undefined
    const clear = () => {
      const focused = document.activeElement
      if (!layer.current || !focused || focused === document.body || layer.current.contains(focused)) return
      for (let turns = 0; turns < 2 && liesOver(layer.current, focused); turns += 1) {
        layer.current.toggleAttribute('data-turned')
        // At 400 % zoom the layer may cover half the screen, and the page may be too short to scroll clear of it.
        if (liesOver(layer.current, focused)) focused.scrollIntoView({ block: findFreeEdge(layer.current) })
      }
    }
    // In the next frame, the page has scrolled to the focused element.
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

function useFocusReturn(layer: RefObject<HTMLElement | null>, isOpen: boolean): void {
  const origin = useRef<HTMLElement>(null)

  useEffect(() => {
    const noteOrigin = ({ target, relatedTarget }: FocusEvent) => {
      // Radix's tab stops before and after the layer are part of the region.
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

function useOverflows(element: RefObject<HTMLElement | null>): boolean {
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
