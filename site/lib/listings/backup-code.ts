import { messages } from '#domain/language.ts'
import { isManageKey, type ManageKey } from './manage-keys.ts'

/** More than anybody posts. A limit, because a code may come from somebody else. */
const maxListings = 1000

/** `listings-1.<the listings, JSON in base64url>.<CRC-32 of that, 8 digits>` */
const prefix = 'listings-'
const version = '1'

export function writeBackupCode(listings: readonly ManageKey[]): string {
  const json = JSON.stringify(listings.map(({ id, token, title }) => [id, token, title]))
  return wrapCode(prefix, toBase64Url(new TextEncoder().encode(json)))
}

/** Ignores spaces and line breaks. Throws an error with a message for the reader. */
export function readBackupCode(text: string): ManageKey[] {
  const listings = parse(unwrapCode(prefix, text))
  if (!listings.every(isManageKey) || listings.length > maxListings) {
    throw new Error(messages().managed.noCode)
  }
  return listings
}

export function wrapCode(prefixOfKind: string, body: string): string {
  return `${prefixOfKind}${version}.${body}.${checksumOf(body)}`
}

/** Returns the body. Throws an error with a message for the reader. */
export function unwrapCode(prefixOfKind: string, text: string): string {
  const code = text.replace(/\s+/g, '')
  if (!code.startsWith(prefixOfKind)) throw new Error(messages().managed.noCode)
  const [found, body = '', checksum = '', ...rest] = code.slice(prefixOfKind.length).split('.')
  if (found !== version) throw new Error(messages().managed.otherVersion)
  if (rest.length > 0 || checksumOf(body) !== checksum) throw new Error(messages().managed.codeNotWhole)
  return body
}

function parse(body: string): unknown[] {
  try {
    const rows = JSON.parse(new TextDecoder().decode(fromBase64Url(body))) as unknown
    return (rows as unknown[][]).map(([id, token, title]) => ({ id, token, title }))
  } catch {
    throw new Error(messages().managed.noCode)
  }
}

export function toBase64Url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function fromBase64Url(text: string): Uint8Array {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

/** CRC-32 (ISO 3309), against typing errors. `crypto.subtle` exists on HTTPS only. */
function checksumOf(text: string): string {
  let crc = 0xffffffff
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ((crc ^ 0xffffffff) >>> 0).toString(16).padStart(8, '0')
}
