type ComboboxState = { count: number; isOpen: boolean; active?: number | undefined }

export type ComboboxMove = { isOpen: boolean; active?: number | undefined; isCleared?: true }

export type PressedKey = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

/** WAI-ARIA's editable combobox with a list. Undefined for keys of the text field, such as Enter. */
export function moveInCombobox(
  { count, isOpen, active }: ComboboxState,
  { key, altKey, ctrlKey, metaKey, shiftKey }: PressedKey,
): ComboboxMove | undefined {
  if (ctrlKey || metaKey || shiftKey) return undefined
  const closed = { isOpen: false, active: undefined }
  const reached = isOpen ? active : undefined
  if (key === 'Escape') return isOpen ? closed : { ...closed, isCleared: true }
  if (altKey && key === 'ArrowUp') return closed
  if (count === 0) return undefined
  if (altKey) return key === 'ArrowDown' ? { isOpen: true } : undefined
  if (key === 'ArrowDown') return { isOpen: true, active: reached === undefined ? 0 : (reached + 1) % count }
  if (key === 'ArrowUp') return { isOpen: true, active: ((reached ?? 0) - 1 + count) % count }
  if (reached === undefined) return undefined
  if (key === 'Home') return { isOpen: true, active: 0 }
  if (key === 'End') return { isOpen: true, active: count - 1 }
  return undefined
}
