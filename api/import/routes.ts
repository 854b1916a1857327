import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { importLimits, importRequestSchema } from '#domain/import/found.ts'
import { RequestError } from '../errors.ts'
import { createBodyReader } from '../http/read-body.ts'
import { requireModerationToken, type TokenSettings } from '../http/require-moderation-token.ts'
import { findAtAddress, sourceOfFile } from './find-events.ts'
import { fetchingTakes } from './fetch-address.ts'
import { ImportError } from './import-error.ts'
import { readApart, readingTakes } from './read-apart.ts'

const megabyte = 1024 * 1024
const tooLarge = () =>
  new RequestError(413, `files are limited to ${importLimits.bytes / megabyte} MB`, { Connection: 'close' })
const tooMany = () =>
  new RequestError(503, 'other imports are running: try again in a minute', { 'Retry-After': '60' })
const tooSlow = () => new RequestError(408, 'the file took too long to arrive', { Connection: 'close' })

const readBytes = createBodyReader(
  // Base64 adds a third, plus a few settings.
  {
    maxBytes: Math.ceil(importLimits.bytes * 1.34) + 64 * 1024,
    maxConcurrent: 4,
    maxTotalBytes: 64 * megabyte,
    timeoutMs: 30_000,
  },
  { tooLarge, tooMany, tooSlow },
)

/** `POST /api/import`, for the Studio: returns the events of an address or a file as `Found`. Writes nothing. */
export function importRoutes({ allowsLoopback, ...team }: TokenSettings & { allowsLoopback: boolean }) {
  const routes = new Hono<{ Bindings: HttpBindings }>()
  routes.use(requireModerationToken(team, ['administrator', 'editor', 'organiser']))

  routes.post('/', async (c) => {
    const { address, file, name, source, ...settings } = readRequest((await readBytes(c)).toString())
    const now = new Date()
    // A source that is slow gets its sentence: the listener would cut the silent connection before.
    c.env.incoming.socket.setTimeout(fetchingTakes + readingTakes + 10_000)
    try {
      if (address !== undefined)
        return c.json(await findAtAddress(address, { ...settings, now }, { allowsLoopback }))
      const bytes = Buffer.from(file ?? '', 'base64')
      const id = source ?? sourceOfFile(name ?? '')
      return c.json(await readApart(bytes, { ...settings, now, source: id }))
    } catch (error) {
      throw error instanceof ImportError ? new RequestError(422, error.message) : error
    }
  })

  return routes
}

function readRequest(text: string) {
  try {
    return importRequestSchema.parse(JSON.parse(text))
  } catch {
    throw new RequestError(400, 'send either an address, or a file with its name')
  }
}
