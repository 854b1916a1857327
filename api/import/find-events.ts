import type { Found, SourceSettings } from '#domain/import/found.ts'
import { fetchAddress, type FetchSettings, readAddress } from './fetch-address.ts'
import { toSourceId } from './found-events.ts'
import { type Limits, readApart } from './read-apart.ts'

export function sourceOfAddress(address: string): { source: string; address: string } {
  const { href } = readAddress(address)
  return { source: toSourceId(`address ${href}`), address: href }
}

/** A file of the same name is the same source. */
export function sourceOfFile(name: string): string {
  return toSourceId(`file ${name}`)
}

/** Fetches an address and reads its events. Throws ImportError. */
export async function findAtAddress(
  given: string,
  settings: SourceSettings & { now: Date },
  fetchSettings: FetchSettings,
  limits?: Limits,
): Promise<Found> {
  const { source, address } = sourceOfAddress(given)
  const fetched = await fetchAddress(address, fetchSettings)
  const found = await readApart(fetched.bytes, { ...settings, source, address: fetched.address }, limits)
  return { ...found, address }
}
