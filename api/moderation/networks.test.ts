import { expect, it } from 'vitest'
import { widenNetwork } from './networks.ts'

it.each([
  ['192.0.2.7', { '192.0.2.7': 1, '192.0.2.0/24': 5 }],
  [
    '2001:db8:77:1234::/64',
    { '2001:db8:77:1234::/64': 1, '2001:db8:77:1200::/56': 2, '2001:db8:77::/48': 5 },
  ],
  ['2001:db8::/64', { '2001:db8::/64': 1, '2001:db8::/56': 2, '2001:db8::/48': 5 }],
  ['fe80::/64', { 'fe80::/64': 1, 'fe80::/56': 2, 'fe80::/48': 5 }],
  ['unknown', { unknown: 1 }],
])('fault 82: %s counts for each wider network, whose limit is higher', (client, networks) => {
  expect(Object.fromEntries(widenNetwork(client))).toEqual(networks)
})
