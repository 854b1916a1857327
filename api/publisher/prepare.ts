import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Release } from './release.ts'

/** What the process that prepares a release is told, and what it tells. */
export type Task = { checkout: string; siteUrl: string }
export type Report = { line: string } | { release: Release }

/** The pages could not be built or rendered. The message holds what the bundler said. */
export class PagesError extends Error {
  override name = 'PagesError'
}

/**
 * Prepares the release of the present sources: builds the bundle if need be, renders, compresses. All of that happens
 * in a process of its own, which gives its memory back (40 MB for the pages alone) and keeps no visitor waiting.
 * Throws PagesError when it fails, and AbortError as soon as `signal` says so.
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
  child.on('message', (report: Report) => {
    if ('line' in report) log(report.line)
    else release = report.release
  })
  const closed = once(child, 'close')
  child.send(task)
  await closed
  signal?.throwIfAborted()
  if (!release) throw new PagesError(`The pages could not be prepared:\n${words.trim()}`)
  return release
}
