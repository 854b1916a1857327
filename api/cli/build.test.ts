import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createContentClient } from '../content/client.ts'
import { localPages } from '../publishing/pages.ts'
import { useSeededLake } from '../tests/content.ts'
import { runCommand } from '../tests/server-process.ts'

const readContent = useSeededLake()

async function build(folder: string) {
  const { projectId, dataset, apiHost = '', token = '' } = readContent()
  return runCommand('build.ts', [folder], {
    SITE_URL: 'https://example.org',
    SANITY_PROJECT_ID: projectId,
    SANITY_DATASET: dataset,
    SANITY_API_HOST: apiHost,
    SANITY_READ_TOKEN: token,
  })
}

it('refuses a folder with other files, which it would delete', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'founderlist-build-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'notes.txt'), 'mine')
  const { code, stderr } = await build(folder)
  expect([code, stderr]).toEqual([1, `${folder} has files that no build wrote. Name a new folder\n`])
  expect(await readFile(join(folder, 'notes.txt'), 'utf8')).toBe('mine')
})

it(
  'writes every page for a static host, or one error line and no file if the content is faulty',
  { timeout: 120_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'founderlist-build-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    expect(await build(folder)).toMatchObject({ code: 0 })
    const written = await readdir(folder, { recursive: true })
    expect(written).toEqual(
      expect.arrayContaining([
        ...localPages.map(({ localFile }) => localFile),
        '_headers',
        '_redirects',
        'robots.txt',
        'sitemap.xml',
        'sitemap.xml.br',
        'llms.txt',
        'opensearch.xml',
      ]),
    )
    const about = await readFile(join(folder, 'about.html'), 'utf8')
    expect(about).toContain('<link rel="canonical" href="https://example.org/about">')
    expect(about).toContain('<meta property="og:url" content="https://example.org/about">')
    expect(await readFile(join(folder, 'robots.txt'), 'utf8')).toContain(
      'Sitemap: https://example.org/sitemap.xml',
    )
    expect(await readFile(join(folder, 'llms.txt'), 'utf8')).toContain('# founderlist\n')
    const picture = /<meta property="og:image" content="https:\/\/example\.org\/(.+?)">/.exec(about)?.[1]
    expect(written).toContain(picture)
    const spanish = await readFile(join(folder, 'es/about.html'), 'utf8')
    expect(spanish).toContain('<link rel="canonical" href="https://example.org/es/about">')
    expect(spanish).toContain('<link rel="alternate" hreflang="fr" href="https://example.org/fr/about">')

    await createContentClient(readContent()).patch('sponsors').set({ 'tiers[0].price': 'a lot' }).commit()
    const { code, stdout, stderr } = await build(folder)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr.trim().split('\n')).toEqual([
      'sponsors: tiers[0] (Tier 1 Pilot).price: must be a number, not "a lot"',
    ])
    expect((await readdir(folder, { recursive: true })).toSorted()).toEqual(written.toSorted())
  },
)
