/** What every subscriber is told, in the words of Sanity's real-time service: `i` is the user, `m` the message. */
export type PresenceEvent =
  | { type: 'rollCall'; i: string; session: string }
  | { type: 'state'; i: string; m: { sessionId: string; locations: unknown[] } }
  | { type: 'disconnect'; i: string; m: { session: string } }
