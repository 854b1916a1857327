import { randomUUID } from 'node:crypto'
import type { WebSocket } from 'ws'
import * as z from 'zod'
import type { SocketRoute } from '../http/server.ts'

const requestSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string().max(100), z.number()]),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).default({}),
})
const sessionSchema = z.object({ session: z.string().min(1).max(100) })
const subscriptionSchema = z.object({ subscriptionId: z.string() })
const announcementSchema = z.object({
  data: z.object({
    sessionId: z.string().min(1).max(100),
    locations: z.array(z.unknown()).max(100).default([]),
  }),
})

/** The error codes of JSON-RPC 2.0. */
const codes = { invalidRequest: -32600, methodNotFound: -32601, invalidParams: -32602 }

type Methods = Record<string, (params: Record<string, unknown>) => unknown>
type Connection = { send: (message: string) => void; subscriptions: Set<string> }

/** The Studio's presence: JSON-RPC messages, and events for all connections, the sender included. */
function createPresence() {
  const connections = new Set<Connection>()

  /** In the format of Sanity's real-time service: `i` is the user. */
  function broadcastFrom(
    i: string,
    event: { type: 'rollCall' | 'state' | 'disconnect'; [field: string]: unknown },
  ): true {
    const result = { i, ...event }
    for (const { send, subscriptions } of connections)
      for (const subscription of subscriptions)
        send(
          JSON.stringify({
            jsonrpc: '2.0',
            method: 'presence_subscription',
            params: { subscription, result },
          }),
        )
    return true
  }

  return {
    /** Returns the handlers of a new connection. `close` ends its sessions. */
    connect(
      userId: string,
      send: Connection['send'],
    ): { receive: (text: string) => void; close: () => void } {
      const subscriptions = new Set<string>()
      const sessions = new Set<string>()
      const connection = { send, subscriptions }
      connections.add(connection)
      const broadcast = (event: Parameters<typeof broadcastFrom>[1]) => broadcastFrom(userId, event)
      const endSession = (session: string) =>
        sessions.delete(session) && broadcast({ type: 'disconnect', m: { session } })
      const methods: Methods = {
        authorization: () => true,
        presence_subscribe() {
          const id = randomUUID()
          subscriptions.add(id)
          return id
        },
        presence_unsubscribe: (params) =>
          subscriptions.delete(subscriptionSchema.parse(params).subscriptionId),
        presence_rollcall: (params) => broadcast({ type: 'rollCall', ...sessionSchema.parse(params) }),
        presence_announce(params) {
          const { data } = announcementSchema.parse(params)
          sessions.add(data.sessionId)
          return broadcast({ type: 'state', m: data })
        },
        presence_disconnect: (params) => endSession(sessionSchema.parse(params).session),
      }
      return {
        receive: (text) => send(answerRpc(text, methods)),
        close() {
          connections.delete(connection)
          for (const session of sessions) endSession(session)
        },
      }
    },
  }
}

function answerRpc(text: string, methods: Methods): string {
  const request = requestSchema.safeParse(parseJson(text))
  if (!request.success) return formatError(null, codes.invalidRequest, 'This is not a JSON-RPC 2.0 request')
  const { id, method, params } = request.data
  const run = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (run === undefined) return formatError(id, codes.methodNotFound, `There is no method ${method}`)
  try {
    return JSON.stringify({ jsonrpc: '2.0', id, result: run(params) })
  } catch (error) {
    if (error instanceof z.ZodError) return formatError(id, codes.invalidParams, z.prettifyError(error))
    throw error
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function formatError(id: string | number | null, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })
}

/** Buffer limit for a client that does not read. */
const maxBufferedBytes = 1024 * 1024
/** Two, because a hanging tab of the Studio may miss one. */
const maxMissedPongs = 2
const heartbeatMs = 30_000

/** `/socket/:dataset`: the Studio's presence, JSON-RPC over a WebSocket. */
export function presenceSocket(dataset: string): SocketRoute {
  const presence = createPresence()
  return {
    path: new RegExp(`^/v[0-9X][0-9-]*/socket/${dataset}$`),
    open(socket, _url, { id }) {
      const send = (message: string) => {
        if (socket.bufferedAmount > maxBufferedBytes) socket.terminate()
        else if (socket.readyState === socket.OPEN) socket.send(message)
      }
      const { receive, close } = presence.connect(id, send)
      socket.on('message', (data) => receive(String(data)))
      const heartbeat = startHeartbeat(socket, send)
      socket.on('close', () => {
        clearInterval(heartbeat)
        close()
      })
    },
  }
}

/** Shows the Studio that it is connected, and closes connections whose client has gone silently. */
function startHeartbeat(socket: WebSocket, send: (message: string) => void): NodeJS.Timeout {
  let missedPongs = 0
  socket.on('pong', () => (missedPongs = 0))
  return setInterval(() => {
    if (missedPongs >= maxMissedPongs) return socket.terminate()
    missedPongs += 1
    socket.ping()
    send('♥')
  }, heartbeatMs)
}
