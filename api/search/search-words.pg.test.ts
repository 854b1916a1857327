import { expect, it } from 'vitest'
import { openTestDatabase } from '../tests/database.ts'
import { insertEvent } from '../tests/events.ts'
import { createPruner } from './prune-loop.ts'
import { pruneQueuedWords } from './word-queries.ts'

it('keeps words in use, deletes unused ones in the background, and restores those of a renewed listing', async () => {
  const { sql } = await openTestDatabase()
  const listKnown = async (words: string[]) => {
    const rows = await sql<
      Array<{ word: string }>
    >`select word from search_words where word = any (${words}) order by word`
    return rows.map(({ word }) => word)
  }
  await insertEvent(sql, { title: 'accordion' })
  await sql`
    insert into listings (category, subcategory, title, description, contact, location, expires_at)
    select 'housing', 'rooms shared', title, 'x', 'x', 'SF', expires_at
    from (
      values ('bassoon', null), ('clarinet', now() + interval '1 day'), ('trombone', now() - interval '1 day'),
        ('violin', null), ('violoncello', null)
    ) as written(title, expires_at)
  `
  await sql`update listings set title = 'xylophone' where title = 'violin'`
  await sql`delete from listings where title = 'violoncello'`
  const all = ['accordion', 'bassoon', 'clarinet', 'trombone', 'violin', 'violoncello', 'xylophone']
  expect(await listKnown(all)).toEqual(all)

  const prune = createPruner(sql, 5, 5)
  for (let time = 0; time < 20; time += 1) await prune()
  expect(await listKnown(all)).toEqual(['accordion', 'bassoon', 'clarinet', 'xylophone'])

  await sql`update listings set expires_at = now() + interval '1 day' where title = 'trombone'`
  expect(await listKnown(all)).toContain('trombone')
})

it('deletes words of deleted and edited listings that no other text contains', async () => {
  const { sql } = await openTestDatabase()
  await sql`
    insert into listings (category, subcategory, title, description, contact, location)
    select 'housing', 'rooms shared', title, description, 'x', 'SF'
    from (
      values ('one', 'bassoon clarinet accordion'), ('two', 'clarinet trombone'), ('three', 'violin')
    ) as written(title, description)
  `
  await insertEvent(sql, { title: 'accordion' })
  await sql`delete from listings where title = 'one'`
  await sql`update listings set description = 'violoncello' where title = 'three'`
  while ((await pruneQueuedWords(sql, 3)) > 0);
  expect(await sql`select from left_words`).toHaveLength(0)
  const rows = await sql<Array<{ word: string }>>`select word from search_words`
  const words = rows.map(({ word }) => word)
  for (const gone of ['bassoon', 'violin']) expect(words).not.toContain(gone)
  for (const kept of ['accordion', 'clarinet', 'housing', 'three', 'trombone', 'violoncello'])
    expect(words).toContain(kept)
})

it('checks fewer queued words after a check that took too long, then more again', async () => {
  const { sql } = await openTestDatabase()
  await sql`insert into left_words select 'word' || number from generate_series(1, 30) as number`
  const prune = createPruner(sql, 8, 0)
  const lefts: number[] = []
  const run = async () => {
    await prune().catch(() => {})
    lefts.push((await sql`select from left_words`).length)
  }
  await sql.begin(async (transaction) => {
    await transaction`lock table search_words`
    await run()
  })
  for (let time = 0; time < 4; time += 1) await run()
  expect(lefts).toEqual([30, 28, 24, 16, 8])
})

it('does not touch words when a listing or an event changes but its text does not', async () => {
  const { sql } = await openTestDatabase()
  const id = await insertEvent(sql, { title: 'accordion' })
  await sql`
    insert into listings (category, subcategory, title, description, contact, location, expires_at)
    values ('housing', 'rooms shared', 'bassoon', 'x', 'x', 'SF', now() + interval '1 day')
  `
  await sql`delete from search_words`
  await sql`update listings set expires_at = expires_at + interval '1 day', contact = 'y'`
  await sql`update events set date = date + interval '1 day' where id = ${id}`
  expect(await sql`select word from search_words`).toEqual([])
})

it('accepts rows that are restored without a search path, as from a dump', async () => {
  const { sql } = await openTestDatabase()
  const words = await sql.begin(async (transaction) => {
    await transaction`select set_config('search_path', '', true)`
    await transaction`
      insert into public.listings (category, subcategory, title, description, contact, location)
      values ('housing', 'rooms shared', 'bassoon', 'x', 'x', 'SF')
    `
    await transaction`update public.listings set title = 'trombone'`
    return transaction<Array<{ word: string }>>`
      select word from public.search_words where word in ('bassoon', 'trombone') order by word
    `
  })
  expect(words.map(({ word }) => word)).toEqual(['bassoon', 'trombone'])
})
