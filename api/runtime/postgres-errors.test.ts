import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { connect } from '../database/open.ts'
import { isStrayConnectionError } from './postgres-errors.ts'

/** The messages AuthenticationOk and ReadyForQuery of a server. */
const welcome = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])

it('recognizes the rejection that postgres.js leaves unhandled when a new connection is lost at its first query', async () => {
  const server = createServer((socket) => {
    socket.once('data', () =>
      socket.write(welcome, () => socket.once('data', () => socket.resetAndDestroy())),
    )
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const left = Promise.withResolvers<unknown>()
  process.once('unhandledRejection', left.resolve)
  const { port } = server.address() as AddressInfo
  const sql = connect(`postgres://somebody@127.0.0.1:${port}/name`, { max: 1 })
  onTestFinished(() => sql.end({ timeout: 0 }))
  const asked = sql`select 1`.catch((error: unknown) => error)
  expect(await left.promise).toSatisfy(isStrayConnectionError)
  expect(await asked).toMatchObject({ code: 'ECONNRESET' })
  expect(new Error('of our own')).not.toSatisfy(isStrayConnectionError)
})
