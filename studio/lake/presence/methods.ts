import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { Participant } from './hub.ts'
import { type Methods, notify } from './rpc.ts'

const sessionSchema = z.object({ session: z.string().min(1).max(100) })
const subscriptionSchema = z.object({ subscriptionId: z.string() })
const announcementSchema = z.object({
  data: z.object({
    sessionId: z.string().min(1).max(100),
    locations: z.array(z.unknown()).max(100).default([]),
  }),
})

/** The methods that the Studio's presence calls. */
export function presenceMethods(participant: Participant, send: (message: string) => void): Methods {
  return {
    presence_subscribe() {
      const subscription = randomUUID()
      participant.subscribe(subscription, (event) =>
        send(notify('presence_subscription', subscription, event)),
      )
      return subscription
    },
    presence_unsubscribe: (params) =>
      done(participant.unsubscribe(subscriptionSchema.parse(params).subscriptionId)),
    presence_rollcall: (params) => done(participant.callRoll(sessionSchema.parse(params).session)),
    presence_disconnect: (params) => done(participant.disconnect(sessionSchema.parse(params).session)),
    presence_announce(params) {
      const { sessionId, locations } = announcementSchema.parse(params).data
      return done(participant.announce(sessionId, locations))
    },
    // Who opens the socket has shown its right to already.
    authorization: () => true,
  }
}

function done(_nothing: void): true {
  return true
}
