/** What every subscriber is told, in the words of Sanity's real-time service: `i` is the user, `m` the message. */
export type PresenceEvent =
  | { type: 'rollCall'; i: string; session: string }
  | { type: 'state'; i: string; m: { sessionId: string; locations: unknown[] } }
  | { type: 'disconnect'; i: string; m: { session: string } }

/** One connection's part in the presence: it listens, says where its sessions are, and takes them along when it goes. */
export type Participant = {
  subscribe: (id: string, listener: (event: PresenceEvent) => void) => void
  unsubscribe: (id: string) => void
  /** The others answer with where they are. */
  callRoll: (session: string) => void
  announce: (sessionId: string, locations: unknown[]) => void
  disconnect: (session: string) => void
  leave: () => void
}

/** Sessions and subscriptions of one connection: a Studio has one of each. */
const most = 20

/** Tells everybody, the sender included, as the hosted service does. Throws RangeError for too many of anything. */
export function createPresenceHub(): { join: (userId: string) => Participant } {
  const participants = new Set<Map<string, (event: PresenceEvent) => void>>()
  const tellAll = (event: PresenceEvent) => {
    for (const listeners of participants) for (const listener of listeners.values()) listener(event)
  }
  return {
    join(userId) {
      const listeners = new Map<string, (event: PresenceEvent) => void>()
      const sessions = new Set<string>()
      participants.add(listeners)
      const disconnect = (session: string) => {
        if (sessions.delete(session)) tellAll({ type: 'disconnect', i: userId, m: { session } })
      }
      return {
        subscribe(id, listener) {
          if (listeners.size >= most) throw new RangeError('Too many subscriptions')
          listeners.set(id, listener)
        },
        unsubscribe: (id) => void listeners.delete(id),
        callRoll: (session) => tellAll({ type: 'rollCall', i: userId, session }),
        announce(sessionId, locations) {
          if (sessions.size >= most && !sessions.has(sessionId)) throw new RangeError('Too many sessions')
          sessions.add(sessionId)
          tellAll({ type: 'state', i: userId, m: { sessionId, locations } })
        },
        disconnect,
        leave() {
          participants.delete(listeners)
          for (const session of sessions) disconnect(session)
        },
      }
    },
  }
}
