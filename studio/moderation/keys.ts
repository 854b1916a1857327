/** Keyboard shortcuts of the desk. They are off in text fields. Of a key held down, only the moves repeat. */
export const deskKeys = {
  j: 'next',
  ArrowDown: 'next',
  k: 'previous',
  ArrowUp: 'previous',
  x: 'select',
  s: 'show',
  h: 'hide',
  d: 'delete',
  u: 'undo',
  '?': 'help',
} as const

export type DeskCommand = (typeof deskKeys)[keyof typeof deskKeys]

type Pressed = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'repeat'>

export function readKey(
  { key, altKey, ctrlKey, metaKey, repeat }: Pressed,
  target: EventTarget | null,
): DeskCommand | undefined {
  if (altKey || ctrlKey || metaKey || isTyping(target)) return undefined
  const command = Object.hasOwn(deskKeys, key) ? deskKeys[key as keyof typeof deskKeys] : undefined
  return repeat && command !== 'next' && command !== 'previous' ? undefined : command
}

function isTyping(target: EventTarget | null): boolean {
  const { tagName, type } = Object(target) as { tagName?: string; type?: string }
  return tagName === 'TEXTAREA' || tagName === 'SELECT' || (tagName === 'INPUT' && type !== 'checkbox')
}

/** The id before or after the current one; the first one if there is no current one. */
export function step(ids: readonly string[], present: string | undefined, by: 1 | -1): string | undefined {
  const at = ids.indexOf(present ?? '')
  if (at < 0) return ids[0]
  return ids[Math.min(ids.length - 1, Math.max(0, at + by))]
}

/** The first id after the current one that is not decided, else the last one before it. */
export function findNext(
  ids: readonly string[],
  present: string,
  decided: ReadonlySet<string>,
): string | undefined {
  const at = ids.indexOf(present)
  const isOpen = (id: string) => !decided.has(id)
  return ids.slice(at + 1).find(isOpen) ?? ids.slice(0, Math.max(at, 0)).findLast(isOpen)
}
