/** Words that a misspelled one is compared with: those of four letters and more, of the letters a to z. */
const correctable = /^[a-z]{4,30}$/

/** The words of a query that may be misspelled ones, the first few of them. */
export function listCorrectable(runs: string[][]): string[] {
  return runs
    .flat()
    .filter((word) => correctable.test(word))
    .slice(0, 6)
}

const letters = [...'abcdefghijklmnopqrstuvwxyz']

/**
 * Words that are one slip away from a word and that trigrams would not find: two letters exchanged, and of a short word,
 * which has few trigrams, every other slip as well.
 */
export function listVariants(word: string): string[] {
  const places = Array.from(
    { length: word.length + 1 },
    (_, at) => [word.slice(0, at), word.slice(at)] as const,
  )
  const exchanged = places.map(([before, [one, other, ...rest]]) =>
    other ? [before, other, one, ...rest].join('') : word,
  )
  const slips =
    word.length > 5
      ? []
      : places.flatMap(([before, after]) => [
          before + after.slice(1),
          ...letters.flatMap((letter) => [before + letter + after, before + letter + after.slice(1)]),
        ])
  return [...new Set([...exchanged, ...slips])].filter((variant) => variant !== word)
}

/**
 * Those of the written words that a word may be a misspelling of: one slip away, or two from a word of seven letters and
 * more, nearest first. A short word that was written is what it says.
 */
export function chooseNear(word: string, written: string[]): string[] {
  if (word.length < 6 && written.includes(word)) return []
  const most = word.length < 7 ? 1 : 2
  return [...new Set(written)]
    .map((candidate) => ({ candidate, slips: countSlips(word, candidate) }))
    .filter(({ slips }) => slips > 0 && slips <= most)
    .toSorted((one, other) => one.slips - other.slips)
    .slice(0, 8)
    .map(({ candidate }) => candidate)
}

/** How many slips make one word of another: a letter too many, too few or another one, or two exchanged. */
export function countSlips(one: string, other: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const exchanged = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        exchanged ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
      )
    }
    beforeLast = last
    last = current
  }
  return last[other.length] ?? 0
}
