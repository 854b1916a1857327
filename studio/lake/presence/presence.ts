import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { localEditor } from '../http/access.ts'
import { RpcError } from './json-rpc.ts'

type RpcMethods = Record<string, (params: Record<string, unknown>) => unknown>

/** In the format of Sanity's real-time service: `i` is the user, `m` the message. */
type PresenceEvent =
  | { type: 'rollCall'; i: string; session: string }
  | { type: 'state'; i: string; m: { sessionId: string; locations: unknown[] } }
  | { type: 'disconnect'; i: string; m: { session: string } }

type Connection = {
  send: (method: string, params: unknown) => void
  subscriptions: Set<string>
  sessions: Set<string>
}

/** Per connection; a Studio has one session and one subscription. */
const maxSessions = 20

const sessionSchema = z.object({ session: z.string().min(1).max(100) })
const subscriptionSchema = z.object({ subscriptionId: z.string() })
const announcementSchema = z.object({
  data: z.object({
    sessionId: z.string().min(1).max(100),
    locations: z.array(z.unknown()).max(100).default([]),
  }),
})

/** Distributes presence events to all connections, the sender included, as the hosted service does. */
export function createPresence() {
  const connections = new Set<Connection>()

  function broadcast(event: PresenceEvent): true {
    for (const { send, subscriptions } of connections)
      for (const subscription of subscriptions) send('presence_subscription', { subscription, result: event })
    return true
  }

  function disconnect({ sessions }: Connection, session: string): true {
    if (sessions.delete(session)) broadcast({ type: 'disconnect', i: localEditor.id, m: { session } })
    return true
  }

  return {
    /** Returns the methods that the client of a connection may call. `disconnect` ends its sessions. */
    connect(send: Connection['send']): { methods: RpcMethods; disconnect: () => void } {
      const connection: Connection = { send, subscriptions: new Set(), sessions: new Set() }
      const { subscriptions, sessions } = connection
      connections.add(connection)
      const methods: RpcMethods = {
        authorization: () => true,
        presence_subscribe() {
          const id = randomUUID()
          addLimited(subscriptions, id)
          return id
        },
        presence_unsubscribe(params) {
          subscriptions.delete(subscriptionSchema.parse(params).subscriptionId)
          return true
        },
        presence_rollcall: (params) =>
          broadcast({ type: 'rollCall', i: localEditor.id, ...sessionSchema.parse(params) }),
        presence_announce(params) {
          const { data } = announcementSchema.parse(params)
          addLimited(sessions, data.sessionId)
          return broadcast({ type: 'state', i: localEditor.id, m: data })
        },
        presence_disconnect: (params) => disconnect(connection, sessionSchema.parse(params).session),
      }
      return {
        methods,
        disconnect() {
          connections.delete(connection)
          for (const session of sessions) disconnect(connection, session)
        },
      }
    },
  }
}

function addLimited(ids: Set<string>, id: string): void {
  if (ids.size >= maxSessions && !ids.has(id)) throw new RpcError('Too many sessions or subscriptions')
  ids.add(id)
}
