import type { Occurrence, Pair } from './reasons.ts'

/** What differs: an event of one side with the most similar one of the other side, if any. */
export function pairUp(ours: Occurrence[], theirs: Occurrence[]): Pair[] {
  const rest = { ours: [...ours], theirs: [...theirs] }
  const pairs: Pair[] = []
  const closeness: Array<(one: Occurrence, other: Occurrence) => boolean> = [
    (one, other) => one.uid === other.uid && isSame(one, other) && one.title === other.title,
    (one, other) => isSame(one, other) && one.title === other.title,
    (one, other) => one.title === other.title && one.start === other.start,
    (one, other) => one.uid === other.uid && one.start === other.start,
    isSame,
    (one, other) => one.title === other.title && distance(one, other) <= 26 * 3_600_000,
  ]
  for (const [level, isClose] of closeness.entries())
    for (const own of rest.ours.slice()) {
      const at = rest.theirs.findIndex((other) => isClose(own, other))
      if (at === -1) continue
      const [reference] = rest.theirs.splice(at, 1)
      rest.ours.splice(rest.ours.indexOf(own), 1)
      if (level > 1) pairs.push({ own, reference })
    }
  return [...pairs, ...rest.ours.map((own) => ({ own })), ...rest.theirs.map((reference) => ({ reference }))]
}

function isSame(one: Occurrence, other: Occurrence): boolean {
  return one.start === other.start && one.end === other.end
}

function distance(one: Occurrence, other: Occurrence): number {
  return Math.abs(Date.parse(one.start) - Date.parse(other.start))
}
