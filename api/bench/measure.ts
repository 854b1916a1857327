import autocannon from 'autocannon'

/** Requests a second of an address: 20 connections for some seconds. Throws for any answer other than 2xx. */
export async function measureRate(url: string, seconds: number): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({ url, connections: 20, duration: seconds })
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} answers other than 2xx, ${errors} errors`)
  return requests.average
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
}
