import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { WebSocket } from 'ws'
import * as z from 'zod'
import { type LakeEnv, callerOf, requireDataset } from '../http/access.ts'
import { jsonText } from '../http/requests.ts'
import { acceptWebSocket } from '../http/server.ts'

const name = z.string().min(1).max(100)
const session = z.object({ session: name })
const presence = z.object({ sessionId: name, locations: z.array(z.unknown()).max(100).default([]) })

const requestSchema = jsonText.pipe(
  z.object({ jsonrpc: z.literal('2.0'), id: z.union([z.string().max(100), z.number()]) }).and(
    z.discriminatedUnion('method', [
      z.object({ method: z.enum(['authorization', 'presence_subscribe']) }),
      z.object({
        method: z.literal('presence_unsubscribe'),
        params: z.object({ subscriptionId: z.string() }),
      }),
      z.object({ method: z.enum(['presence_rollcall', 'presence_disconnect']), params: session }),
      z.object({ method: z.literal('presence_announce'), params: z.object({ data: presence }) }),
    ]),
  ),
)

const invalidRequest = -32600

type Connection = { send: (message: string) => void; subscriptions: Set<string> }
type PresenceEvent = { type: 'rollCall' | 'state' | 'disconnect'; [field: string]: unknown }

/** `/socket/:dataset`: the Studio's presence, JSON-RPC over a WebSocket. Events go to all, the sender included. */
export function presenceRoutes(dataset: string) {
  const connections = new Set<Connection>()

  /** In the format of Sanity's real-time service: `i` is the user. */
  function broadcast(i: string, event: PresenceEvent): true {
    const result = { i, ...event }
    for (const { send, subscriptions } of connections)
      for (const subscription of subscriptions) {
        const params = { subscription, result }
        send(JSON.stringify({ jsonrpc: '2.0', method: 'presence_subscription', params }))
      }
    return true
  }

  return new Hono<LakeEnv>().use(
    requireDataset(dataset),
    acceptWebSocket((socket, c) => join(socket, callerOf(c).id)),
  )

  function join(socket: WebSocket, userId: string): void {
    const send = (message: string) => {
      if (socket.bufferedAmount > maxBufferedBytes) socket.terminate()
      else if (socket.readyState === socket.OPEN) socket.send(message)
    }
    const sessions = new Set<string>()
    const subscriptions = new Set<string>()
    const connection = { send, subscriptions }
    connections.add(connection)

    const endSession = (ended: string) =>
      sessions.delete(ended) && broadcast(userId, { type: 'disconnect', m: { session: ended } })

    function run(request: z.output<typeof requestSchema>): unknown {
      switch (request.method) {
        case 'authorization':
          return true
        case 'presence_subscribe': {
          const id = randomUUID()
          subscriptions.add(id)
          return id
        }
        case 'presence_unsubscribe':
          return subscriptions.delete(request.params.subscriptionId)
        case 'presence_rollcall':
          return broadcast(userId, { type: 'rollCall', ...request.params })
        case 'presence_announce':
          sessions.add(request.params.data.sessionId)
          return broadcast(userId, { type: 'state', m: request.params.data })
        case 'presence_disconnect':
          return endSession(request.params.session)
      }
    }

    socket.on('message', (text) => {
      const request = requestSchema.safeParse(String(text))
      const answer = request.success
        ? { id: request.data.id, result: run(request.data) }
        : { id: null, error: { code: invalidRequest, message: z.prettifyError(request.error) } }
      send(JSON.stringify({ jsonrpc: '2.0', ...answer }))
    })
    const heartbeat = startHeartbeat(socket, send)
    socket.on('close', () => {
      clearInterval(heartbeat)
      connections.delete(connection)
      for (const open of sessions) endSession(open)
    })
  }
}

/** Buffer limit for a client that does not read. */
const maxBufferedBytes = 1024 * 1024
/** Two, because a hanging tab of the Studio may miss one. */
const maxMissedPongs = 2
const heartbeatMs = 30_000

/** Shows the Studio that it is connected, and closes connections whose client has gone silently. */
function startHeartbeat(socket: WebSocket, send: Connection['send']): NodeJS.Timeout {
  let missedPongs = 0
  socket.on('pong', () => (missedPongs = 0))
  return setInterval(() => {
    if (missedPongs >= maxMissedPongs) return socket.terminate()
    missedPongs += 1
    socket.ping()
    send('♥')
  }, heartbeatMs)
}
