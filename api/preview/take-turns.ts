/**
 * Does one thing at a time, in the order of asking. Who asks for what already waits gets the answer of that; what is
 * being done just now may have read an older state, so it is done once more.
 */
export function takeTurns<Answer>(
  work: (what: string) => Promise<Answer>,
): (what: string) => Promise<Answer> {
  const waiting = new Map<string, Promise<Answer>>()
  let last: Promise<unknown> = Promise.resolve()
  return (what) => {
    const known = waiting.get(what)
    if (known) return known
    const answer = last.then(() => {
      waiting.delete(what)
      return work(what)
    })
    waiting.set(what, answer)
    last = answer.catch(() => undefined)
    return answer
  }
}
