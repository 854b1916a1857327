import { LRUCache } from 'lru-cache'
import { lakeErrors } from '../errors.ts'

export const minPasswordLength = 12
const maxPasswordLength = 128

/** On zxcvbn's scale from 0 to 4: 3 takes at least 10^8 guesses. */
const minScore = 3

/** Throws 400 with a sentence for a password that is too short or easy to guess. `names` are those of the person. */
export async function checkPassword(password: string, names: readonly string[]): Promise<void> {
  const { length } = [...password]
  if (length < minPasswordLength || length > maxPasswordLength)
    throw lakeErrors.badRequest(`A password has ${minPasswordLength} to ${maxPasswordLength} characters.`)
  // Loaded on use: 5 MB of words.
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const { score } = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs }).check(password, [...names])
  if (score < minScore)
    throw lakeErrors.badRequest(
      'This password is easy to guess. Choose another, such as four unrelated words.',
    )
}

const maxFailures = 20

/** Counts failed sign-ins for each name, in memory, against guesses from many addresses. */
export function createFailureLimit() {
  const failures = new LRUCache<string, number>({ max: 10_000, ttl: 3_600_000 })
  const isReached = (name: string) => (failures.get(name) ?? 0) >= maxFailures
  return {
    /** After 20 failures within an hour. */
    isReached,
    /** Throws 429 once the limit is reached. */
    check(name: string): void {
      if (isReached(name)) throw lakeErrors.tooMany(Math.ceil(failures.getRemainingTTL(name) / 1_000))
    },
    count: (name: string) => failures.set(name, (failures.get(name) ?? 0) + 1, { noUpdateTTL: true }),
    reset: (name: string) => failures.delete(name),
  }
}
