import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createUnzip } from 'node:zlib'
import ipaddr from 'ipaddr.js'
import pTimeout from 'p-timeout'
import { cleanText } from '#domain/clean-text.ts'
import { importLimits } from '#domain/import/found.ts'
import { ImportError } from './import-error.ts'

export type FetchSettings = {
  /** For tests: addresses of this machine are allowed. */
  allowsLoopback?: boolean
  /** In milliseconds, for all redirects together. */
  patience?: number
}

const maxRedirects = 5
/** Milliseconds. */
export const fetchingTakes = 20_000

/**
 * Fetches a file from a public address, and returns the address after redirects. Throws ImportError. Each host name is
 * resolved once, and the connection goes to the IP address that was checked: this prevents DNS rebinding.
 */
export async function fetchAddress(address: string, settings: FetchSettings = {}) {
  const { patience = fetchingTakes } = settings
  const deadline = AbortSignal.timeout(patience)
  let url = readAddress(address)
  try {
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const answer = await request(url, deadline, settings)
      try {
        const { statusCode = 0, headers } = answer
        if (statusCode === 200) return { bytes: await readBody(answer), address: url.href }
        if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined)
          throw new ImportError(`${url.host} answers with the status ${statusCode}`)
        url = readAddress(headers.location, url)
      } finally {
        answer.destroy()
      }
    }
    throw new ImportError(`The address redirects more than ${maxRedirects} times`)
  } catch (error) {
    if (error instanceof ImportError) throw error
    if (deadline.aborted)
      throw new ImportError(`${url.host} did not answer within ${patience / 1000} seconds`)
    const { code = '', message } = error as NodeJS.ErrnoException
    const [, reason = message] = faults.find(([known]) => known.test(code)) ?? []
    throw new ImportError(`${url.host} cannot be reached: ${reason}`)
  }
}

/** Normalizes an address. `webcal:` is the scheme of calendar subscriptions. Throws ImportError. */
export function readAddress(text: string, base?: URL): URL {
  const written = cleanText(text, 'one').replace(/^webcals?:/i, 'https:')
  if (!URL.canParse(written, base?.href))
    throw new ImportError('This is not a web address: it must begin with https://')
  const url = new URL(written, base?.href)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new ImportError('Only web addresses can be fetched: https:// or http://')
  if (url.username !== '' || url.password !== '')
    throw new ImportError('The address has a name and a password: leave them out')
  url.hash = ''
  return url
}

async function request(url: URL, signal: AbortSignal, settings: FetchSettings): Promise<IncomingMessage> {
  const addresses = await resolveHost(url, signal, settings)
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const { request: send } = url.protocol === 'https:' ? https : http
  const sent = send(url, {
    // A pooled connection may go to an IP address that was not checked now.
    agent: false,
    signal,
    // Node asks for all addresses, and tries one after the other.
    lookup: (_name, _options, done) => done(null, addresses),
    maxHeaderSize: 32 * 1024,
    headers: {
      'User-Agent': 'founderlist-import',
      Accept: 'text/calendar, text/html, text/csv, application/ld+json;q=0.9, */*;q=0.5',
      'Accept-Encoding': 'gzip, deflate',
    },
  })
  sent.on('response', resolve).on('error', reject).end()
  return promise
}

/** All IP addresses of a host name must be public. */
async function resolveHost(url: URL, signal: AbortSignal, settings: FetchSettings): Promise<LookupAddress[]> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const addresses = await pTimeout(lookup(host, { all: true }), { milliseconds: Infinity, signal })
  for (const { address } of addresses) checkAddress(address, settings)
  return addresses
}

/** Refuses private, link-local, shared (CGNAT) and reserved addresses, also inside IPv6 addresses. */
function checkAddress(text: string, { allowsLoopback = false }: FetchSettings): void {
  const address = ipaddr.process(text)
  const range = address.range()
  if ((range === 'unicast' && isGlobal(address)) || (range === 'loopback' && allowsLoopback)) return
  throw new ImportError('This address is in a private network: only public addresses can be fetched')
}

/** Of IPv6 only 2000::/3 is public (RFC 4291), not `::127.0.0.1`; ISATAP addresses contain an IPv4 one (RFC 5214). */
function isGlobal(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (!('parts' in address)) return true
  const [first = 0, , , , fifth = 0, sixth] = address.parts
  return first >> 13 === 1 && !(sixth === 0x5efe && (fifth === 0 || fifth === 0x200))
}

/** Limits the size, both as received and as decompressed. */
async function readBody(answer: IncomingMessage): Promise<Uint8Array> {
  const encoding = (answer.headers['content-encoding'] ?? '').trim().toLowerCase() || 'identity'
  // No Brotli: the bundled Node 24.21.0 has CVE-2026-111497 in its decoder (fixed in 24.22.1 and 26.12.1).
  if (!['identity', 'gzip', 'x-gzip', 'deflate'].includes(encoding))
    throw new ImportError(`Its compression is not supported: ${encoding.slice(0, 40)}`)
  if (Number(answer.headers['content-length'] ?? 0) > importLimits.bytes) throw tooLarge()
  const decompress = encoding === 'identity' ? new PassThrough() : createUnzip()
  return pipeline(answer, limitSize, decompress, limitSize, (chunks) => buffer(chunks))
}

async function* limitSize(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > importLimits.bytes) throw tooLarge()
    yield chunk
  }
}

const tooLarge = () => new ImportError(`It is larger than ${importLimits.bytes / 1024 / 1024} MB`)

/** By the beginnings of codes, of Node and of OpenSSL, whose messages only a programmer understands. */
const faults = [
  [/^ENOTFOUND/, 'there is no such host'],
  [/^EAI_AGAIN/, 'its name cannot be resolved right now: try again'],
  [/^ECONNREFUSED/, 'it refuses the connection'],
  [/^ECONNRESET/, 'the connection was lost'],
  [/^E(?:HOST|NET)UNREACH/, 'there is no route to it'],
  [/^CERT_HAS_EXPIRED/, 'its certificate has expired'],
  [/CERT|^UNABLE_TO_|^INVALID_|^HOSTNAME_/, 'its certificate is not valid'],
  [/^(?:EPROTO$|ERR_SSL_|ERR_TLS_)/, 'no secure connection (https) can be made'],
] as const
