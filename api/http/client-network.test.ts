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
  ['a text that is not an address is a network of its own', '10.0.0.1', 'unknown', 'unreadable'],
  ['so is an address with leading zeros, which some read as octal', '10.0.0.1', '010.0.0.1', 'unreadable'],
  ['so is an address written as one number', '10.0.0.1', '3405803785', 'unreadable'],
  ['so is an empty pair of brackets', '10.0.0.1', '[]:443', 'unreadable'],
  ['a proxy that forwards nothing is counted by its own', '10.0.0.1', undefined, '10.0.0.1'],
  ['a forwarded IPv6 address is its /64', '10.0.0.1', '2001:db8::5', '2001:db8::/64'],
  ['a port does not matter', '10.0.0.1', '198.51.100.1:5678', '198.51.100.1'],
  ['brackets and a port do not matter', '10.0.0.1', '[2001:db8::5]:443', '2001:db8::/64'],
  ['quotes do not matter', '10.0.0.1', '"[2001:db8::5]"', '2001:db8::/64'],
  ['nor do quotes and a port around IPv6', '10.0.0.1', '"[2001:db8::5]:443"', '2001:db8::/64'],
  ['nor do quotes around IPv6 alone', '10.0.0.1', '"2001:db8::5"', '2001:db8::/64'],
  ['nor does a mapped address with a port', '10.0.0.1', '[::ffff:198.51.100.1]:80', '198.51.100.1'],
  [
    'nor do the ports of trusted proxies in a chain',
    '10.0.0.1',
    '198.51.100.1:5678, "10.2.2.2:443", 10.3.3.3:80',
    '198.51.100.1',
  ],
  ['nor do spaces', '10.0.0.1', ' 198.51.100.1 ', '198.51.100.1'],
  ['a connection that is gone has no network', undefined, undefined, 'unknown'],
])('fault 81: %s', (_behaviour, socketAddress, forwarded, network) => {
  expect(createNetworkReader(['10.0.0.0/8'])(request(socketAddress, forwarded))).toBe(network)
})
