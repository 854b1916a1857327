import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { expect, it, onTestFinished } from 'vitest'
import type { PostedListing } from '#domain/listings/listing.ts'
import { runUpkeep } from './desk/upkeep-loop.ts'
import { openTestDatabase } from '../tests/database.ts'
import { manage } from '../tests/manage.ts'
import { change, findOnDesk } from '../tests/moderate.ts'
import { listingInput, post, serve, serveOver } from '../tests/serve.ts'
import { runCommand } from '../tests/server-process.ts'
import { openPseudonyms } from './pseudonyms.ts'

const settings = { filter: 'on' as const, trustedProxies: ['127.0.0.1'] }
let posts = 0

/** Each from a network of its own. */
async function postFrom(base: string, fields: Record<string, unknown>): Promise<PostedListing> {
  posts += 1
  const from = { 'X-Forwarded-For': `10.${posts}.1.1` }
  return (await (await post(base, listingInput(fields), from)).json()) as PostedListing
}

async function judge(base: string, fields: Record<string, unknown>): Promise<string> {
  const listing = await postFrom(base, fields)
  await manage(base, ['DELETE', listing.id], listing.manageToken)
  const { withheld } = listing
  return withheld === undefined ? 'shown' : withheld.showAt === null ? 'waits' : 'held'
}

const workshop = {
  title: 'Kintsugi evening in Bernal Heights',
  description:
    'Bring a broken cup, lacquer and gold dust are here. We mend pottery together and drink barley tea.',
  contact: 'kintsugi@example.org',
}
const likeIt = {
  title: 'Kintsugi afternoon in Noe Valley',
  description: 'We mend a broken plate with lacquer and gold dust, and drink tea. Pottery for everybody.',
  contact: 'gold@example.net',
}
const crypto = {
  title: 'Guaranteed daily profit, minimum deposit $200',
  description:
    'Our trading platform pays 3% daily in USDT. Withdraw any time. Message your account manager on WhatsApp.',
  contact: 'WhatsApp +1 415 555 0107',
}
const likeCrypto = {
  title: 'Trading platform, guaranteed profit',
  description: 'Deposit $500 in USDT, 4% daily. Your account manager answers on WhatsApp, withdraw any day.',
  contact: 'WhatsApp +1 415 555 0108',
}

it('a listing that is nearly surely spam waits until a person shows it, and its hold never ends by itself', async () => {
  const { base, sql } = await serve(settings)
  const key = { 'Idempotency-Key': 'w'.repeat(32) }
  const send = async () => (await (await post(base, listingInput(crypto), key)).json()) as PostedListing
  const listing = await send()
  expect(listing.withheld).toMatchObject({ state: 'held', by: 'filter', showAt: null })
  expect(await send()).toEqual(listing)
  await sql`update all_listings set withheld_at = now() - interval '90 days', expires_at = now() - interval '60 days'`
  const parts = { sql, answers: { invalidate: () => {} } as never, pseudonyms: await openPseudonyms(sql) }
  await runUpkeep(parts)
  expect(await findOnDesk(base, listing.id)).toMatchObject({ state: 'held', showAt: null })
  const log = await sql`select what from moderation_log where target = ${listing.id} order by id`
  expect(log.map(({ what }) => what as string)).toEqual(['post', 'hold'])
  await change(base, 'hide', [listing.id], { reason: 'other' })
  await change(base, 'undo', [listing.id])
  expect(await findOnDesk(base, listing.id)).toMatchObject({ state: 'held', by: 'filter', showAt: null })
  await change(base, 'show', [listing.id])
  expect((await findOnDesk(base, listing.id)).state).toBe('shown')
})

it('an edit into spam makes a shown listing wait, and one that was only held for some hours', async () => {
  const { base, sql } = await serve(settings)
  const [shown, held] = [await postFrom(base, workshop), await postFrom(base, likeIt)]
  await change(base, 'hide', [held.id], { reason: 'other' })
  await sql`
    update all_listings set state = 'held', withheld_by = 'filter', show_at = now() + interval '5 hours' where id = ${held.id}
  `
  for (const [{ id, manageToken }, spam] of [[shown, crypto] as const, [held, likeCrypto] as const]) {
    const edited = await manage(base, ['PATCH', id], manageToken, spam)
    expect(await edited.json()).toMatchObject({ withheld: { state: 'held', by: 'filter', showAt: null } })
  }
})

it('what the team hides as spam holds similar posts, in every process, until that is undone', async () => {
  const database = await openTestDatabase()
  const [one, two] = [await serveOver(database, settings), await serveOver(database, settings)]
  expect(await judge(two.base, likeIt)).toBe('shown')
  const { id } = await postFrom(one.base, workshop)
  await change(one.base, 'hide', [id], { reason: 'wrong-category' })
  await change(one.base, 'hide', [id], { reason: 'scam' })
  for (const { base } of [one, two]) await expect.poll(() => judge(base, likeIt)).not.toBe('shown')
  const three = await serveOver(database, settings)
  await expect.poll(() => judge(three.base, likeIt)).not.toBe('shown')
  await change(two.base, 'undo', [id])
  for (const { base } of [one, two]) await expect.poll(() => judge(base, likeIt)).toBe('shown')
})

it('what the team releases shows similar posts', async () => {
  const { base } = await serve(settings)
  expect(await judge(base, likeCrypto)).not.toBe('shown')
  const { id } = await postFrom(base, crypto)
  await change(base, 'show', [id])
  await expect.poll(() => judge(base, likeCrypto)).toBe('shown')
})

it.each(['wrong-category', 'personal-data', 'illegal', 'other'])(
  'hiding something as “%s” teaches nothing about spam',
  async (reason) => {
    const { base, sql } = await serve(settings)
    const { id } = await postFrom(base, workshop)
    await change(base, 'hide', [id], { reason })
    expect(await sql`select is_spam, cardinality(features) as size from spam_lessons`).toEqual([
      { isSpam: null, size: 0 },
    ])
  },
)

it('a lesson holds no text, contact or network, and its owner can delete it unless it was spam', async () => {
  const { base, sql } = await serve(settings)
  const [kept, gone] = [await postFrom(base, workshop), await postFrom(base, likeIt)]
  await change(base, 'hide', [kept.id], { reason: 'scam' })
  await change(base, 'hide', [gone.id], { reason: 'other' })
  await change(base, 'show', [gone.id])
  const stored = JSON.stringify(await sql`select * from spam_lessons`)
  for (const secret of ['intsugi', 'example', '.1.1']) expect(stored).not.toContain(secret)
  for (const { id, manageToken } of [kept, gone]) await manage(base, ['DELETE', id], manageToken)
  expect(await sql`select listing_id, is_spam from spam_lessons`).toEqual([
    { listingId: kept.id, isSpam: true },
  ])
})

it('lessons survive an export, can be forgotten by the command line, and end after a year', async () => {
  const from = await openTestDatabase()
  const { base } = await serveOver(from, settings)
  const { id } = await postFrom(base, workshop)
  await change(base, 'hide', [id], { reason: 'scam' })
  const file = join(tmpdir(), `lessons-${id}.json.gz`)
  onTestFinished(() => rm(file, { force: true }))
  expect((await runCommand('data.ts', ['export', file], { DATABASE_URL: from.url })).code).toBe(0)
  const to = await openTestDatabase()
  expect((await runCommand('data.ts', ['import', file], { DATABASE_URL: to.url })).code).toBe(0)
  const { base: moved } = await serveOver(to, settings)
  await expect.poll(() => judge(moved, likeIt)).not.toBe('shown')

  const moderate = (...words: string[]) => runCommand('moderate.ts', words, { DATABASE_URL: to.url })
  expect(await moderate('lessons')).toMatchObject({ stdout: '1 of spam, 0 of other posts\n' })
  expect(await moderate('forget', id)).toMatchObject({ stdout: 'forgot 1 lesson\n' })
  await expect.poll(() => judge(moved, likeIt)).toBe('shown')

  await from.sql`update spam_lessons set decided_at = now() - interval '366 days'`
  const parts = { sql: from.sql, answers: { invalidate: () => {} } as never }
  await runUpkeep({ ...parts, pseudonyms: await openPseudonyms(from.sql) })
  expect(await from.sql`select from spam_lessons`).toEqual([])
})
