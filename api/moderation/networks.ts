import ipaddr from 'ipaddr.js'
import type { Pseudonyms } from './pseudonyms.ts'

type Widened = {
  network: string
  /** Its limit, as a multiple of the limit of the narrowest network. */
  times: number
}

/** `network` is the current pseudonym; `pseudonyms` are those of all keys, the current one first. */
export type Network = Widened & { pseudonyms: string[] }

/**
 * The client's network and the wider ones around it, narrowest first: an IPv6 /64, /56 and /48, or an IPv4 address and
 * its /24. One person can have all of a /48 (a rented server, a tunnel), so it has a limit of its own. But a
 * university or a mobile carrier has thousands of people in a /48 or /24, so that limit is five times as high.
 */
export function widenNetwork(client: string): Widened[] {
  const own = { network: client, times: 1 }
  if (ipaddr.IPv4.isValid(client))
    return [own, { network: `${ipaddr.IPv4.networkAddressFromCIDR(`${client}/24`)}/24`, times: 5 }]
  if (!client.endsWith('/64')) return [own]
  const widen = (bits: number) =>
    `${ipaddr.IPv6.networkAddressFromCIDR(client.replace(/64$/, String(bits)))}/${bits}`
  return [own, { network: widen(56), times: 2 }, { network: widen(48), times: 5 }]
}

/** Narrowest first. */
export function hashNetworks({ allOf }: Pick<Pseudonyms, 'allOf'>, client: string): Network[] {
  return widenNetwork(client).map(({ network, times }) => {
    const pseudonyms = allOf(network)
    return { network: pseudonyms[0] ?? '', pseudonyms, times }
  })
}
