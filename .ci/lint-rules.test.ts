import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

/** The messages of the border rule for a file with these imports, at this place in the tree. */
async function lint(path: string, ...imported: string[]): Promise<string[]> {
  const root = await mkdtemp(join(tmpdir(), 'founderlist-lint-'))
  onTestFinished(() => rm(root, { recursive: true }))
  await cp('.oxlintrc.json', join(root, '.oxlintrc.json'))
  await mkdir(dirname(join(root, path)), { recursive: true })
  const imports = imported.map((from, index) => `import { thing${index} } from '${from}'`).join('\n')
  const names = imported.map((_from, index) => `thing${index}`).join(', ')
  await writeFile(
    join(root, path),
    path.endsWith('.astro')
      ? `---\n${imports}\n---\n{[${names}]}\n`
      : `${imports}\nexport const used = [${names}]\n`,
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
  ['api/queries/thing.ts', '../../site/bundle.ts', /only as the bundle/],
  ['api/queries/thing.ts', '../domain/listing.ts', /Import the shared words as #domain/],
  ['api/database/thing.ts', 'hono/http-exception', /knows nothing of HTTP/],
  ['api/database/thing.ts', '../../studio/env.ts', /only as the bundle/],
  ['api/database/embedded/thing.ts', '../../domain/uuid.ts', /Import the shared words as #domain/],
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

/** The files that no file of a folder may import: another part's, and the domain by its path. */
const acrossBorders: Record<string, string[]> = {
  api: ['site/bundle.ts', 'studio/env.ts', 'api/domain/listing.ts'],
  site: ['api/errors.ts', 'studio/env.ts', 'api/domain/listing.ts'],
  studio: ['api/errors.ts', 'site/lib/api.ts', 'api/domain/listing.ts'],
}

type Config = { overrides: Array<{ files: string[]; rules: Record<string, unknown> }> }
const { overrides } = JSON.parse(await readFile('.oxlintrc.json', 'utf8')) as Config
const restricted = overrides
  .filter(({ rules }) => Array.isArray(rules['no-restricted-imports']))
  .flatMap(({ files }) => files.map((glob) => glob.replace('**', 'thing.ts')))

// A later override replaces the options of an earlier one, so each has to repeat the borders.
it.each(restricted)('%s may import nothing across a border', async (path) => {
  const [part = ''] = path.split('/')
  const imported = acrossBorders[part]?.map((target) => {
    const relative = posix.relative(posix.dirname(path), target)
    return relative.startsWith('.') ? relative : `./${relative}`
  })
  expect(await lint(path, ...(imported ?? []))).toHaveLength(3)
})
