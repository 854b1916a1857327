/** Milliseconds: the last attempt comes before the timeout of @sanity/client, five minutes. */
const giveUpAfter = 240_000
const firstPause = 100
const longestPause = 2_000

/** Answers of a proxy that has lost the Content Lake. */
const unavailable = [502, 503, 504]

/** @type {Promise<unknown>} */
let previous = Promise.resolve()

/**
 * Sends changes one after the other, each repeated while the Content Lake cannot be reached. @sanity/mutator repeats
 * failed changes itself, but forgets the first text of a new draft. The lake recognizes a change that it has already
 * applied by its `Idempotency-Key`; changes without a transaction id are sent once.
 *
 * @param {typeof globalThis.fetch} fetch
 * @param {string} address
 * @param {RequestInit} init
 * @returns {Promise<Response>}
 */
export function sendChange(fetch, address, init) {
  const answer = previous.then(() => sendUntilAnswered(fetch, address, init))
  previous = answer.catch(() => {})
  return answer
}

/** @type {typeof sendChange} */
async function sendUntilAnswered(fetch, address, init) {
  const { transactionId } = JSON.parse(String(init.body))
  if (transactionId === undefined) return fetch(address, init)
  const headers = new Headers(init.headers)
  headers.set('Idempotency-Key', transactionId)
  const deadline = performance.now() + giveUpAfter
  for (let pause = firstPause; ; pause = Math.min(2 * pause, longestPause)) {
    const isLast = performance.now() > deadline
    try {
      const response = await fetch(address, { ...init, headers })
      if (isLast || !unavailable.includes(response.status)) return response
    } catch (error) {
      // A request that was given up rejects with another error.
      if (isLast || !(error instanceof TypeError)) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
