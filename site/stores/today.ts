import { atom, onMount } from 'nanostores'
import { addDays, startOfDay, toDay } from '#domain/pacific.ts'

/** In San Francisco; undefined at hydration. Looked up again on return: timers sleep with a laptop. */
export const $today = atom<string | undefined>()

onMount($today, () => {
  if (import.meta.env.SSR) return undefined
  let turn: ReturnType<typeof setTimeout>
  const look = () => {
    const now = new Date()
    const today = toDay(now)
    $today.set(today)
    clearTimeout(turn)
    turn = setTimeout(look, startOfDay(addDays(today, 1)).getTime() - now.getTime())
  }
  look()
  document.addEventListener('visibilitychange', look)
  return () => {
    clearTimeout(turn)
    document.removeEventListener('visibilitychange', look)
  }
})
