import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, it, onTestFinished, vi } from 'vitest'
import { pollOptions } from '../tests/poll-options.ts'
import { createPurger } from './purge.ts'

type Call = { tags: string[]; headers: IncomingHttpHeaders }

/** A cache in front that answers with the given statuses in turn, then with 200. */
async function openCache(...statuses: number[]) {
  const calls: Call[] = []
  let [inFlight, mostInFlight] = [0, 0]
  const server = createServer(async (request, response) => {
    inFlight += 1
    mostInFlight = Math.max(mostInFlight, inFlight)
    const { tags } = (await json(request)) as Call
    calls.push({ tags, headers: request.headers })
    inFlight -= 1
    response.writeHead(statuses.shift() ?? 200).end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const problems: string[] = []
  const purger = createPurger({
    url,
    token: 'a-secret',
    problems: { report: (_, reason) => problems.push(reason), resolve: () => problems.push('over') },
  })
  onTestFinished(() => purger[Symbol.dispose]())
  const untilCalled = (tag: string, times: number) =>
    vi.waitUntil(() => calls.filter(({ tags }) => tags.includes(tag)).length >= times, pollOptions)
  return { ...purger, calls, untilCalled, problems, mostInFlight: () => mostInFlight }
}

it('purges everything at the start, and each tag twice', async () => {
  const { calls, purge, untilCalled } = await openCache()
  await untilCalled('site', 2)
  purge(['listings', 'category jobs'])
  await untilCalled('category-jobs', 2)
  expect(calls.map(({ tags }) => tags)).toEqual([
    ['site'],
    ['site'],
    ['listings', 'category-jobs'],
    ['listings', 'category-jobs'],
  ])
  expect(calls.at(-1)?.headers).toMatchObject({
    'surrogate-key': 'listings category-jobs',
    authorization: 'Bearer a-secret',
    'fastly-key': 'a-secret',
  })
})

it('writes tags that fit into every header', async () => {
  const { calls, purge, untilCalled } = await openCache()
  purge(['events in série, "1"\n'])
  await untilCalled('events-in-s%C3%A9rie%2C-%221%22%0A', 1)
  expect(calls.some(({ headers }) => headers['surrogate-key']?.includes('s%C3%A9rie%2C-'))).toBe(true)
})

it('repeats a refused call until it is accepted, one at a time, and reports it meanwhile', async () => {
  const { purge, untilCalled, problems, calls, mostInFlight } = await openCache(500, 403, 302)
  for (let number = 0; number < 250; number += 1) purge([`listing ${number}`])
  await untilCalled('listing-249', 1)
  await untilCalled('listing-0', 1)
  expect(problems.slice(0, 2)).toEqual([
    'The cache in front keeps old pages: PURGE_URL answers 500',
    'The cache in front keeps old pages: PURGE_URL answers 403',
  ])
  await vi.waitUntil(() => problems.includes('over'), pollOptions)
  expect(Math.max(...calls.map(({ tags }) => tags.length))).toBeLessThanOrEqual(100)
  expect(mostInFlight()).toBe(1)
})

it('purges everything in place of more than a thousand tags', async () => {
  const { calls, purge, untilCalled } = await openCache(500)
  purge(Array.from({ length: 1_001 }, (_, number) => `listing ${number}`))
  await untilCalled('site', 2)
  expect(calls.some(({ tags }) => tags.includes('listing-5'))).toBe(false)
})
