import { isContentError } from '#domain/content/content-error.ts'
import { type Outcome, PagesError } from './outcome.ts'

type Publishing = { publish: (changed?: ReadonlySet<string>) => Promise<Outcome> }

/** Publishes only if `assertSource` resolves: pages of another content must not replace those that are live. */
export function guardPublish<One extends Publishing>(one: One, assertSource: () => Promise<void>): One {
  return {
    ...one,
    publish: async (changed) => {
      try {
        await assertSource()
      } catch (error) {
        return {
          state: 'failed',
          error: isContentError(error) ? error : new PagesError((error as Error).message),
        }
      }
      return one.publish(changed)
    },
  }
}
