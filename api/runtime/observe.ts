import { channel } from 'node:diagnostics_channel'

/** A channel that the metrics read. Without a reader, `isRead` is false and publishing does nothing. */
function createObservation<Observed extends object>(name: string) {
  const observed = channel(`founderlist:${name}`)
  return {
    isRead: () => observed.hasSubscribers,
    publish: (one: Observed) => observed.publish(one),
    read: (take: (one: Observed) => void): Disposable => {
      const onMessage = (one: unknown) => take(one as Observed)
      observed.subscribe(onMessage)
      return { [Symbol.dispose]: () => void observed.unsubscribe(onMessage) }
    },
  }
}

/** `route` is a template such as `/listing/:id`, never what a visitor sent. */
export const requestAnswered = createObservation<{
  method: string
  route: string
  status: number
  seconds: number
}>('request')

export const answerSought = createObservation<{ result: 'hit' | 'miss' }>('answer')

export const publishEnded = createObservation<{ state: string; seconds: number }>('publish')

export const postJudged = createObservation<{ outcome: 'shown' | 'held' | 'refused' | 'limited' }>('post')

/** Which server did it. */
export const heavyRead = createObservation<{ server: 'replica' | 'database' }>('heavy read')

/** `updatedAt`: when an editor published the record, ISO 8601. */
export const recordSynced = createObservation<{ updatedAt: string }>('record')

/** All records are as in the content. */
export const recordsCompared = createObservation<object>('records')
