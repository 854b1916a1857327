/** Serial queue, deduplicated by key. A key that is running is queued again: the run may have read an older state. */
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
