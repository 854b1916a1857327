import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import type { CalendarEvent } from '#domain/events/event.ts'
import { toEventCard } from './cards.ts'
import { type Card, drawCard } from './draw-card.ts'

const card: Card = {
  site: 'founderlist',
  titles: ['Founders breakfast', 'event'],
  lines: ['Saturday, November 21, 2026 at 9:00 AM PST', 'SHACK15'],
}

async function read(fields: Partial<Card>): Promise<Buffer> {
  const png = await drawCard({ ...card, ...fields })
  const { format, width, height } = await sharp(png).metadata()
  expect([format, width, height]).toEqual(['png', 1200, 630])
  return png
}

/** Whether something is drawn between the rule and the lines. */
async function hasTitle(fields: Partial<Card>): Promise<boolean> {
  const area = await sharp(await read(fields))
    .extract({ left: 0, top: 160, width: 1200, height: 270 })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  return area.some((value) => value < 100)
}

it('draws every text of the card, the same each time, in less than 60 KB', async () => {
  const drawn = await read({})
  expect(await read({})).toEqual(drawn)
  const others = [
    { titles: ['Founders dinner'] },
    { label: 'cancelled' },
    { lines: ['SHACK15'] },
    { site: 'other' },
  ]
  for (const fields of others) expect(await read(fields)).not.toEqual(drawn)
  expect(drawn.length).toBeLessThan(60_000)
})

it('draws the next title for one in a script that the typeface lacks, and drops single missing characters', async () => {
  const next = await read({ titles: ['event'] })
  for (const title of ['דרוש מייסד', '寻找联合创始人', 'מייסד at A', '😀😀', '\u202e', '']) {
    expect(await read({ titles: [title, 'event'] })).toEqual(next)
  }
  expect(await read({ titles: ['Founders 😀 breakfast \u0301\u200d'] })).toEqual(await read({}))
  expect(await hasTitle({ titles: ['Łódź, Đà Nẵng & Ñandú'] })).toBe(true)
})

it('names an event in another script by its organizers, or by its time', async () => {
  const event = {
    id: '6f1c2a53-5f5e-4c0e-9b43-0a5d6f1f8a11',
    title: '旧金山创业者之夜',
    date: '2026-11-21T17:00:00.000Z',
    organizers: 'the founders community',
    location: 'SHACK15, 旧金山',
  } as CalendarEvent
  const [when = ''] = card.lines
  expect(await read(toEventCard(event))).toEqual(await read({ titles: [event.organizers] }))
  expect(await read(toEventCard({ ...event, organizers: '创业者' }))).toEqual(
    await read({ titles: [when], lines: ['SHACK15'] }),
  )
})

it.each([
  ['SHACK15, 旧金山', 'SHACK15'],
  ['旧金山 · SHACK15', 'SHACK15'],
  ['SHACK15, 旧金山, Embarcadero', 'SHACK15, Embarcadero'],
  ['SHACK15 (旧金山)', 'SHACK15'],
  ['Embarcadero – 旧金山, SHACK15', 'Embarcadero – SHACK15'],
])('leaves no separator without text in %s', async (line, rest) => {
  expect(await read({ lines: [line] })).toEqual(await read({ lines: [rest] }))
})

it.each([
  ['a long word', 'W'.repeat(3_000)],
  ['many words', 'founders '.repeat(400)],
  ['markup', '<script>alert(1)</script> <span size="1">&amp;</b>'],
  ['stacked combining marks', `Z${'\u0301'.repeat(500)}algo`],
  ['line breaks', 'one\ntwo\r\nthree\u2028four\0'],
])('keeps %s within the picture', async (_what, text) => {
  expect(await hasTitle({ titles: [text] })).toBe(true)
  await read({ titles: [text], label: text, lines: [text, text, text], site: text })
})

it('draws any text', { timeout: 60_000 }, async () => {
  const text = fc.string({ unit: 'binary', maxLength: 300 })
  await fc.assert(
    fc.asyncProperty(text, text, async (title, line) => {
      await read({ titles: [title], label: line, lines: [line], site: title })
    }),
    { numRuns: 30 },
  )
})

it('looks the same on a machine without fonts', { timeout: 30_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'founderlist-fonts-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const config = join(folder, 'fonts.conf')
  await writeFile(config, `<?xml version="1.0"?><fontconfig><dir>${folder}</dir></fontconfig>`)
  const file = join(folder, 'card.png')
  const program = `
    const { drawCard } = await import(${JSON.stringify(new URL('draw-card.ts', import.meta.url).href)})
    const { writeFile } = await import('node:fs/promises')
    await writeFile(${JSON.stringify(file)}, await drawCard(${JSON.stringify(card)}))
  `
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, FONTCONFIG_FILE: config },
  })
  const drawn = await shrink(await read({}))
  const other = await shrink(await read({ titles: ['Founders dinner'] }))
  // Allows small differences: antialiasing depends on the machine's settings.
  expect(5 * compare(drawn, await shrink(await readFile(file)))).toBeLessThan(compare(drawn, other))
})

function shrink(png: Buffer): Promise<Buffer> {
  return sharp(png).resize(150).toColourspace('b-w').raw().toBuffer()
}

/** Mean difference per pixel. */
function compare(one: Buffer, other: Buffer): number {
  expect(one.length).toBe(other.length)
  return one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / one.length
}
