import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SanityClient } from '@sanity/client'
import { addDays, toInstants } from '#domain/pacific.ts'
import examples from './events.json' with { type: 'json' }
import pages from './pages.json' with { type: 'json' }

const mark = 'This is an example: it does not take place.'

type ExampleEvent = Record<'_id' | '_type' | 'title' | 'description', string> & { [field: string]: unknown }

/**
 * The documents. `at`, `end` and `formerly` are days after today, and a time in San Francisco; `venue` is a document of
 * the seed. `findPicture`: id of the asset of that file in `pictures/`.
 */
export function makeEvents(today: string, findPicture: (name: string) => string): ExampleEvent[] {
  return examples.map(({ id, draft, at, end, formerly, venue, description, picture, alt, ...fields }) => ({
    status: 'scheduled',
    ...fields,
    _id: `${draft ? 'drafts.' : ''}example-${id}`,
    _type: 'event',
    date: toInstant(today, at),
    description: [...description, '', mark].join('\n'),
    ...(end && { end: toInstant(today, end) }),
    ...(formerly && { formerDate: toInstant(today, formerly) }),
    ...(venue && { venueRef: toReference(`venue-${venue}`) }),
    ...(picture && { image: { _type: 'image', asset: toReference(findPicture(picture)), alt } }),
  }))
}

function toInstant(today: string, when: string): string {
  const [days, time] = when.split('T')
  return toInstants(`${addDays(today, Number(days))}T${time}:00`)[0] ?? ''
}

function toReference(id: string) {
  return { _type: 'reference', _ref: id }
}

/** A loop of four months. Days after today. */
const loop = { opens: -10, closes: 21, decision: 35, start: 42, end: 162 }
const demoDays = [98, 161]

/** Writes the events, drafts and dates of the programme, and adds a picture to some pages. */
export async function writeContent(client: SanityClient, today: string): Promise<void> {
  const findPicture = await uploadPictures(client)
  const transaction = client.transaction()
  for (const event of makeEvents(today, findPicture)) transaction.createOrReplace(event)
  for (const { page, picture, alts } of pages) {
    for (const [field, alt] of Object.entries(alts)) {
      const figure = { _type: 'figure', _key: 'example', asset: toReference(findPicture(picture)), alt }
      transaction.patch(page, (patch) => patch.unset([`${field}[_key=="example"]`]).append(field, [figure]))
    }
  }
  const dates = Object.entries(loop).map(([name, days]) => [name, addDays(today, days)])
  transaction.patch('programme', (patch) =>
    patch.set({ ...Object.fromEntries(dates), demoDays: demoDays.map((days) => addDays(today, days)) }),
  )
  await transaction.commit()
}

/** Returns the ids of the assets by the names of the files. */
async function uploadPictures(client: SanityClient): Promise<(name: string) => string> {
  const { default: sharp } = await import('sharp')
  const folder = fileURLToPath(new URL('pictures', import.meta.url))
  const names = (await readdir(folder)).filter((file) => file.endsWith('.svg'))
  const uploads = names.map(async (file) => {
    const picture = await sharp(join(folder, file)).webp({ quality: 85 }).toBuffer()
    const { _id } = await client.assets.upload('image', picture, { filename: file.replace('svg', 'webp') })
    return [basename(file, '.svg'), _id] as const
  })
  const ids = new Map(await Promise.all(uploads))
  return (name) => ids.get(name) ?? ''
}
