import { describe, expect, it } from 'vitest'
import type { ManagedListing, PostedListing } from '#domain/listings/listing.ts'
import type { DeskAction, DeskList } from '#domain/moderation/desk.ts'
import { runUpkeep } from './desk/upkeep-loop.ts'
import { openTestDatabase } from '../tests/database.ts'
import { manage, postOne, sendForm } from '../tests/manage.ts'
import { requestDesk, change, findOnDesk, report } from '../tests/moderate.ts'
import { sign } from 'hono/jwt'
import { listingInput, moderationToken, post, serve, serveOver } from '../tests/serve.ts'
import { openPseudonyms } from './pseudonyms.ts'

const behindProxy = { trustedProxies: ['127.0.0.1'] }

function serveFiltered(settings = {}) {
  return serve({ filter: 'on', ...behindProxy, ...settings })
}

const text = (words: string) =>
  `${words} with plenty of light, two windows to the south and a long table where six people can work in the evening`

async function readListed(base: string): Promise<string[]> {
  const listed = (await (await fetch(`${base}/api/listings/category/housing`)).json()) as Array<{
    id: string
  }>
  return listed.map(({ id }) => id)
}

async function readOwn(base: string, { id, manageToken }: PostedListing): Promise<ManagedListing> {
  return (await manage(base, ['GET', id], manageToken)).json() as Promise<ManagedListing>
}

describe('the filter', () => {
  it('fault 69: refuses a post that fills in the hidden field', async () => {
    const { base, sql } = await serveFiltered()
    const answer = await post(base, listingInput({ leaveEmpty: 'http://spam.test' }))
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining('leave this empty')])
    expect(await sql`select who, what, why from moderation_log`).toEqual([
      { who: 'filter', what: 'refuse', why: 'trapFilled' },
    ])
  })

  it.each([
    ['0.2', 422],
    ['1.9', 422],
    ['2', 201],
    ['', 201],
    ['soon', 201],
  ])('fault 69: answers a form that was filled in within %s s with %i', async (seconds, status) => {
    const { base } = await serveFiltered()
    expect((await post(base, listingInput({ seconds }))).status).toBe(status)
  })

  it('fault 69: refuses nearly the same text as another post within a day', async () => {
    const { base, sql } = await serveFiltered()
    const first = await postOne(base, { title: 'Desk in a studio', description: text('A desk') })
    const again = { title: 'Desk in a studio!', description: text('A nice desk'), location: 'NYC' }
    const answer = await post(base, listingInput(again))
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining('the same text')])
    expect((await post(base, listingInput({ ...again, description: text('Another room') }))).status).toBe(422)
    expect(
      (await post(base, listingInput({ title: 'Bicycle', description: 'Blue, 54 cm, new tires.' }))).status,
    ).toBe(201)
    // The owner may edit it, and may post it again after deleting it.
    expect(
      (await manage(base, ['PATCH', first.id], first.manageToken, { title: 'Desk in a big studio' })).status,
    ).toBe(200)
    await manage(base, ['DELETE', first.id], first.manageToken)
    expect((await post(base, listingInput(again))).status).toBe(201)
    await sql`update post_traces set posted_at = now() - interval '25 hours'`
    expect((await post(base, listingInput(again))).status).toBe(201)
  })

  it('counts a refused post toward the limit and returns the form with everything that was typed', async () => {
    const { base } = await serveFiltered({ postsPerHour: 2 })
    const fields = { ...(listingInput() as Record<string, string>), leaveEmpty: 'x' }
    const postForm = (typed: Record<string, string>) =>
      fetch(`${base}/api/listings`, {
        method: 'POST',
        headers: { 'Sec-Fetch-Site': 'same-origin', Accept: 'text/html' },
        body: new URLSearchParams(typed),
      })
    const refused = await postForm(fields)
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('Room in the Mission')
    await postForm(fields)
    expect((await postForm(fields)).status).toBe(429)
    expect((await post(base, listingInput())).status).toBe(429)
  })

  it('shows everything in log mode, and logs the reason without the text', async () => {
    const { base, logged } = await serve({ filter: 'log' })
    expect((await post(base, listingInput({ leaveEmpty: 'x', contact: 'secret@example.org' }))).status).toBe(
      201,
    )
    expect(logged()).toContain('"wanted":"trapFilled"')
    expect(logged()).not.toContain('secret@example.org')
  })
})

describe('a ban', () => {
  it('of a contact refuses it in every spelling, until it is lifted', async () => {
    const { base } = await serveFiltered()
    const first = await postOne(base, { contact: 'Room.Man+sf@example.org' })
    const added = await requestDesk(base, 'POST', 'bans', { kind: 'contact', listing: first.id, who: 'Ada' })
    const [ban] = (await added.json()) as Array<{ id: string }>
    const again = listingInput({
      title: 'A bicycle',
      description: 'Nearly new.',
      contact: 'room.man@EXAMPLE.org',
    })
    const answer = await post(base, again)
    expect([added.status, answer.status, await answer.text()]).toEqual([
      201,
      422,
      expect.stringContaining('cannot be posted'),
    ])
    expect((await requestDesk(base, 'DELETE', `bans/${ban?.id}`, { who: 'Ada' })).status).toBe(204)
    expect((await post(base, again)).status).toBe(201)
  })

  it('of a network or a phrase applies in log mode, too', async () => {
    const { base } = await serve({ filter: 'log', ...behindProxy })
    const from = (address: string) => ({ 'X-Forwarded-For': address })
    const first = (await (await post(base, listingInput(), from('10.1.1.1'))).json()) as PostedListing
    await requestDesk(base, 'POST', 'bans', { kind: 'network', listing: first.id, who: 'Ada' })
    await requestDesk(base, 'POST', 'bans', { kind: 'phrase', text: 'Passive Income!', who: 'Ada' })
    expect((await post(base, listingInput(), from('10.1.1.1'))).status).toBe(422)
    expect((await post(base, listingInput(), from('10.1.1.2'))).status).toBe(201)
    expect((await post(base, listingInput({ title: 'PASSIVE  íncome' }), from('10.1.1.2'))).status).toBe(422)
    expect(
      (await post(base, listingInput({ title: 'Massive passive incomes' }), from('10.1.1.2'))).status,
    ).toBe(201)
    await requestDesk(base, 'POST', 'bans', { kind: 'phrase', text: '轻松赚钱', who: 'Ada' })
    const unspaced = listingInput({ title: '在家轻松赚钱日结' })
    expect((await post(base, unspaced, from('10.1.1.2'))).status).toBe(422)
  })
})

describe('a held listing', () => {
  async function holdOne() {
    const served = await serveFiltered()
    const { base } = served
    const first = await postOne(base, { title: 'Sofa', description: 'Green, three seats.' })
    await change(base, 'delete', [first.id])
    // Held because its contact is that of a removed listing.
    const held = await postOne(base, {
      title: 'A lamp and a rug',
      description: 'Both from the sixties, with a scratch.',
    })
    return { ...served, held }
  }

  it('is shown to its owner without scripts, by its token', async () => {
    const { base, held } = await holdOne()
    const open = (token: string, site = 'same-origin') =>
      fetch(`${base}/listing/${held.id}/manage`, {
        method: 'POST',
        headers: { 'Sec-Fetch-Site': site, Accept: 'text/html' },
        body: new URLSearchParams({ token }),
      })
    const own = await open(held.manageToken)
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await own.text()).toMatch(/scratch[^]*withheld[^]*held/)
    const wrong = await open('w'.repeat(43))
    expect([wrong.status, await wrong.text()]).toEqual([403, expect.not.stringContaining('scratch')])
    expect((await open(held.manageToken, 'cross-site')).status).toBe(403)
  })

  it('cannot be hidden after its removal, and the removal can be undone only once', async () => {
    const { base, held } = await holdOne()
    const decide = async (action: DeskAction) => (await change(base, action, [held.id]))[0]
    await decide('delete')
    expect(await decide('hide')).toMatchObject({
      problem: expect.stringContaining('already removed') as string,
    })
    expect(await decide('undo')).toMatchObject({ state: 'held' })
    expect(await decide('undo')).toMatchObject({ problem: 'there is nothing to undo' })
    // The first listing of `holdOne` stays removed.
    const page = await (await fetch(`${base}/transparency`)).text()
    expect(page.replaceAll('&quot;', '"')).toContain('"removed":{"scam":1}')
  })

  it('tells its owner that it is held, and is in no list, search or page', async () => {
    const { base, sql, held } = await holdOne()
    expect(held.withheld).toMatchObject({ state: 'held', by: 'filter' })
    expect((await readOwn(base, held)).withheld).toMatchObject({
      state: 'held',
      showAt: expect.any(String) as string,
    })
    expect(await readListed(base)).not.toContain(held.id)
    const found = await (await fetch(`${base}/api/search?q=lamp`)).text()
    expect(found).not.toContain(held.id)
    const answer = await fetch(`${base}/api/listings/${held.id}`)
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('hidden')])
    const page = await fetch(`${base}/listing/${held.id}`)
    expect(page.status).toBe(404)
    expect(await page.text()).not.toContain('scratch')
    const log = await sql<
      Array<{ who: string; what: string }>
    >`select who, what, why from moderation_log where target = ${held.id} order by id`
    expect(log).toMatchObject([
      { what: 'post' },
      { who: 'filter', what: 'hold', why: expect.stringContaining('contact-of-removed') as string },
    ])
  })

  it('is shown once when its hold is over, even with two processes', async () => {
    const { base, sql, held } = await holdOne()
    await sql`update all_listings set show_at = now() where state = 'held'`
    const parts = { sql, answers: { invalidate: () => {} } as never, pseudonyms: await openPseudonyms(sql) }
    await Promise.all([runUpkeep(parts), runUpkeep(parts)])
    expect((await fetch(`${base}/api/listings/${held.id}`)).status).toBe(200)
    expect((await readOwn(base, held)).withheld).toBeUndefined()
    expect(await sql`select from moderation_log where who = 'time' and what = 'show'`).toHaveLength(1)
  })

  it('can be edited and deleted, but not renewed', async () => {
    const { base, sql, held } = await holdOne()
    const edited = await manage(base, ['PATCH', held.id], held.manageToken, { title: 'Two lamps' })
    expect(await edited.json()).toMatchObject({ title: 'Two lamps', withheld: { state: 'held' } })
    expect((await manage(base, ['POST', `${held.id}/renew`], held.manageToken)).status).toBe(409)
    expect((await manage(base, ['DELETE', held.id], held.manageToken)).status).toBe(204)
    expect(await sql`select from all_listings where id = ${held.id} and state <> 'shown'`).toHaveLength(0)
    expect((await manage(base, ['GET', held.id], held.manageToken)).status).toBe(404)
  })

  it('is returned again when its post is repeated', async () => {
    const { base } = await holdOne()
    const key = { 'Idempotency-Key': 'k'.repeat(32) }
    const input = listingInput({ title: 'Curtains', description: 'Four of them, grey.' })
    const both = [await post(base, input, key), await post(base, input, key)]
    const [first, again] = (await Promise.all(both.map((answer) => answer.json()))) as PostedListing[]
    expect(first?.withheld?.state).toBe('held')
    expect(again).toEqual(first)
  })

  it('can result from an edit', async () => {
    const { base } = await holdOne()
    const good = await postOne(base, {
      title: 'A shelf',
      description: 'White, two meters.',
      contact: 'shelf@example.net',
    })
    const edited = await manage(base, ['PATCH', good.id], good.manageToken, { contact: 'room@example.org' })
    expect(await edited.json()).toMatchObject({ withheld: { state: 'held', by: 'filter' } })
    expect((await fetch(`${base}/api/listings/${good.id}`)).status).toBe(404)
  })
})

describe('reports', () => {
  it('from three networks hide a listing; each network counts once', async () => {
    const { base, sql } = await serve(behindProxy)
    const listing = await postOne(base)
    const path = `listings/${listing.id}`
    const statuses = []
    for (const from of ['10.0.1.1', '10.0.1.1', '10.0.1.1', '10.0.2.1'])
      statuses.push((await report(base, path, from)).status)
    expect(statuses).toEqual([202, 202, 202, 202])
    expect(await readListed(base)).toContain(listing.id)
    await report(base, path, '10.0.3.1', { reason: 'illegal', text: 'It is not theirs.' })
    expect(await readListed(base)).not.toContain(listing.id)
    expect((await fetch(`${base}/listing/${listing.id}`)).status).toBe(404)
    expect((await report(base, path, '10.0.4.1')).status).toBe(404)
    expect((await readOwn(base, listing)).withheld).toMatchObject({
      state: 'hidden',
      by: 'reports',
      reason: 'scam',
      showAt: null,
    })
    expect(
      (await sql`select network from reports`).every(({ network }) => !String(network).includes('10.')),
    ).toBe(true)
  })

  it('of one network count once when its key is replaced meanwhile', async () => {
    const database = await openTestDatabase()
    const { sql } = database
    const pseudonyms = await openPseudonyms(sql)
    const { base } = await serveOver(database, behindProxy, { pseudonyms })
    const { id } = await postOne(base)
    await report(base, `listings/${id}`, '10.0.0.1')
    await sql`update pseudonym_keys set made_at = now() - interval '31 days'`
    await pseudonyms.refresh()
    expect((await report(base, `listings/${id}`, '10.0.0.1')).status).toBe(202)
    expect(await sql`select from reports`).toHaveLength(1)
  })

  it('that arrive at once hide a listing once', async () => {
    const { base, sql } = await serve(behindProxy)
    const { id } = await postOne(base)
    await Promise.all(Array.from({ length: 12 }, (_, at) => report(base, `listings/${id}`, `10.0.${at}.1`)))
    expect(await sql`select from moderation_log where what = 'hide'`).toHaveLength(1)
  })

  it('weigh less from networks whose earlier reports were rejected', async () => {
    const { base } = await serve(behindProxy)
    const wrong = await postOne(base)
    for (const from of ['10.0.1.1', '10.0.2.1']) await report(base, `listings/${wrong.id}`, from)
    await change(base, 'keep', [wrong.id])
    const other = await postOne(base)
    for (const from of ['10.0.1.1', '10.0.2.1', '10.0.3.1']) await report(base, `listings/${other.id}`, from)
    expect((await fetch(`${base}/api/listings/${other.id}`)).status).toBe(200)
    await report(base, `listings/${other.id}`, '10.0.4.1')
    expect((await fetch(`${base}/api/listings/${other.id}`)).status).toBe(404)
  })

  it.each([
    [{}, 400],
    [{ reason: 'boring' }, 400],
    [{ reason: 'scam', text: 'x'.repeat(1_001) }, 400],
    [{ reason: 'scam', text: 'a\0b\u202e\u200b' }, 202],
    [{ reason: 'scam', network: 'x' }, 400],
    [{ reason: 'scam', leaveEmpty: 'x' }, 422],
    [{ reason: 'personal-data', text: 'x'.repeat(1_000) }, 202],
  ])('with %o get status %i', async (fields, status) => {
    const { base } = await serve()
    const { id } = await postOne(base)
    expect((await report(base, `listings/${id}`, '', fields)).status).toBe(status)
  })

  it('are refused for unknown targets, from other sites and beyond twenty an hour', async () => {
    const { base } = await serve()
    const nobody = '00000000-0000-4000-8000-000000000000'
    expect((await report(base, `listings/${nobody}`, '')).status).toBe(404)
    expect((await report(base, 'listings/x', '')).status).toBe(404)
    for (const id of [nobody, 'x']) {
      const unknown = await report(base, `events/${id}`, '')
      expect([unknown.status, await unknown.text()]).toEqual([404, 'Event Not Found'])
    }
    const { id } = await postOne(base)
    const foreign = await sendForm(
      base,
      `${id}/reports`,
      { reason: 'scam' },
      { 'Sec-Fetch-Site': 'cross-site' },
    )
    expect(foreign.status).toBe(403)
    const form = await sendForm(base, `${id}/reports`, { reason: 'scam', text: '' })
    expect([form.status, form.headers.get('Location')]).toEqual([303, `/listing/${id}#reported`])
    const others: string[] = []
    for (let count = 0; count < 24; count += 1) others.push((await postOne(base)).id)
    const answers = await Promise.all(others.map((other) => report(base, `listings/${other}`, '')))
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([...Array<number>(19).fill(202), ...Array<number>(5).fill(429)])
  })
})

describe('the owner of a withheld listing', () => {
  it('sees why it is hidden, disputes that, and sends it to the team by an edit', async () => {
    const { base } = await serve()
    const listing = await postOne(base)
    await change(base, 'hide', [listing.id], {
      reason: 'personal-data',
      why: 'A phone number of a neighbor.',
    })
    expect((await readOwn(base, listing)).withheld).toMatchObject({
      state: 'hidden',
      by: 'team',
      reason: 'personal-data',
    })
    const disputed = await manage(base, ['POST', `${listing.id}/dispute`], listing.manageToken, {
      dispute: ' It is mine. ',
    })
    expect(await disputed.json()).toMatchObject({ withheld: { dispute: 'It is mine.' } })
    expect(await findOnDesk(base, listing.id)).toMatchObject({ dispute: 'It is mine.', state: 'hidden' })
    const edited = await manage(base, ['PATCH', listing.id], listing.manageToken, {
      contact: 'mine@example.org',
    })
    expect(await edited.json()).toMatchObject({ withheld: { state: 'held', by: 'edit', showAt: null } })
    await change(base, 'show', [listing.id])
    expect((await readOwn(base, listing)).withheld).toBeUndefined()
    const nothing = await manage(base, ['POST', `${listing.id}/dispute`], listing.manageToken, {
      dispute: 'Why?',
    })
    expect(nothing.status).toBe(409)
  })

  it('cannot edit it after its removal, but still sees why once its text is erased', async () => {
    const { base, sql } = await serve()
    const listing = await postOne(base)
    await change(base, 'delete', [listing.id], { reason: 'illegal' })
    expect((await manage(base, ['PATCH', listing.id], listing.manageToken, { title: 'x' })).status).toBe(409)
    await sql`update all_listings set erase_at = now() where state = 'removed'`
    const parts = { sql, answers: { invalidate: () => {} } as never, pseudonyms: await openPseudonyms(sql) }
    await runUpkeep(parts)
    expect(await readOwn(base, listing)).toMatchObject({
      title: '',
      withheld: { state: 'removed', reason: 'illegal' },
    })
    expect(await change(base, 'show', [listing.id])).toMatchObject([
      { state: null, problem: expect.any(String) as string },
    ])
  })
})

it('data is deleted after 30 days; deleted listings are logged', async () => {
  const { base, sql } = await serve()
  const [hidden, shown] = [await postOne(base), await postOne(base)]
  await report(base, `listings/${shown.id}`, '')
  await change(base, 'hide', [hidden.id])
  const parts = { sql, answers: { invalidate: () => {} } as never, pseudonyms: await openPseudonyms(sql) }
  await runUpkeep(parts)
  expect(await sql`select from post_traces`).toHaveLength(2)
  await sql`update post_traces set posted_at = now() - interval '31 days'`
  await sql`update reports set reported_at = now() - interval '31 days'`
  await sql`update all_listings set withheld_at = now() - interval '31 days' where state <> 'shown'`
  await sql`update pseudonym_keys set made_at = now() - interval '31 days'`
  await runUpkeep(parts)
  for (const table of ['post_traces', 'reports']) expect(await sql`select from ${sql(table)}`).toHaveLength(0)
  expect(await sql`select id from all_listings`).toEqual([{ id: shown.id }])
  expect(await sql`select from pseudonym_keys`).toHaveLength(2)
  expect((await manage(base, ['GET', hidden.id], hidden.manageToken)).status).toBe(404)
  expect(await sql`select target from moderation_log where who = 'time'`).toEqual([{ target: hidden.id }])
})

describe('the desk', () => {
  it('refuses requests without the token or from other origins', async () => {
    const { base } = await serve()
    const ask = (headers: Record<string, string>) => fetch(`${base}/api/moderation/listings`, { headers })
    const right = { Authorization: `Bearer ${moderationToken}` }
    expect((await ask({})).status).toBe(401)
    expect((await ask({ Authorization: 'Bearer wrong' })).status).toBe(401)
    expect((await ask({ ...right, Origin: 'http://evil.test' })).status).toBe(403)
    const studio = await ask({ ...right, Origin: 'http://studio.test' })
    expect([studio.status, studio.headers.get('Access-Control-Allow-Origin')]).toEqual([
      200,
      'http://studio.test',
    ])
    for (const path of ['changes', 'bans', 'events/x/keep'])
      expect((await fetch(`${base}/api/moderation/${path}`, { method: 'POST' })).status).toBe(401)
    const { base: closed } = await serveOver(await openTestDatabase(), {}, { moderationToken: undefined })
    expect((await fetch(`${closed}/api/moderation/listings`, { headers: right })).status).toBe(401)
  })

  it('knows the person in the local Studio by their token: role, name and end', async () => {
    const { base, sql } = await serve()
    const { id } = await postOne(base)
    const ask = async (token: string, path = 'listings') =>
      (await fetch(`${base}/api/moderation/${path}`, { headers: { Authorization: `Bearer ${token}` } }))
        .status
    const now = Math.floor(Date.now() / 1_000)
    const signFor = (role: string, exp = now + 60, secret = moderationToken) =>
      sign({ sub: 'x', name: 'Ana', role, exp }, secret, 'HS256')
    for (const [role, status] of [
      ['administrator', 200],
      ['moderator', 200],
      ['editor', 403],
      ['organiser', 403],
    ] as const)
      expect([role, await ask(await signFor(role))]).toEqual([role, status])
    expect(await ask(await signFor('moderator', now - 1))).toBe(401)
    expect(await ask(await signFor('moderator', now + 60, 'another secret of the tests'))).toBe(401)
    const unsigned = [
      { alg: 'none', typ: 'JWT' },
      { name: 'Ana', role: 'moderator', exp: now + 60 },
    ]
    expect(
      await ask(
        `${unsigned.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`,
      ),
    ).toBe(401)

    await fetch(`${base}/api/moderation/changes`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${await signFor('moderator')}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ action: 'hide', ids: [id], reason: 'scam', who: 'somebody else' }),
    })
    expect(await sql`select who from moderation_log where what = 'hide'`).toEqual([{ who: 'Ana' }])
  })

  it('changes many listings at once, independently, and undoes it', async () => {
    const { base, sql } = await serve()
    const [one, two] = [await postOne(base), await postOne(base)]
    const gone = '00000000-0000-0000-0000-00000000000a'
    expect(await change(base, 'hide', [one.id, gone, two.id])).toMatchObject([
      { state: 'hidden' },
      { state: null, problem: expect.any(String) as string },
      { state: 'hidden' },
    ])
    expect(await readListed(base)).toEqual([])
    expect(await change(base, 'undo', [one.id, two.id])).toMatchObject([
      { state: 'shown' },
      { state: 'shown' },
    ])
    expect((await readListed(base)).toSorted()).toEqual([one.id, two.id].toSorted())
    await change(base, 'delete', [one.id])
    await change(base, 'undo', [one.id])
    expect((await fetch(`${base}/api/listings/${one.id}`)).status).toBe(200)
    await change(base, 'move', [one.id], { category: 'gigs', subcategory: 'bounties' })
    expect((await findOnDesk(base, one.id)).category).toBe('gigs')
    await change(base, 'undo', [one.id])
    const { category, history } = await findOnDesk(base, one.id)
    expect([category, history.map(({ what }) => what)]).toEqual([
      'housing',
      ['undo', 'move', 'undo', 'delete', 'undo', 'hide', 'post'],
    ])
    await expect(sql`delete from moderation_log`).rejects.toThrow('append-only')
    await expect(sql`update moderation_log set who = 'x'`).rejects.toThrow('append-only')
    await expect(sql`truncate moderation_log`).rejects.toThrow('append-only')
  })

  it('lists waiting, reported and new listings page by page', async () => {
    const { base } = await serve()
    const posted = []
    for (let count = 0; count < 53; count += 1) posted.push((await postOne(base)).id)
    await report(base, `listings/${posted[0]}`, '')
    await change(base, 'hide', [posted[1] ?? ''])
    const read = async (query: string) =>
      (await (await requestDesk(base, 'GET', `listings?${query}`)).json()) as DeskList
    const newest = await read('queue=newest')
    expect(newest.counts).toEqual({ waiting: 0, reported: 1, events: 0 })
    expect(newest.listings).toHaveLength(50)
    const rest = await read(`queue=newest&before=${newest.next}`)
    expect([...newest.listings, ...rest.listings].map(({ id }) => id)).toEqual(
      posted.filter((_, at) => at !== 1).toReversed(),
    )
    expect((await read('queue=reported')).listings).toMatchObject([
      { id: posted[0], reports: [{ reason: 'scam' }] },
    ])
    expect((await read('queue=waiting')).listings).toEqual([])
    expect((await read('queue=hidden')).listings).toMatchObject([
      { id: posted[1], state: 'hidden', by: 'team' },
    ])
    const first = await requestDesk(base, 'GET', 'listings')
    const headers = {
      Authorization: `Bearer ${moderationToken}`,
      'If-None-Match': first.headers.get('ETag') ?? '',
    }
    expect((await fetch(`${base}/api/moderation/listings`, { headers })).status).toBe(304)
  })

  it.each([
    ['GET', 'listings?queue=all'],
    ['GET', 'listings?before=1'],
    ['POST', 'changes', { action: 'hide', ids: [], who: 'Ada' }],
    ['POST', 'changes', { action: 'hide', ids: ['00000000-0000-4000-8000-000000000000'], who: 'Ada' }],
    ['POST', 'changes', { action: 'show', ids: ['00000000-0000-4000-8000-000000000000'] }],
    ['POST', 'bans', { kind: 'phrase', who: 'Ada' }],
    ['POST', 'bans', { kind: 'phrase', text: '!!! ???', who: 'Ada' }],
    ['POST', 'bans', { kind: 'contact', text: 'nobody', who: 'Ada' }],
    ['POST', 'bans', { kind: 'network', who: 'Ada' }],
    ['DELETE', 'bans/x', { who: 'Ada' }],
  ])('refuses %s %s %o', async (method, path, body?: unknown) => {
    const { base } = await serve()
    expect((await requestDesk(base, method, path, body)).status).toBe(400)
  })
})

describe('a contact that is shown only on request', () => {
  it('is in no page and no JSON before, except for the owner', async () => {
    const { base, sql } = await serve({ contacts: 'reveal', contactsPerHour: 2 })
    const listing = await postOne(base)
    const json = (await (await fetch(`${base}/api/listings/${listing.id}`)).json()) as { contact: unknown }
    expect(json.contact).toBeNull()
    expect(await (await fetch(`${base}/listing/${listing.id}`)).text()).not.toContain('room@example.org')
    expect((await readOwn(base, listing)).contact).toBe('room@example.org')

    const asked = await fetch(`${base}/api/listings/${listing.id}/contact`, { method: 'POST' })
    expect([asked.status, await asked.json()]).toEqual([200, { contact: 'room@example.org' }])
    const pressButton = (site = 'same-origin') =>
      fetch(`${base}/listing/${listing.id}/contact`, { method: 'POST', headers: { 'Sec-Fetch-Site': site } })
    const page = await pressButton()
    expect([page.status, page.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
    expect(await page.text()).toContain('room@example.org')
    expect((await pressButton()).status).toBe(429)
    expect((await pressButton('cross-site')).status).toBe(403)
    expect(await sql`select from moderation_log where what = 'contact'`).toHaveLength(2)
  })
})

it('two processes share reports, hidden listings and keys, and a restart loses none', async () => {
  const database = await openTestDatabase()
  const one = await serveOver(database, { reportsToHide: 2, ...behindProxy })
  const two = await serveOver(database, { reportsToHide: 2, ...behindProxy })
  const listing = await postOne(one.base)
  await report(one.base, `listings/${listing.id}`, '10.0.1.1')
  await report(two.base, `listings/${listing.id}`, '10.0.1.1')
  expect((await fetch(`${two.base}/api/listings/${listing.id}`)).status).toBe(200)
  await report(two.base, `listings/${listing.id}`, '10.0.2.1')
  await expect.poll(async () => (await fetch(`${one.base}/api/listings/${listing.id}`)).status).toBe(404)
  const three = await serveOver(database, { reportsToHide: 2, ...behindProxy })
  expect((await readOwn(three.base, listing)).withheld?.state).toBe('hidden')
})
