import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { ContentSettings } from '#domain/content/content-settings.ts'
import { startLocalLake } from '../content/local-lake.ts'
import { checkout } from '../runtime/checkout.ts'

type SeededLake = { settings: ContentSettings & { token: string } } & AsyncDisposable

/** A real Content Lake with the seed, and settings with a token that may write to it. */
export async function startSeededLake(): Promise<SeededLake> {
  await using opened = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'founderlist-content-'))
  opened.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  const lake = await startLocalLake({
    checkout,
    folder: join(folder, 'content'),
    port: 0,
    studioFolder: join(folder, 'studio'),
    log: () => {},
  })
  opened.use(lake)
  const toStop = opened.move()
  return {
    settings: {
      projectId: 'local',
      dataset: 'production',
      apiHost: `http://127.0.0.1:${lake.port}`,
      perspective: 'published',
      token: lake.token,
    },
    [Symbol.asyncDispose]: () => toStop.disposeAsync(),
  }
}

/** One Content Lake for all tests of a file. */
export function useSeededLake(): () => SeededLake['settings'] {
  let lake: SeededLake | undefined
  beforeAll(async () => {
    lake = await startSeededLake()
  }, 60_000)
  afterAll(() => lake?.[Symbol.asyncDispose]())
  return () => {
    if (!lake) throw new Error('The Content Lake of the tests has not been started yet')
    return lake.settings
  }
}
