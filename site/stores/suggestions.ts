import { atom, computed } from 'nanostores'
import { toOneCity } from '#domain/listings/catalogue.ts'
import { countResults } from '#domain/search.ts'
import { type ComboboxMove, moveInCombobox, type PressedKey } from '../lib/search/combobox-keys.ts'
import { $chosenCity, findResults, type SearchOutcome } from './search.ts'

export const $suggestions = atom<SearchOutcome | undefined>()

export const $options = computed($suggestions, (suggestions) =>
  suggestions?.answer ? [...suggestions.answer.listings.results, ...suggestions.answer.events.results] : [],
)

export const $suggestionStatus = computed($suggestions, (suggestions) =>
  suggestions?.answer ? countResults(suggestions.answer) : suggestions?.fault,
)

export const $list = atom<{ isOpen: boolean; active?: number | undefined }>({ isOpen: false })

/** Debounce delay for typing, in milliseconds. */
const pause = 150

let pending: ReturnType<typeof setTimeout> | undefined
let asking: AbortController | undefined

/** Debounced. Aborts requests for earlier texts. */
export function suggest(written: string): void {
  stopSuggesting()
  const text = written.trim()
  $list.set({ isOpen: true })
  if (text === '') return $suggestions.set(undefined)
  pending = setTimeout(async () => {
    const { signal } = (asking = new AbortController())
    const outcome = await findResults({ text, city: toOneCity($chosenCity.get()) }, signal)
    if (signal.aborted) return
    // The active index would now point to a different option.
    $list.set({ ...$list.get(), active: undefined })
    $suggestions.set(outcome)
  }, pause)
}

export function stopSuggesting(): void {
  clearTimeout(pending)
  asking?.abort()
}

export function closeList(): void {
  $list.set({ isOpen: false })
}

export function activateOption(active: number): void {
  $list.set({ isOpen: true, active })
}

/** Undefined if the text field handles the key. */
export function handleListKey(key: PressedKey): ComboboxMove | undefined {
  const list = $list.get()
  const move = moveInCombobox({ ...list, count: $options.get().length }, key)
  if (move) $list.set({ ...list, ...move })
  return move
}

export function findActivePath(): string | undefined {
  const { isOpen, active } = $list.get()
  return isOpen && active !== undefined ? $options.get()[active]?.path : undefined
}
