export type FailureCount = {
  isOver: (network: string, now: number) => boolean
  add: (network: string, now: number) => void
  remove: (network: string) => void
}

const minute = 60_000
/** More networks within one minute are an attack: new ones are refused until it is over. */
const mostNetworks = 10_000

export function countFailures(mostPerMinute: number): FailureCount {
  const counts = new Map<string, number>()
  let startedAt = 0
  const turn = (now: number) => {
    if (now - startedAt < minute) return
    counts.clear()
    startedAt = now
  }
  return {
    isOver: (network, now) => {
      turn(now)
      return (counts.get(network) ?? 0) >= mostPerMinute || counts.size >= mostNetworks
    },
    add: (network, now) => {
      turn(now)
      counts.set(network, (counts.get(network) ?? 0) + 1)
    },
    remove: (network) => {
      const left = (counts.get(network) ?? 0) - 1
      if (left > 0) counts.set(network, left)
      else counts.delete(network)
    },
  }
}
