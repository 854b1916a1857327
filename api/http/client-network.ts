import ipaddr from 'ipaddr.js'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddr from 'proxy-addr'

/** All clients whose address a trusted proxy forwards in an unreadable form. */
const unreadable = 'unreadable'

/** Finds the client's IPv4 address or IPv6 /64 (one customer). Only trusted proxies may set `X-Forwarded-For`. */
export function createNetworkReader(trustedProxies: string[]): (request: IncomingMessage) => string {
  const findClient = createClientFinder(trustedProxies)
  return (request) => {
    if (request.socket.remoteAddress === undefined) return 'unknown'
    return toNetwork(findClient(request)) ?? unreadable
  }
}

/** Undefined for a trusted proxy. */
export function createAddressReader(trustedProxies: string[]): (address: string) => string | undefined {
  const isTrusted = proxyAddr.compile(trustedProxies)
  return (address) => (isTrusted(address, 0) ? undefined : (toNetwork(address) ?? 'unknown'))
}

/** Proxies in a chain may write their own addresses with a port, too. */
function createClientFinder(trustedProxies: string[]) {
  const isTrusted = proxyAddr.compile(trustedProxies)
  return (request: IncomingMessage) =>
    proxyAddr(request, (text, index) => isTrusted(unwrap(text), index)) as string | undefined
}

/** Quotes, brackets and a port, as some proxies send them: `"[2001:db8::1]:443"`, `192.0.2.1:443`. */
const wrapping = /^\s*"?\s*(?:\[([^\]]*)\]|(\d+(?:\.\d+){3}))(?::\d+)?\s*"?\s*$/

function unwrap(text: string): string {
  return text
    .replace(wrapping, '$1$2')
    .replace(/^\s*"(.*)"\s*$/, '$1')
    .trim()
}

/** `isIP` is strict: ipaddr.js takes `010.0.0.1` for 8.0.0.1, and `3405803785` for 203.0.113.9. */
function toNetwork(text = ''): string | undefined {
  const address = unwrap(text)
  if (isIP(address) === 0) return undefined
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString().split('%')[0]}/64`)}/64`
}

const forwarding = ['x-forwarded-for', 'forwarded']

/**
 * Warns at the first forwarded request from an address that is not in `trustedProxies`: once for private addresses,
 * which are nearly always the operator's proxy, and once for public ones, since any visitor can send the header. Warns
 * once if a trusted proxy forwards something that is not an address.
 */
export function createProxyWarning(
  trustedProxies: string[],
  warn: (sentence: string) => void,
): (request: IncomingMessage) => void {
  const networkOf = createAddressReader(trustedProxies)
  const findClient = createClientFinder(trustedProxies)
  const warned = new Set<'form' | 'private' | 'public'>()
  return (request) => {
    const { remoteAddress = '' } = request.socket
    const header = forwarding.find((name) => name in request.headers)
    if (header === undefined || warned.size === 3) return
    if (networkOf(remoteAddress) === undefined) {
      const text = findClient(request)
      if (warned.has('form') || text === undefined || toNetwork(text) !== undefined) return
      warned.add('form')
      warn(
        `The trusted proxy ${remoteAddress} forwards ${JSON.stringify(text.slice(0, 60))} in ${forwarding[0]}, which is not an IP address: all visitors with such an address count as one network and share its limits.`,
      )
    } else if (ipaddr.isValid(remoteAddress)) {
      const address = ipaddr.process(remoteAddress)
      const kind = address.range() === 'unicast' ? 'public' : 'private'
      if (warned.has(kind)) return
      warned.add(kind)
      warn(
        `A request from ${address} has the header ${header}, which is ignored, since TRUSTED_PROXIES does not contain that address. If it is your proxy, add it: without that, all visitors who come through it count as one network and share its limits.`,
      )
    }
  }
}
