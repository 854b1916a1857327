/** Bytes of a file, the first and the last one included. */
export type ByteRange = { start: number; end: number }

/**
 * Reads a `Range` header over a file of so many bytes. Undefined where the whole file is to be answered: without the
 * header, and for what is no range of bytes or several of them; `unsatisfiable` for one that lies behind the end.
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') return atEnd(Number(last), size)
  const start = Number(first)
  const end = last === '' ? size - 1 : Number(last)
  if (last !== '' && end < start) return undefined
  return start < size ? { start, end: Math.min(end, size - 1) } : 'unsatisfiable'
}

function atEnd(length: number, size: number): ByteRange | 'unsatisfiable' {
  if (size === 0 || length === 0) return 'unsatisfiable'
  return { start: Math.max(0, size - length), end: size - 1 }
}
