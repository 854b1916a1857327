import JSON5 from 'json5'
import { decodeEntities } from '../clean-text.ts'

/** `fault`: why the text is not valid JSON. `line` counts from 1. */
type Parsed = { roots?: unknown[]; fault?: { line: number; reason: string } }

/**
 * Reads the JSON of a script, with the faults that can be read in one way only: line breaks in strings, comments and
 * CDATA around it, other signs of JSON5, escaped quotes, several objects without a list. Returns its objects.
 */
export function parseJsonLd(script: string): Parsed {
  const isEscaped = /^[^"&]{0,200}[[{]\s*&(?:quot|#0*34|#x0*22);/i.test(script)
  const text = isEscaped ? decodeEntities(script) : script
  try {
    return { roots: [JSON.parse(text)] }
  } catch {
    // Below: what people get wrong.
  }
  const mended = mend(text)
  const list = `[${mended}\n]`
  try {
    return { roots: JSON.parse(list) }
  } catch {
    // Below: slower by far, but it reads more, and names the line.
  }
  try {
    return { roots: JSON5.parse(list) }
  } catch (error) {
    const { message, lineNumber } = error as Error & { lineNumber: number }
    const lines = mended.trimEnd().split('\n').length
    if (lineNumber > lines) return { fault: { line: lines, reason: 'it is cut off' } }
    return { fault: { line: lineNumber, reason: message.replace(/^JSON5: | at \d+:\d+$|\\(?=")/g, '') } }
  }
}

const tokens = new RegExp(
  [
    // An unterminated string or comment ends with the text, so that the scan stays linear.
    /"[^"\\]*(?:\\[^][^"\\]*)*(?:"|\\?$)|'[^'\\]*(?:\\[^][^'\\]*)*(?:'|\\?$)/,
    /(?:(?:\/\/|\/\*)\s*>?\s*)?(?:<!--(?:[^{["]{0,1000}?-->)?|-->|<!\[CDATA\[|<?!?\]\]>)(?:\s*\*\/)?/,
    /\/\/.*|\/\*[^]*?(?:\*\/|$)/,
    /[^\s"'/<[\]{},;-]+|\S/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

/** Cuts off wrappers, comments and commas too many, escapes control characters and separates objects. Keeps the lines. */
function mend(text: string): string {
  let [isClosed, comma] = [false, '']
  return text.replaceAll(tokens, (token) => {
    if (/^\ufeff$|^\/[/*]|^<!|^-->|\]>$/.test(token)) return lineBreaks(token)
    if (isClosed && token === ';') return ''
    if (token === ',' && comma === '') {
      comma = token
      return ''
    }
    const isClosing = /^[\]}]$/.test(token)
    const before = (isClosed && /^[[{]/.test(token)) || (comma !== '' && !isClosing) ? ',' : ''
    ;[isClosed, comma] = [isClosing, '']
    const isText = /^["']./.test(token)
    return before + (isText ? token.replace(controls, escapeControl) + lineBreaks(token) : token)
  })
}

// oxlint-disable-next-line no-control-regex -- JSON forbids them in strings
const controls = /\\[^]|[\0-\u001f\u2028\u2029]/g

function lineBreaks(text: string): string {
  return '\n'.repeat(text.split('\n').length - 1)
}

function escapeControl(character: string): string {
  const code = character.charCodeAt(character.length - 1)
  const isControl = code < 0x20 || code === 0x20_28 || code === 0x20_29
  return isControl ? `\\u${code.toString(16).padStart(4, '0')}` : character
}
