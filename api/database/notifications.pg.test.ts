import { expect, it, onTestFinished } from 'vitest'
import { openBlackHole } from '../tests/black-hole.ts'
import { openTestDatabase } from '../tests/database.ts'
import { pollOptions } from '../tests/poll-options.ts'
import { silentLogger } from '../tests/silent-logger.ts'
import { openNotifications } from './notifications.ts'

it.each([
  ['loses every packet for a while', {}],
  ['forgets its connections', { forgets: true }],
])('reports a lost connection when the network %s, and reconnects afterwards', async (_what, network) => {
  const { sql, url } = await openTestDatabase()
  const hole = await openBlackHole(url, network)
  const notifications = openNotifications({ url: hole.url, logger: silentLogger })
  onTestFinished(() => notifications[Symbol.asyncDispose]())
  const told: Array<string | undefined> = []
  let isLost = true
  notifications.subscribe('events_changed', {
    onNotify: (payload) => {
      isLost = false
      told.push(payload)
    },
    onLost: () => (isLost = true),
  })
  await expect.poll(() => told, pollOptions).toEqual([undefined])
  hole.isSwallowing = true
  await expect.poll(() => isLost, pollOptions).toBe(true)
  hole.isSwallowing = false
  await expect.poll(() => told, pollOptions).toEqual([undefined, undefined])
  await sql`select pg_notify('events_changed', 'x')`
  await expect.poll(() => told, pollOptions).toEqual([undefined, undefined, 'x'])
})

it('announces an existing connection to a new follower at once', async () => {
  const { url } = await openTestDatabase()
  const notifications = openNotifications({ url, logger: silentLogger })
  onTestFinished(() => notifications[Symbol.asyncDispose]())
  let isConnected = false
  notifications.subscribe('listings_changed', { onNotify: () => (isConnected = true) })
  await expect.poll(() => isConnected, pollOptions).toBe(true)
  let isTold = false
  notifications.subscribe('content_changed', { onNotify: () => (isTold = true) })
  expect(isTold).toBe(true)
})
