import { type RefObject, useEffect } from 'react'
import { keepTyped } from '../lib/typed.ts'

/** Keeps what stands in a form when the page's language is switched: `takeTyped` gives it back on the page that comes. */
export function useKeptTyped(name: string, form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    function keep({ target }: Event) {
      const isSwitch = target instanceof HTMLFormElement && target.matches('form.language')
      if (isSwitch && form.current) keepTyped(name, form.current)
    }
    document.addEventListener('submit', keep)
    return () => document.removeEventListener('submit', keep)
  }, [name, form])
}
