import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { findFreePort } from './free-port.ts'

/** A TCP proxy in front of the database. A test can cut it to simulate the loss of a remote database. */
export type DatabaseProxy = {
  url: string
  cut: () => void
  /** No effect if the connection is not cut. */
  restore: () => Promise<void>
}

/** Starts a proxy to the embedded Postgres of a running server. */
export async function startDatabaseProxy(dataFolder: string): Promise<DatabaseProxy & AsyncDisposable> {
  const path = await findSocket(dataFolder)
  const ends = new Set<Socket>()
  let server: Server | undefined
  const port = await findFreePort()

  async function restore(): Promise<void> {
    if (server) return
    server = createServer((near) => {
      const far = connect(path)
      for (const end of [near, far]) {
        ends.add(end)
        end.on('error', () => end.destroy()).on('close', () => ends.delete(end))
      }
      near.pipe(far).pipe(near)
      near.on('close', () => far.destroy())
      far.on('close', () => near.destroy())
    }).listen(port, '127.0.0.1')
    await once(server, 'listening')
  }

  function cut(): void {
    server?.close()
    server = undefined
    for (const end of ends) end.destroy()
  }

  await restore()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/founderlist`,
    cut,
    restore,
    [Symbol.asyncDispose]: async () => cut(),
  }
}

/** Path of the Unix socket of Postgres: its folder and number are lines 5 and 4 of the pid file. */
export async function findSocket(dataFolder: string): Promise<string> {
  const lines = (await readFile(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  return join(String(lines[4]), `.s.PGSQL.${lines[3]}`)
}
