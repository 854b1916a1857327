import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import config from '../oxlint.config.ts'

/** The messages of the border rule for a file with these imports, at this place in the tree. */
async function lint(path: string, ...imported: string[]): Promise<string[]> {
  const root = await mkdtemp(join(tmpdir(), 'founderlist-lint-'))
  onTestFinished(() => rm(root, { recursive: true }))
  await cp('oxlint.config.ts', join(root, 'oxlint.config.ts'))
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
  ['site/pages/index.astro', '../../api/listings/queries.ts', /import them as #domain/],
  ['site/islands/Thing.tsx', '../../api/domain/listing.ts', /import them as #domain/],
  ['site/stores/thing.ts', '../../api/errors.ts', /import them as #domain/],
  ['site/stores/thing.ts', 'react', /know nothing of React/],
  ['site/stores/thing.ts', '../islands/Thing.tsx', /Imports go down/],
  ['site/lib/thing.ts', '@nanostores/react', /know nothing of React/],
  ['site/lib/thing.ts', '../stores/thing.ts', /Imports go down/],
  ['studio/thing.ts', '../api/errors.ts', /import them as #domain/],
  ['studio/schema/thing.ts', '../../site/lib/product.ts', /import them as #domain/],
  ['studio/structure/thing.ts', '../lake/store/open.ts', /only by its HTTP API/],
  ['studio/lake/thing.ts', '#domain/events/event.ts', /knows nothing of this product/],
  ['studio/lake/routes/thing.ts', '../../schema/index.ts', /knows nothing of this product/],
  ['studio/lake/thing.ts', 'sanity', /knows nothing of this product/],
  ['studio/lake/routes/thing.ts', '../../env.ts', /knows nothing of this product/],
  ['studio/lake/thing.ts', '../../api/errors.ts', /knows nothing of this product/],
  ['api/publishing/thing.ts', '../../site/bundle.ts', /only as the bundle/],
  ['api/listings/thing.ts', 'postgres', /SQL stands in queries\.ts/],
  ['api/app.ts', './domain/listings/listing.ts', /Import the shared code as #domain/],
  ['api/listings/queries.ts', 'hono', /knows nothing of HTTP/],
  ['api/content/change-queries.ts', '../http/read-body.ts', /knows nothing of HTTP/],
  ['api/listings/queries.ts', '../pages/routes.ts', /Imports go down/],
  ['api/http/thing.ts', '../database/open.ts', /Imports go down/],
  ['api/answers/thing.ts', '../publishing/releases/release.ts', /Imports go down/],
  ['api/content/preview/thing.ts', '../../publishing/render.ts', /Imports go down/],
  ['api/runtime/thing.ts', '../run.ts', /Imports go down/],
  ['api/database/thing.ts', 'hono/http-exception', /knows nothing of HTTP/],
  ['api/database/thing.ts', '../../studio/env.ts', /only as the bundle/],
  ['api/database/embedded/thing.ts', '../../domain/uuid.ts', /Import the shared code as #domain/],
  ['api/domain/thing.ts', 'node:fs', /imports zod, date-fns-tz and #domain/],
  ['api/domain/thing.ts', '../errors.ts', /imports zod, date-fns-tz and #domain/],
  ['api/domain/listings/catalogue.ts', 'zod/mini', /imports nothing/],
])('%s may not import %s', async (path, imported, message) => {
  expect(await lint(path, imported)).toEqual([expect.stringMatching(message)])
})

it.each([
  ['site/pages/index.astro', '#domain/listings/catalogue.ts'],
  ['site/islands/Thing.tsx', '../stores/toast.ts'],
  ['site/stores/thing.ts', '../lib/api.ts'],
  ['api/listings/queries.ts', 'postgres'],
  ['api/content/fault-queries.ts', 'postgres'],
  ['api/listings/routes.ts', './queries.ts'],
  ['api/pages/thing.ts', '../listings/queries.ts'],
  ['api/listings/thing.ts', '#domain/listings/listing.ts'],
  ['api/domain/thing.ts', 'zod/mini'],
  ['api/domain/thing.ts', '#domain/listings/catalogue.ts'],
  ['api/listings/thing.test.ts', 'postgres'],
  ['studio/schema/thing.ts', '#domain/events/event.ts'],
  ['studio/lake/thing.ts', '@sanity/client'],
  ['studio/lake/routes/thing.ts', '../store/types.ts'],
])('%s may import %s', async (path, imported) => {
  expect(await lint(path, imported)).toEqual([])
})

/** The files that no file of a folder may import: another part's, and the domain by its path. */
const acrossBorders: Record<string, string[]> = {
  api: ['site/bundle.ts', 'studio/env.ts', 'api/domain/listings/listing.ts'],
  site: ['api/errors.ts', 'studio/env.ts', 'api/domain/listings/listing.ts'],
  studio: ['api/errors.ts', 'site/lib/api.ts', 'api/domain/listings/listing.ts'],
}

const restricted = config.overrides
  .filter(({ rules }) => 'no-restricted-imports' in rules && Array.isArray(rules['no-restricted-imports']))
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
