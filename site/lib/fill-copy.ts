import type { Copy } from './localize.ts'

/**
 * Puts copy into a text of the interface, as `fill` does with plain values. The parts stand side by side, because each
 * piece of copy may be in another language.
 */
export function fillCopy(
  text: string,
  pieces: Readonly<Record<string, Copy<string> | undefined>>,
): Copy<string>[] {
  return text
    .split(/(\{\w+\})/)
    .map((part) => pieces[part.slice(1, -1)] ?? { value: part, lang: undefined })
    .filter(({ value }) => value !== '')
}
