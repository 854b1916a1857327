import { expect, it, vi } from 'vitest'
import { createRelease } from '../publishing/releases/release.ts'
import { openTestDatabase } from '../tests/database.ts'
import { makeFiles, serveOver } from '../tests/serve.ts'
import { pollOptions } from '../tests/poll-options.ts'

it('caches a page rendered with its record, and not one rendered without it', async () => {
  const release = createRelease('release', { files: makeFiles() })
  const rendered = [
    { html: 'without its record', hasRecord: false, reads: [] },
    { html: 'with its record', hasRecord: true, reads: [] },
  ]
  let times = 0
  const { base } = await serveOver(
    await openTestDatabase(),
    {},
    {
      releases: {
        read: () => release,
        readStale: () => [],
        findEarlierAsset: async () => undefined,
        renderImage: async () => undefined,
        renderPage: async (path) =>
          path === '/category/jobs'
            ? { html: `${(times += 1)}`, hasRecord: true, reads: [] }
            : (rendered.shift() ?? { html: 'rendered once more', hasRecord: true, reads: [] }),
      },
    },
  )
  const read = async (path = '/category/housing') => (await fetch(base + path)).text()
  // Nothing is cached until the server listens for changes of the database.
  await vi.waitUntil(
    async () => (await read('/category/jobs')) === (await read('/category/jobs')),
    pollOptions,
  )
  expect([await read(), await read(), await read()]).toEqual([
    'without its record',
    'with its record',
    'with its record',
  ])
})
