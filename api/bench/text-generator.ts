const ordinary =
  'founder engineer room design the a and of to in for with on at we are looking hacker house mission startup product marketing sales cofounder technical week demo friday desk quiet sublet available month pitch deck review feedback investor angel climate hardware biotech crypto music robot event dinner coffee legal help grant contract advisor bounty kitchen train park'

const syllables = {
  begin: 'b c d f g h l m n p r s t st tr pl ch sh gr v'.split(' '),
  middle: 'a e i o u ea ou io'.split(' '),
  end: ['', ...'n r s t ng l nd ck ment er ing'.split(' ')],
}

/**
 * Returns a generator of texts, from a vocabulary of 30,000 ordinary and made-up words whose frequencies follow Zipf's
 * law. Deterministic: every generator writes the same texts.
 */
export function createTextGenerator(): (count: number) => string {
  let seed = 1
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const pick = (from: string[]) => from[Math.floor(random() * from.length)] ?? ''
  const syllable = () => pick(syllables.begin) + pick(syllables.middle) + pick(syllables.end)
  const words = ordinary.split(' ')
  while (words.length < 30_000) words.push(syllable() + syllable())

  const shares: number[] = []
  for (const index of words.keys()) shares.push((shares.at(-1) ?? 0) + 1 / (index + 3))
  const whole = shares.at(-1) ?? 1
  function word(): string {
    const share = random() * whole
    let [low, high] = [0, shares.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((shares[middle] ?? 0) < share) low = middle + 1
      else high = middle
    }
    return words[low] ?? ''
  }
  return (count) => Array.from({ length: count }, word).join(' ')
}
