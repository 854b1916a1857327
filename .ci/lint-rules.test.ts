import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

/** The messages of the border rule for a file with this import, at this place in the tree. */
async function lint(path: string, imported: string): Promise<string[]> {
  const root = await mkdtemp(join(tmpdir(), 'founderlist-lint-'))
  onTestFinished(() => rm(root, { recursive: true }))
  await cp('.oxlintrc.json', join(root, '.oxlintrc.json'))
  await mkdir(dirname(join(root, path)), { recursive: true })
  const text = `import { thing } from '${imported}'\nexport const used = thing\n`
  await writeFile(
    join(root, path),
    path.endsWith('.astro') ? `---\n${text.split('\n')[0]}\n---\n{thing}\n` : text,
  )
  const { promise, resolve } = Promise.withResolvers<string>()
  execFile(
    join(process.cwd(), 'node_modules/.bin/oxlint'),
    ['--format=json'],
    { cwd: root },
    (_error, stdout) => resolve(stdout),
  )
  const { diagnostics } = JSON.parse(await promise) as {
    diagnostics: Array<{ code: string; message: string; help?: string }>
  }
  return diagnostics
    .filter(({ code }) => code.includes('no-restricted-imports'))
    .map(({ message, help }) => `${message} ${help ?? ''}`)
}

it.each([
  ['site/pages/index.astro', '../../api/queries/listings.ts', /import them as #domain/],
  ['site/islands/Thing.tsx', '../../api/domain/listing.ts', /import them as #domain/],
  ['site/stores/thing.ts', '../../api/errors.ts', /import them as #domain/],
  ['site/stores/thing.ts', 'react', /know nothing of React/],
  ['site/stores/thing.ts', '../islands/Thing.tsx', /Imports go down/],
  ['site/lib/thing.ts', '@nanostores/react', /know nothing of React/],
  ['site/lib/thing.ts', '../stores/thing.ts', /Imports go down/],
  ['studio/thing.ts', '../api/errors.ts', /import them as #domain/],
  ['studio/schema/thing.ts', '../../site/lib/product.ts', /import them as #domain/],
  ['studio/structure/thing.ts', '../lake/store/open.ts', /only by its HTTP API/],
  ['studio/lake/thing.ts', '#domain/event.ts', /knows nothing of this product/],
  ['studio/lake/routes/thing.ts', '../../schema/index.ts', /knows nothing of this product/],
  ['studio/lake/thing.ts', 'sanity', /knows nothing of this product/],
  ['studio/lake/thing.ts', '../../api/errors.ts', /knows nothing of this product/],
  ['api/publisher/thing.ts', '../../site/bundle.ts', /only as the bundle/],
  ['api/routes/thing.ts', 'postgres', /SQL stands in api\/queries/],
  ['api/app.ts', './domain/listing.ts', /Import the shared words as #domain/],
  ['api/queries/thing.ts', 'hono', /knows nothing of HTTP/],
  ['api/queries/thing.ts', '../routes/thing.ts', /Imports go down/],
  ['api/database/thing.ts', 'hono/http-exception', /knows nothing of HTTP/],
  ['api/domain/thing.ts', 'node:fs', /imports zod and #domain/],
  ['api/domain/thing.ts', '../errors.ts', /imports zod and #domain/],
  ['api/domain/catalogue.ts', 'zod/mini', /imports nothing/],
])('%s may not import %s', async (path, imported, message) => {
  expect(await lint(path, imported)).toEqual([expect.stringMatching(message)])
})

it.each([
  ['site/pages/index.astro', '#domain/catalogue.ts'],
  ['site/islands/Thing.tsx', '../stores/toast.ts'],
  ['site/stores/thing.ts', '../lib/api.ts'],
  ['api/queries/thing.ts', 'postgres'],
  ['api/routes/thing.ts', '../queries/listings.ts'],
  ['api/routes/thing.ts', '#domain/listing.ts'],
  ['api/domain/thing.ts', 'zod/mini'],
  ['api/domain/thing.ts', '#domain/catalogue.ts'],
  ['api/routes/thing.test.ts', 'postgres'],
  ['studio/schema/thing.ts', '#domain/event.ts'],
  ['studio/lake/thing.ts', '@sanity/client'],
  ['studio/lake/routes/thing.ts', '../store/types.ts'],
])('%s may import %s', async (path, imported) => {
  expect(await lint(path, imported)).toEqual([])
})
