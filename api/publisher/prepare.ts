import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { RenderSettings } from './bundle.ts'
import type { Release } from './release.ts'

/** What the process that prepares a release is told, and what it tells. */
export type Task = { checkout: string } & RenderSettings
export type Report = { line: string } | { release: Release } | { contentFault: string }

/** The pages could not be built or rendered. The message holds what the bundler said. */
export class PagesError extends Error {
  override name = 'PagesError'
}

/** A document of the content makes no whole page, or the content does not answer. The message says which, and why. */
export class ContentFault extends Error {
  override name = 'ContentFault'
}

/**
 * Prepares the release of the present sources: builds the bundle if need be, renders, compresses. All of that happens
 * in a process of its own, which gives its memory back (40 MB for the pages alone) and keeps no visitor waiting.
 * Throws ContentFault when the content is at fault, PagesError when anything else fails, and AbortError as soon as
 * `signal` says so.
 */
export async function prepareRelease(
  task: Task,
  log: (line: string) => void,
  signal?: AbortSignal,
): Promise<Release> {
  signal?.throwIfAborted()
  let words = ''
  const child = fork(fileURLToPath(new URL('./prepare-process.ts', import.meta.url)), {
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    ...(signal && { signal }),
  })
  // An abort is told as an error of the child; it is thrown below, once the child is gone.
  child.on('error', (error) => (words += error.message))
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (words += String(chunk)))
  let release: Release | undefined
  let contentFault: string | undefined
  child.on('message', (report: Report) => {
    if ('line' in report) log(report.line)
    else if ('contentFault' in report) contentFault = report.contentFault
    else release = report.release
  })
  const closed = once(child, 'close')
  child.send(task)
  await closed
  signal?.throwIfAborted()
  if (contentFault !== undefined) throw new ContentFault(contentFault)
  if (!release) throw new PagesError(`The pages could not be prepared:\n${words.trim()}`)
  return release
}

/** How long a start waits before it looks again whether the content is whole. */
const retryDelay = 3_000

/**
 * Prepares the release; where the content is at fault says so, once for each fault, and tries again until an editor
 * has mended it. Throws as prepareRelease does otherwise.
 */
export async function prepareWhenWhole(
  task: Task,
  log: (line: string) => void,
  signal?: AbortSignal,
): Promise<Release> {
  for (let lastFault = ''; ;) {
    try {
      return await prepareRelease(task, log, signal)
    } catch (error) {
      if (!(error instanceof ContentFault)) throw error
      if (error.message !== lastFault) log(`The site waits until its content is mended. ${error.message}`)
      lastFault = error.message
    }
    await sleep(retryDelay, undefined, { signal }).catch(() => undefined)
  }
}
