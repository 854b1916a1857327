import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import config from '../oxlint.config.ts'

type Case = { path: string; imported: string[] }

const forbidden: Array<[path: string, imported: string, message: RegExp]> = [
  ['site/pages/index.astro', '../../api/listings/queries.ts', /import it as #domain/],
  ['site/islands/Thing.tsx', '../../api/domain/listing.ts', /import it as #domain/],
  ['site/stores/thing.ts', '../../api/errors.ts', /import it as #domain/],
  ['site/stores/thing.ts', 'react', /must not depend on React/],
  ['site/stores/thing.ts', '../islands/Thing.tsx', /Imports go down/],
  ['site/lib/thing.ts', '@nanostores/react', /must not depend on React/],
  ['site/lib/thing.ts', '../stores/thing.ts', /Imports go down/],
  ['studio/thing.ts', '../api/errors.ts', /import it as #domain/],
  ['studio/schema/thing.ts', '../../site/lib/product.ts', /import it as #domain/],
  ['studio/structure/thing.ts', '../lake/store/open.ts', /only over its HTTP API/],
  ['studio/lake/thing.ts', '#domain/events/event.ts', /must not depend on this product/],
  ['studio/lake/routes/thing.ts', '../../schema/index.ts', /must not depend on this product/],
  ['studio/lake/thing.ts', 'sanity', /must not depend on this product/],
  ['studio/lake/routes/thing.ts', '../../env.ts', /must not depend on this product/],
  ['studio/lake/thing.ts', '../../api/errors.ts', /must not depend on this product/],
  ['api/publishing/thing.ts', '../../site/bundle.ts', /only as a bundle/],
  ['api/listings/thing.ts', 'postgres', /SQL belongs in queries\.ts/],
  ['api/app.ts', './domain/listings/listing.ts', /Import the shared code as #domain/],
  ['api/listings/queries.ts', 'hono', /must not depend on HTTP/],
  ['api/content/change-queries.ts', '../http/read-body.ts', /must not depend on HTTP/],
  ['api/listings/queries.ts', '../pages/routes.ts', /Imports go down/],
  ['api/http/thing.ts', '../database/open.ts', /Imports go down/],
  ['api/answers/thing.ts', '../publishing/releases/release.ts', /Imports go down/],
  ['api/content/preview/thing.ts', '../../publishing/render.ts', /Imports go down/],
  ['api/runtime/thing.ts', '../run.ts', /Imports go down/],
  ['api/database/thing.ts', 'hono/http-exception', /must not depend on HTTP/],
  ['api/database/thing.ts', '../../studio/env.ts', /only as a bundle/],
  ['api/database/embedded/thing.ts', '../../domain/uuid.ts', /Import the shared code as #domain/],
  ['api/domain/thing.ts', 'node:fs', /imports only zod, date-fns-tz/],
  ['api/domain/thing.ts', 'date-fns-tz', /the index loads 300 more modules/],
  ['api/domain/thing.ts', '../errors.ts', /imports only zod, date-fns-tz/],
  ['api/domain/listings/catalogue.ts', 'zod/mini', /imports nothing/],
]

const allowed: Array<[path: string, imported: string]> = [
  ['site/pages/index.astro', '#domain/listings/catalogue.ts'],
  ['site/islands/Thing.tsx', '../stores/toast.ts'],
  ['site/stores/thing.ts', '../lib/api.ts'],
  ['api/listings/queries.ts', 'postgres'],
  ['api/content/fault-queries.ts', 'postgres'],
  ['api/listings/routes.ts', './queries.ts'],
  ['api/pages/thing.ts', '../listings/queries.ts'],
  ['api/listings/thing.ts', '#domain/listings/listing.ts'],
  ['api/domain/thing.ts', 'zod/mini'],
  ['api/domain/thing.ts', 'date-fns-tz/fromZonedTime'],
  ['api/domain/thing.ts', '#domain/listings/catalogue.ts'],
  ['api/listings/thing.test.ts', 'postgres'],
  ['studio/schema/thing.ts', '#domain/events/event.ts'],
  ['studio/lake/thing.ts', '@sanity/client'],
  ['studio/lake/routes/thing.ts', '../store/types.ts'],
]

/** Files that a part must not import: those of other parts, and the domain by its path. */
const acrossBorders: Record<string, string[]> = {
  api: ['site/bundle.ts', 'studio/env.ts', 'api/domain/listings/listing.ts'],
  site: ['api/errors.ts', 'studio/env.ts', 'api/domain/listings/listing.ts'],
  studio: ['api/errors.ts', 'site/lib/api.ts', 'api/domain/listings/listing.ts'],
}

// A later override replaces the options of an earlier one, so each has to repeat the borders.
const restricted = config.overrides
  .filter(({ rules }) => 'no-restricted-imports' in rules && Array.isArray(rules['no-restricted-imports']))
  .flatMap(({ files }) =>
    files.map((glob) => glob.replace('**/', '').replace('**', 'thing.ts').replace('*', 'thing')),
  )
const bordering = restricted.map((path): Case => {
  const [part = ''] = path.split('/')
  const imported = (acrossBorders[part] ?? []).map((target) => {
    const relative = posix.relative(posix.dirname(path), target)
    return relative.startsWith('.') ? relative : `./${relative}`
  })
  return { path, imported }
})

const forbiddenCases = forbidden.map(([path, imported, message]) => ({ path, imported: [imported], message }))
const allowedCases = allowed.map(([path, imported]): Case => ({ path, imported: [imported] }))

/** The messages of the border rule for each case. */
const messages = new Map<Case, string[]>()

beforeAll(async () => {
  // Starting the linter takes most of the time, so each run checks as many cases with different paths as possible.
  let left = [...forbiddenCases, ...allowedCases, ...bordering]
  while (left.length > 0) {
    const batch = new Map(left.map((each) => [each.path, each]))
    left = left.filter((each) => batch.get(each.path) !== each)
    const found = await lint(batch)
    for (const [path, each] of batch) messages.set(each, found[path] ?? [])
  }
})

/** The messages of the border rule for files with these imports, at these places in the tree. */
async function lint(batch: Map<string, Case>): Promise<Record<string, string[]>> {
  const root = await mkdtemp(join(tmpdir(), 'founderlist-lint-'))
  try {
    await cp('oxlint.config.ts', join(root, 'oxlint.config.ts'))
    for (const [path, { imported }] of batch) await writeSource(join(root, path), imported)
    const { diagnostics } = JSON.parse(await runLinter(root)) as {
      diagnostics: Array<{ code: string; message: string; help?: string; filename: string }>
    }
    const found: Record<string, string[]> = {}
    for (const { code, filename, message, help } of diagnostics)
      if (code.includes('no-restricted-imports')) (found[filename] ??= []).push(`${message} ${help ?? ''}`)
    return found
  } finally {
    await rm(root, { recursive: true })
  }
}

function runLinter(root: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const program = join(process.cwd(), 'node_modules/.bin/oxlint')
  // The output may be longer than Node's default buffer.
  const options = { cwd: root, maxBuffer: 16 * 1024 * 1024 }
  execFile(program, ['--format=json'], options, (_error, stdout) => resolve(stdout))
  return promise
}

async function writeSource(path: string, imported: string[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const imports = imported.map((from, index) => `import { thing${index} } from '${from}'`).join('\n')
  const names = imported.map((_from, index) => `thing${index}`).join(', ')
  await writeFile(
    path,
    path.endsWith('.astro')
      ? `---\n${imports}\n---\n{[${names}]}\n`
      : `${imports}\nexport const used = [${names}]\n`,
  )
}

it.each(forbiddenCases)('$path may not import $imported', (each) => {
  expect(messages.get(each)).toEqual([expect.stringMatching(each.message)])
})

it.each(allowedCases)('$path may import $imported', (each) => {
  expect(messages.get(each)).toEqual([])
})

it.each(bordering)('$path may import nothing across a border', (each) => {
  expect(messages.get(each)).toHaveLength(3)
})
