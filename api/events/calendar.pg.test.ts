import { expect, it, onTestFinished } from 'vitest'
import { createAnswerCache } from '../answers/answer-cache.ts'
import { openNotifications } from '../database/notifications.ts'
import { openTestDatabase } from '../tests/database.ts'
import { insertEvent } from '../tests/events.ts'
import { pollOptions } from '../tests/poll-options.ts'
import { silentLogger as logger } from '../tests/silent-logger.ts'
import { openCalendar } from './calendar.ts'

it('coalesces a burst of changes into a few reads and ends with the last state', async () => {
  const { sql, url } = await openTestDatabase()
  const notifications = openNotifications({ url, logger })
  onTestFinished(() => notifications[Symbol.asyncDispose]())
  const answers = createAnswerCache()
  let reads = 0
  const counting = {
    ...answers,
    invalidate: () => (reads += 1),
    invalidateAll: () => (reads += 1),
  }
  const calendar = openCalendar({ sql, notifications, answers: counting, logger })
  onTestFinished(() => calendar[Symbol.dispose]())
  await expect.poll(() => reads, pollOptions).toBe(1)

  const changes = 500
  const startedAt = performance.now()
  for (let number = 0; number < changes; number += 1) await insertEvent(sql, { title: `event ${number}` })
  await expect.poll(async () => (await calendar.read()).listAll().length, pollOptions).toBe(changes)
  // A slow machine takes longer and reads more often, but at most 40 times per second.
  const seconds = (performance.now() - startedAt) / 1_000
  expect(reads).toBeLessThanOrEqual(3 + 40 * seconds)
})
