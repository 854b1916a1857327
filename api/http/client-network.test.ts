import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { createNetworkReader } from './client-network.ts'

function request(remoteAddress: string | undefined, forwarded?: string): IncomingMessage {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return { headers, socket: { remoteAddress } } as unknown as IncomingMessage
}

it.each([
  ['an IPv4 address is itself', '192.0.2.7', undefined, '192.0.2.7'],
  ['an IPv4 address mapped into IPv6 is the IPv4 address', '::ffff:192.0.2.7', undefined, '192.0.2.7'],
  ['an IPv6 address is its /64', '2001:db8:1:2:aaaa::1', undefined, '2001:db8:1:2::/64'],
  ['a neighbour has the same /64', '2001:db8:1:2:ffff:ffff:ffff:ffff', undefined, '2001:db8:1:2::/64'],
  ['the zone of a link-local address does not matter', 'fe80::1%eth0', undefined, 'fe80::/64'],
  ['a stranger’s header does not count', '192.0.2.7', '198.51.100.1', '192.0.2.7'],
  ['a trusted proxy’s header counts', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
  [
    'trusted proxies in a chain are skipped',
    '10.0.0.1',
    '203.0.113.9, 198.51.100.1, 10.2.2.2',
    '198.51.100.1',
  ],
  ['a proxy that forwards no address is counted by its own', '10.0.0.1', 'unknown', '10.0.0.1'],
  ['a proxy that forwards nothing is counted by its own', '10.0.0.1', undefined, '10.0.0.1'],
  ['a forwarded IPv6 address is its /64', '10.0.0.1', '2001:db8::5', '2001:db8::/64'],
  ['fault 81: a port does not matter', '10.0.0.1', '198.51.100.1:5678', '198.51.100.1'],
  ['fault 81: brackets and a port do not matter', '10.0.0.1', '[2001:db8::5]:443', '2001:db8::/64'],
  ['fault 81: quotes do not matter', '10.0.0.1', '"[2001:db8::5]"', '2001:db8::/64'],
  ['fault 81: nor do spaces', '10.0.0.1', ' 198.51.100.1 ', '198.51.100.1'],
  ['a connection that is gone has no network', undefined, undefined, 'unknown'],
])('%s', (_behaviour, socketAddress, forwarded, network) => {
  expect(createNetworkReader(['10.0.0.0/8'])(request(socketAddress, forwarded))).toBe(network)
})
