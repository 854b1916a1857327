import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import type { Database } from '../../database/open.ts'
import { openTestDatabase } from '../../tests/database.ts'
import { pollOptions } from '../../tests/poll-options.ts'
import { createDeployHook } from './deploy-hook.ts'

type Call = { method: string | undefined; path: string | undefined }

/** A host that records calls and responds with the current `answer`. */
async function startHost() {
  const calls: Call[] = []
  const host = { calls, url: '', answer: [201, {}] as [status: number, headers: Record<string, string>] }
  const server = createServer(({ method, url: path }, response) => {
    calls.push({ method, path })
    response.writeHead(...host.answer).end('a long story')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  host.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/build/secret-of-the-hook`
  return host
}

/** Content of one document, whose revision a test sets. */
function makeContent() {
  const content = { revision: 'r1', readRevisions: async () => new Map<string, string>() }
  content.readRevisions = async () => new Map([['sponsors', content.revision]])
  return content
}

async function openHooks(count: number) {
  const { sql } = await openTestDatabase()
  const host = await startHost()
  const content = makeContent()
  const hooks = Array.from({ length: count }, () => {
    const hook = createDeployHook({
      sql,
      url: host.url,
      readRevisions: () => content.readRevisions(),
      debounceMs: 20,
    })
    onTestFinished(() => hook[Symbol.dispose]())
    return hook
  })
  return { sql, host, content, hooks, hook: hooks[0]! }
}

it('calls the hook once for each state of the content', async () => {
  const { host, content, hook } = await openHooks(1)
  expect(await hook.publish()).toMatchObject({ state: 'handed over', isNew: true })
  expect(host.calls).toEqual([{ method: 'POST', path: '/build/secret-of-the-hook' }])
  expect(await hook.publish()).toMatchObject({ state: 'handed over', isNew: false })
  expect(host.calls).toHaveLength(1)
  content.revision = 'r2'
  const revisions = new Map([['sponsors', 'r2']])
  expect(await hook.publish()).toEqual({ state: 'handed over', isNew: true, revisions })
  expect(host.calls).toHaveLength(2)
})

it('makes one call for a hundred changes in three processes', async () => {
  const { host, content, hooks } = await openHooks(3)
  const asked = Array.from({ length: 100 }, (_, index) => {
    content.revision = `r${index}`
    return hooks[index % 3]!.publish()
  })
  await Promise.all(asked)
  expect(host.calls).toHaveLength(1)
})

it.each([
  [500, {}, 'answers 500'],
  [404, {}, 'answers 404'],
  [302, { Location: '/elsewhere' }, 'answers 302'],
])(
  'reports a failure if the host answers %i, and calls it again at the next publish',
  async (status, headers, words) => {
    const { host, hook } = await openHooks(1)
    host.answer = [status, headers]
    const outcome = await hook.publish()
    expect(outcome).toMatchObject({ state: 'failed', error: { name: 'DeployFault' } })
    expect(String('error' in outcome && outcome.error)).toContain(words)
    expect(JSON.stringify(outcome) + String('error' in outcome && outcome.error)).not.toContain(
      'secret-of-the-hook',
    )
    host.answer = [200, {}]
    expect(await hook.publish()).toMatchObject({ state: 'handed over', isNew: true })
    expect(host.calls).toHaveLength(2)
  },
)

/** Counts all attempts to claim the call, including failed ones. */
async function countAttempts(sql: Database): Promise<void> {
  await sql`create sequence attempts`
  await sql`
    create function count_attempt() returns trigger language plpgsql
    as 'begin perform nextval(''attempts''); return null; end'
  `
  await sql`
    create trigger count_attempts before update on deploy_calls
    for each statement execute function count_attempt()
  `
}

it('takes over the claim of a process that died during its call', async () => {
  const { sql, host, hook } = await openHooks(1)
  await sql`update deploy_calls set claimed_until = now() + interval '1 hour'`
  await countAttempts(sql)
  const publishing = hook.publish()
  await expect
    .poll(async () => (await sql`select is_called from attempts`)[0], pollOptions)
    .toEqual({ isCalled: true })
  expect(host.calls).toHaveLength(0)
  await sql`update deploy_calls set claimed_until = now() - interval '1 second'`
  expect(await publishing).toMatchObject({ state: 'handed over', isNew: true })
})

it('does not call the hook when the content does not answer', async () => {
  const { host, content, hook } = await openHooks(1)
  content.readRevisions = () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7'))
  expect(await hook.publish()).toMatchObject({
    state: 'failed',
    error: { message: 'The site could not find out whether its host must build it again.' },
  })
  expect(host.calls).toHaveLength(0)
})
