import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'
import { createNetworkReader } from '../http/client-network.ts'
import type { Pseudonyms } from './pseudonyms.ts'

export type Network = {
  /** Its current pseudonym. */
  network: string
  /** With all keys, the current one first. */
  pseudonyms: string[]
  /** Its limit, as a multiple of the limit of the narrowest network. */
  times: number
}

/**
 * The client's network and the wider ones around it, narrowest first: an IPv6 /64, /56 and /48, or an IPv4 address and
 * its /24. One person can have all of a /48 (a rented server, a tunnel), so it has a limit of its own. But a
 * university or a mobile carrier has thousands of people in a /48 or /24, so that limit is five times as high.
 */
export function widenNetwork(client: string): Array<[network: string, times: number]> {
  const own: [string, number] = [client, 1]
  if (ipaddr.IPv4.isValid(client))
    return [own, [`${ipaddr.IPv4.networkAddressFromCIDR(`${client}/24`)}/24`, 5]]
  if (!client.endsWith('/64')) return [own]
  const widen = (bits: number) =>
    `${ipaddr.IPv6.networkAddressFromCIDR(client.replace(/64$/, String(bits)))}/${bits}`
  return [own, [widen(56), 2], [widen(48), 5]]
}

/** The networks of the client that sent a request, narrowest first. */
export type NetworksOf = (c: Context) => Network[]

export function createNetworksReader(pseudonyms: Pseudonyms, trustedProxies: string[]): NetworksOf {
  const networkOf = createNetworkReader(trustedProxies)
  return (c) => hashNetworks(pseudonyms, networkOf((c.env as HttpBindings).incoming))
}

/** Narrowest first. */
export function hashNetworks({ allOf }: Pick<Pseudonyms, 'allOf'>, client: string): Network[] {
  return widenNetwork(client).map(([network, times]) => {
    const pseudonyms = allOf(network)
    return { network: pseudonyms[0] ?? '', pseudonyms, times }
  })
}
