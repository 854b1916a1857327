import ipaddr from 'ipaddr.js'
import type { IncomingMessage } from 'node:http'
import proxyAddr from 'proxy-addr'

/**
 * The network that a request came from: an IPv4 address, or the /64 of an IPv6 address, since that is what one
 * customer is given. `X-Forwarded-For` counts only as far as the proxies in front of us are trusted ones.
 */
export function createNetworkReader(trustedProxies: string[]): (request: IncomingMessage) => string {
  const isTrusted = proxyAddr.compile(trustedProxies)
  return (request) => {
    const socketAddress = request.socket.remoteAddress ?? ''
    // A trusted proxy that forwards a word which is no address: the proxy's own is all there is to count by.
    return toNetwork(proxyAddr(request, isTrusted)) ?? toNetwork(socketAddress) ?? 'unknown'
  }
}

/** The network of a connection's own address, or undefined for a trusted proxy. */
export function createAddressReader(trustedProxies: string[]): (address: string) => string | undefined {
  const isTrusted = proxyAddr.compile(trustedProxies)
  return (address) => (isTrusted(address, 0) ? undefined : (toNetwork(address) ?? 'unknown'))
}

function toNetwork(address: string): string | undefined {
  if (!ipaddr.isValid(address)) return undefined
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString().split('%')[0]}/64`)}/64`
}
