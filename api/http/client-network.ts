import ipaddr from 'ipaddr.js'
import type { IncomingMessage } from 'node:http'
import proxyAddr from 'proxy-addr'

/** Finds the client's IPv4 address or IPv6 /64 (one customer). Only trusted proxies may set `X-Forwarded-For`. */
export function createNetworkReader(trustedProxies: string[]): (request: IncomingMessage) => string {
  const isTrusted = proxyAddr.compile(trustedProxies)
  return (request) => {
    const socketAddress = request.socket.remoteAddress ?? ''
    // If a trusted proxy forwarded an invalid address, use the proxy's own.
    return toNetwork(proxyAddr(request, isTrusted)) ?? toNetwork(socketAddress) ?? 'unknown'
  }
}

/** Undefined for a trusted proxy. */
export function createAddressReader(trustedProxies: string[]): (address: string) => string | undefined {
  const isTrusted = proxyAddr.compile(trustedProxies)
  return (address) => (isTrusted(address, 0) ? undefined : (toNetwork(address) ?? 'unknown'))
}

/** Quotes, brackets and a port, as some proxies send them: `"[2001:db8::1]:443"`, `192.0.2.1:443`. */
const wrapping = /^"?(?:\[([^\]]*)\]|(\d+(?:\.\d+){3}))(?::\d+)?"?$/

function toNetwork(text = ''): string | undefined {
  const address = text.replace(wrapping, '$1$2')
  if (!ipaddr.isValid(address)) return undefined
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString().split('%')[0]}/64`)}/64`
}
