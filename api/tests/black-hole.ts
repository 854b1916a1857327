import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * A TCP proxy in front of the Postgres at `url`. While `isSwallowing` is set it accepts connections and passes nothing on;
 * afterwards it passes everything on again. While `isCut` is set it ends all connections. With `forgets`, a connection that has lost bytes stays dead, like one that a
 * firewall has forgotten.
 */
export async function openBlackHole(
  url: string,
  { forgets = false } = {},
): Promise<{ url: string; isSwallowing: boolean; isCut: boolean }> {
  const target = new URL(url)
  const folder = target.searchParams.get('host')
  const [port, host] = [Number(target.port || 5432), target.hostname]
  const hole = { url: '', isSwallowing: false, isCut: false }
  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (hole.isCut) return void client.destroy()
    const upstream = folder ? connect(`${folder}/.s.PGSQL.5432`) : connect(port, host)
    let isLost = false
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('data', (chunk) => {
        if (hole.isCut) return void from.destroy()
        isLost ||= hole.isSwallowing
        if (!hole.isSwallowing && !(forgets && isLost)) to.write(chunk)
      })
      from.on('error', () => {})
      from.on('close', () => void (isLost || hole.isSwallowing || to.destroy()))
    }
    onTestFinished(() => {
      client.destroy()
      upstream.destroy()
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  target.searchParams.delete('host')
  target.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  hole.url = target.href
  return hole
}
