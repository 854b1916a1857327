import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { lockReports } from '../report-queries.ts'
import { withholdListing } from '../state-queries.ts'
import { manage, postOne } from '../../tests/manage.ts'
import { change, findOnDesk, report, requestDesk } from '../../tests/moderate.ts'
import { serve } from '../../tests/serve.ts'

const serveReported = () => serve({ trustedProxies: ['127.0.0.1'] })
const isShown = async (base: string, id: string) => (await fetch(`${base}/api/listings/${id}`)).ok

it('fault 86: report, keep, hide, undo, report: undo takes back that decision and its reports only', async () => {
  const { base } = await serveReported()
  const { id } = await postOne(base)
  for (const from of ['10.0.1.1', '10.0.2.1']) await report(base, `listings/${id}`, from)
  for (const action of ['keep', 'hide', 'undo']) await change(base, action, [id])
  const readVerdicts = async () => (await findOnDesk(base, id)).reports.map(({ isRejected }) => isRejected)
  expect(await readVerdicts()).toEqual([true, true])
  await report(base, `listings/${id}`, '10.0.3.1')
  expect(await isShown(base, id)).toBe(true)
  // Undo takes back the verdict of the decision itself.
  await change(base, 'keep', [id])
  expect(await readVerdicts()).toEqual([true, true, true])
  await change(base, 'undo', [id])
  expect(await readVerdicts()).toEqual([false, true, true])
})

it('fault 86: of two moderators, the one whose decision is no longer the newest cannot undo it', async () => {
  const { base } = await serve()
  const { id } = await postOne(base)
  const [hidden] = await change(base, 'hide', [id], { who: 'Ada' })
  const [restored] = await change(base, 'show', [id], { who: 'Ben' })
  const undo = async (decision = '') =>
    (await change(base, 'undo', [id], { decisions: { [id]: decision } }))[0]
  expect(await undo(hidden?.decision)).toMatchObject({
    state: null,
    problem: expect.stringContaining('changed since') as string,
  })
  expect(await isShown(base, id)).toBe(true)
  expect((await findOnDesk(base, id)).decision).toBe(restored?.decision)
  expect(await undo(restored?.decision)).toMatchObject({ state: 'hidden' })
  expect(await undo(hidden?.decision)).toMatchObject({ problem: 'there is nothing to undo' })
})

it.each([
  [
    'reports',
    'keep',
    async (base: string, { id }: { id: string }) => {
      for (const from of ['10.0.1.1', '10.0.2.1', '10.0.3.1']) await report(base, `listings/${id}`, from)
    },
  ],
  [
    'an edit of its owner',
    'hide',
    async (base: string, { id, manageToken }: { id: string; manageToken: string }) =>
      manage(base, ['PATCH', id], manageToken, { title: 'Another' }),
  ],
])('fault 86: a decision cannot be undone after %s', async (_cause, action, changeIt) => {
  const { base } = await serveReported()
  const listing = await postOne(base)
  await change(base, action, [listing.id])
  await changeIt(base, listing)
  expect(await change(base, 'undo', [listing.id])).toMatchObject([
    { problem: expect.stringContaining('changed since') as string },
  ])
  expect(await isShown(base, listing.id)).toBe(false)
})

it('fault 86: what the team hides leaves “waiting”, until its owner disputes that', async () => {
  const { base } = await serve()
  const { id, manageToken } = await postOne(base)
  const readQueues = async () => {
    const queues = []
    for (const queue of ['waiting', 'hidden', 'removed']) {
      const answer = await requestDesk(base, 'GET', `listings?queue=${queue}`)
      const { counts, listings } = (await answer.json()) as {
        counts: { waiting: number }
        listings: unknown[]
      }
      queues.push(...(listings.length > 0 ? [`${queue}, ${counts.waiting} waiting`] : []))
    }
    return queues
  }
  await change(base, 'hide', [id])
  expect(await readQueues()).toEqual(['hidden, 0 waiting'])
  await manage(base, ['POST', `${id}/dispute`], manageToken, { dispute: 'Why?' })
  expect(await readQueues()).toEqual(['waiting, 1 waiting'])
  await change(base, 'hide', [id])
  expect(await readQueues()).toEqual(['hidden, 0 waiting'])
})

it('fault 86: after undo, what its owner has disputed waits again', async () => {
  const { base } = await serve()
  const { id, manageToken } = await postOne(base)
  await change(base, 'hide', [id])
  await manage(base, ['POST', `${id}/dispute`], manageToken, { dispute: 'Why?' })
  for (const action of ['delete', 'show']) {
    await change(base, action, [id])
    await change(base, 'undo', [id])
    const answer = await requestDesk(base, 'GET', 'listings?queue=waiting')
    expect([action, await answer.json()]).toMatchObject([action, { listings: [{ id, state: 'hidden' }] }])
  }
})

it('fault 86: after undo, a held listing is shown when its owner was told', async () => {
  const { base, sql } = await serve()
  const { id } = await postOne(base)
  await change(base, 'hide', [id])
  await sql`update all_listings set state = 'held', withheld_by = 'filter', show_at = now() + interval '5 hours'`
  const { showAt } = await findOnDesk(base, id)
  for (const action of ['show', 'hide']) {
    await change(base, action, [id])
    await change(base, 'undo', [id])
    expect(await findOnDesk(base, id)).toMatchObject({ state: 'held', by: 'filter', showAt })
  }
})

it('fault 86: a decision waits for a report that is being counted', async () => {
  const { base, sql } = await serve()
  const { id } = await postOne(base)
  let keeping: ReturnType<typeof change> | undefined
  await sql.begin(async (transaction) => {
    await lockReports(transaction, { type: 'listing', id })
    keeping = change(base, 'keep', [id])
    await sleep(300)
    await withholdListing(transaction, id, { state: 'hidden', by: 'reports' })
  })
  expect(await keeping).toMatchObject([{ problem: 'it is not shown: show it instead' }])
})
