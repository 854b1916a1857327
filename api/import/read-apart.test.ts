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
  const endless = calendar('RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31')
  await expect(readApart(endless, options, 3_000)).rejects.toThrow(/^It takes too long to read/)
  const deep = Buffer.from('<div>'.repeat(1_000_000))
  await expect(readApart(deep, options, 60_000)).rejects.toThrow(/^It takes too much memory/)
  // The next file is read normally.
  expect((await readApart(calendar('RRULE:FREQ=DAILY;COUNT=2'), options)).events).toHaveLength(2)
})
