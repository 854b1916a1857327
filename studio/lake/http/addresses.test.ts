import { expect, it } from 'vitest'
import { isLoopback, isProxy, proxiesSchema } from './addresses.ts'

it.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['10.1.2.3', true],
  ['::ffff:10.1.2.3', true],
  ['192.0.2.1', false],
  ['2001:db8::1', true],
  ['', false],
])('whether %j is a proxy: %j', (address, expected) => {
  expect(isProxy(proxiesSchema.parse('10.0.0.0/8, 2001:db8::/32'), address)).toBe(expected)
})

it.each(['10.0.0.0/33', '10.0.0.0/', 'proxy', '10.0.0.1;10.0.0.2'])('refuses %j as a proxy', (text) => {
  expect(proxiesSchema.safeParse(text).success).toBe(false)
})

it.each([
  ['localhost', true],
  ['127.0.0.2', true],
  ['::1', true],
  ['127.evil.example', false],
  ['0.0.0.0', false],
  ['192.0.2.1', false],
])('whether %s is this machine: %j', (host, expected) => {
  expect(isLoopback(host)).toBe(expected)
})
