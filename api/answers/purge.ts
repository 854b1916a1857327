import { setTimeout as sleep } from 'node:timers/promises'
import type { Problems } from '../runtime/problems.ts'
import { siteTag, toTag } from './shared-headers.ts'

type Options = {
  /** A secret, like the token: never put it in a message. */
  url: string
  token?: string | undefined
  problems: Pick<Problems, 'report' | 'resolve'>
}

/** Tags in one call, the limit of Cloudflare, and their characters: Varnish takes headers of 8 KB. */
const [maxTags, maxLength] = [100, 6_000]
/** When more tags wait, everything is purged. */
const maxWaiting = 1_000
/** Milliseconds after which a purge is repeated: an answer that was on its way then may have been stored after it. */
const repeatAfter = 1_000
const timeout = 10_000
/** Milliseconds before a failed call is repeated, doubling each time. */
const [firstDelay, maxDelay] = [250, 10_000]

/**
 * Purges tags from a cache in front of the site, with one call in flight, until the cache accepts it. The call suits
 * Varnish (docs/operations/varnish.vcl), Fastly and Cloudflare. Begins with everything, since nobody followed the changes
 * before.
 */
export function createPurger({ url, token, problems }: Options) {
  const stopping = new AbortController()
  const { signal } = stopping
  /** Whether the purge of a tag will be repeated. */
  const waiting = new Map<string, boolean>()
  let isRunning = false

  function add(tags: readonly string[], isRepeated: boolean): void {
    for (const tag of tags) waiting.set(tag, isRepeated || waiting.get(tag) === true)
    if (waiting.size > maxWaiting) {
      waiting.clear()
      waiting.set(siteTag, true)
    }
    if (!isRunning) void run()
  }

  async function run(): Promise<void> {
    isRunning = true
    for (let failures = 0; waiting.size > 0 && !signal.aborted;) {
      const batch = takeBatch()
      try {
        await call(batch.map(([tag]) => tag))
        failures = 0
        problems.resolve('purge')
        void repeat(batch.filter(([, isRepeated]) => isRepeated).map(([tag]) => tag))
      } catch (error) {
        for (const [tag, isRepeated] of batch) waiting.set(tag, isRepeated || waiting.get(tag) === true)
        if (signal.aborted) break
        problems.report('purge', `The cache in front keeps old pages: ${(error as Error).message}`)
        await sleep(Math.min(firstDelay * 2 ** failures, maxDelay), undefined, { signal }).catch(() => {})
        failures += 1
      }
    }
    isRunning = false
  }

  function takeBatch() {
    const batch: [tag: string, isRepeated: boolean][] = []
    let length = 0
    for (const [tag, isRepeated] of waiting) {
      length += tag.length + 1
      if (batch.length === maxTags || (batch.length > 0 && length > maxLength)) break
      batch.push([tag, isRepeated])
      waiting.delete(tag)
    }
    return batch
  }

  async function repeat(tags: readonly string[]): Promise<void> {
    if (tags.length === 0) return
    await sleep(repeatAfter, undefined, { signal }).catch(() => {})
    if (!signal.aborted) add(tags, false)
  }

  async function call(tags: string[]): Promise<void> {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Surrogate-Key': tags.join(' '),
        // An answer that was purged may be sent while the server is away.
        'Fastly-Soft-Purge': '1',
        ...(token !== undefined && { Authorization: `Bearer ${token}`, 'Fastly-Key': token }),
      },
      body: JSON.stringify({ tags }),
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
    }).catch(() => {
      throw new Error('PURGE_URL does not answer')
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`PURGE_URL answers ${answer.status}`)
  }

  add([siteTag], true)
  return {
    /** `changed`: sources, and tables as `all <table>`. */
    purge: (changed: readonly string[]) => add(changed.map(toTag), true),
    waiting: () => waiting.size,
    [Symbol.dispose]: () => stopping.abort(),
  }
}
