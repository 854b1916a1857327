/** Words that can be corrected: four letters or more, a to z. */
const correctable = /^[a-z]{4,30}$/

export function listCorrectable(runs: string[][]): string[] {
  return runs
    .flat()
    .filter((word) => correctable.test(word))
    .slice(0, 6)
}

const letters = [...'abcdefghijklmnopqrstuvwxyz']

/** All words one edit away, some of them twice. */
export function listVariants(word: string): string[] {
  const variants: string[] = []
  for (let at = 0; at <= word.length; at += 1) {
    const [before, after] = [word.slice(0, at), word.slice(at)]
    const rest = after.slice(1)
    variants.push(before + rest)
    if (after.length > 1) variants.push(before + after[1] + after[0] + after.slice(2))
    for (const letter of letters) variants.push(before + letter + after, before + letter + rest)
  }
  return variants.filter((variant) => variant !== word)
}

/** Long enough for two edits. */
export const allowsTwoEdits = (word: string) => word.length >= 7

/** Candidates one edit away (two for a long word), nearest first. None for a short known word. */
export function chooseCorrections(word: string, written: string[]): string[] {
  if (word.length < 6 && written.includes(word)) return []
  const most = allowsTwoEdits(word) ? 2 : 1
  return [...new Set(written)]
    .map((candidate) => ({ candidate, slips: editDistance(word, candidate) }))
    .filter(({ slips }) => slips > 0 && slips <= most)
    .toSorted((one, other) => one.slips - other.slips)
    .slice(0, 8)
    .map(({ candidate }) => candidate)
}

/** "co founder" and "co-founder" as "cofounder". */
export function joinNeighbors(runs: string[][]): Map<string, string[]> {
  const joined = new Map<string, string[]>()
  const add = (word: string, whole: string) => joined.set(word, [...(joined.get(word) ?? []), whole])
  for (const [index, run] of runs.entries()) {
    const [word, ...others] = run
    const [next, ...nextOthers] = runs[index + 1] ?? []
    if (word === undefined || next === undefined || others.length > 0 || nextOthers.length > 0) continue
    add(word, word + next)
    add(next, word + next)
  }
  return joined
}

/** "fundraising" as "fund raising". */
export function listSplits(word: string): Array<[string, string]> {
  return Array.from({ length: Math.max(word.length - 3, 0) }, (_, index) => [
    word.slice(0, index + 2),
    word.slice(index + 2),
  ])
}

/** Splits whose parts are both known words. Parts under four letters are not known. */
export function chooseSplits(word: string, written: string[]): string[] {
  return listSplits(word)
    .filter((parts) => parts.some((part) => correctable.test(part)))
    .filter((parts) => parts.every((part) => !correctable.test(part) || written.includes(part)))
    .map((parts) => parts.join(' '))
}

/** False for "engin eer": a part under four letters may be no word. */
export const isNameable = (spelling: string) => spelling.split(' ').every((part) => correctable.test(part))

/** Edit distance: insertions, deletions, substitutions and transpositions. */
export function editDistance(one: string, other: string): number {
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
