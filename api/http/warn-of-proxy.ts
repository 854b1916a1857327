import ipaddr from 'ipaddr.js'
import type { IncomingMessage } from 'node:http'
import { createAddressReader, createUnreadableFinder } from './client-network.ts'

const headers = ['x-forwarded-for', 'forwarded']

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
  const findUnreadable = createUnreadableFinder(trustedProxies)
  const warned = new Set<boolean>()
  let hasWarnedOfForm = false
  return (request) => {
    const { headers: sent, socket } = request
    const { remoteAddress = '' } = socket
    const header = headers.find((name) => name in sent)
    if (header === undefined) return
    if (networkOf(remoteAddress) === undefined) {
      const text = hasWarnedOfForm ? undefined : findUnreadable(request)
      if (text === undefined) return
      hasWarnedOfForm = true
      warn(
        `The trusted proxy ${remoteAddress} forwards ${JSON.stringify(text.slice(0, 60))} in ${headers[0]}, which is not an IP address: all visitors with such an address count as one network and share its limits.`,
      )
      return
    }
    if (warned.size === 2 || !ipaddr.isValid(remoteAddress)) return
    const address = ipaddr.process(remoteAddress)
    const isPublic = address.range() === 'unicast'
    if (warned.has(isPublic)) return
    warned.add(isPublic)
    warn(
      `A request from ${address} has the header ${header}, which is ignored, since TRUSTED_PROXIES does not contain that address. If it is your proxy, add it: without that, all visitors who come through it count as one network and share its limits.`,
    )
  }
}
