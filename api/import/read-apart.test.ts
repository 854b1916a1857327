import { expect, it } from 'vitest'
import { readApart } from './read-apart.ts'

const options = { source: 'import.test', now: new Date('2026-11-23T17:00:00Z') }

it('reads in a worker thread, and gives up if that takes too much time or memory', async () => {
  const calendar = (rule: string) =>
    Buffer.from(
      `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nSUMMARY:x\nDTSTART:20261201T000000Z\n${rule}\nEND:VEVENT\nEND:VCALENDAR\n`,
    )
  const read = readApart(calendar('RRULE:FREQ=DAILY;COUNT=3'), options)
  expect((await read).events).toHaveLength(3)
  await expect(readApart(Buffer.from('hello'), options)).rejects.toThrow(/^This is not a calendar/)
  // Each year of each event has 366 days to check.
  const event =
    'BEGIN:VEVENT\nSUMMARY:x\nDTSTART:19000101T000000Z\nRRULE:FREQ=YEARLY;BYWEEKNO=20;BYSETPOS=300\n'
  const endless = Buffer.from(`BEGIN:VCALENDAR\n${`${event}END:VEVENT\n`.repeat(1_600)}END:VCALENDAR\n`)
  await expect(readApart(endless, options, { patience: 100, megabytes: 192 })).rejects.toThrow(
    /^It takes too long to read/,
  )
  const large = Buffer.from('<p a b c d e f>'.repeat(190_000))
  await expect(readApart(large, options, { patience: 60_000, megabytes: 40 })).rejects.toThrow(
    /^It takes too much memory/,
  )
  // The next file is read normally.
  expect((await readApart(calendar('RRULE:FREQ=DAILY;COUNT=2'), options)).events).toHaveLength(2)
})

it.each([
  ['900,000 nested elements', '<div>'.repeat(900_000), 'The elements of this page are nested too deeply'],
  ['700,000 elements in a row', '<p></p>'.repeat(700_000), 'This page has too many elements'],
])('fault 94: refuses a page with %s before it takes much time or memory', async (_, page, sentence) => {
  await expect(readApart(Buffer.from(page), options)).rejects.toThrow(sentence)
})

it('refuses an import when three are waiting or being read', async () => {
  const rejections = Array.from({ length: 4 }, () => readApart(Buffer.from('hello'), options).catch(String))
  const sentences = await Promise.all(rejections)
  expect(sentences.filter((sentence) => String(sentence).includes('try again in a minute'))).toHaveLength(1)
})
