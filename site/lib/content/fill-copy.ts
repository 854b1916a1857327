import type { Copy } from './localize.ts'

/** In parts, because each piece of copy may be in another language. */
export function fillCopy(
  text: string,
  pieces: Readonly<Record<string, Copy<string> | undefined>>,
): Copy<string>[] {
  return text
    .split(/(\{\w+\})/)
    .map((part) => pieces[part.slice(1, -1)] ?? { value: part, lang: undefined })
    .filter(({ value }) => value !== '')
}
