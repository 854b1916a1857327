import type { AnswerCache } from '../answers/answer-cache.ts'
import { changedPlaceSources, listingSources } from '../answers/sources.ts'
import { type Notifications, parseRowChange } from '../database/notifications.ts'

/** Invalidates cached answers when listings change. For events the calendar does it, after reading the changed rows. */
export function followListings(
  notifications: Notifications,
  answers: Pick<AnswerCache, 'invalidate' | 'suspend' | 'resume'>,
): void {
  notifications.subscribe('listings_changed', {
    onNotify: (payload) => {
      const change = parseRowChange(payload)
      if (!change) return answers.resume('listings')
      answers.invalidate([
        ...change.ids.flatMap((id) => listingSources(id)),
        ...change.places.flatMap(changedPlaceSources),
      ])
    },
    onLost: () => answers.suspend('listings'),
  })
}
