import autocannon from 'autocannon'

/** Requests a second of an address: 20 connections for some seconds. Throws for any answer other than 2xx. */
async function measureRate(url: string, headers: Record<string, string>, seconds: number): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({ url, headers, connections: 20, duration: seconds })
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} answers other than 2xx, ${errors} errors`)
  return requests.average
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

type Compared = {
  ours: string
  bare: string
  headers?: Record<string, string>
  /** What the bare server is asked for, where it is not the same. */
  barePath?: string
}

/**
 * Prints the rate of a path as a ratio to the bare server's, in turns within one run, since the machine is noisy.
 * The median of five rounds of two seconds each.
 */
export async function compareRates(
  name: string,
  path: string,
  { ours, bare, headers = {}, barePath = path }: Compared,
): Promise<void> {
  await measureRate(ours + path, headers, 1)
  const rounds: Array<{ ours: number; bare: number }> = []
  for (let round = 0; round < 5; round += 1) {
    rounds.push({
      ours: await measureRate(ours + path, headers, 2),
      bare: await measureRate(bare + barePath, headers, 2),
    })
  }
  const ratio = median(rounds.map((rates) => rates.ours / rates.bare))
  const rateOf = (key: 'ours' | 'bare') => median(rounds.map((rates) => rates[key])).toFixed(0)
  console.log(`${name}: ${rateOf('ours')}/s, bare ${rateOf('bare')}/s, ratio ${ratio.toFixed(3)}`)
}
