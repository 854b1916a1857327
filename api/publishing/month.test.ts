import { expect, it, onTestFinished, vi } from 'vitest'
import { checkout } from '../runtime/checkout.ts'
import { useSeededLake } from '../tests/content.ts'
import { createContentClient } from '../content/client.ts'
import { readPageRevisions } from './host/page-revisions.ts'
import { ensureBundle } from './bundle.ts'
import { renderRelease } from './render.ts'

const readContent = useSeededLake()

it(
  'renders the home page again, and no other page, when a month ends in San Francisco',
  { timeout: 120_000 },
  async () => {
    const built = await ensureBundle(checkout, () => {})
    const [bundle, { assets }] = [await built.load(), built]
    const settings = { siteUrl: 'https://example.org', content: readContent() }
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T07:59:59Z') })
    onTestFinished(() => void vi.useRealTimers())
    const november = await renderRelease(bundle, settings, assets)
    expect(november.files.get('index.html')?.toString()).toContain('November 2026')
    expect(await renderRelease(bundle, settings, assets, { previous: november })).toMatchObject({
      renderedPages: 0,
    })

    vi.setSystemTime(new Date('2026-12-01T08:00:00Z'))
    const december = await renderRelease(bundle, settings, assets, { previous: november })
    expect(december.renderedPages).toBe(3)
    expect(december.files.get('index.html')?.toString()).toContain('December 2026')
    expect(december.files.get('fr.html')?.toString()).toContain('décembre 2026')
  },
)

it(
  'renders the pages that name a deadline again when it has passed, and no other page',
  { timeout: 120_000 },
  async () => {
    const built = await ensureBundle(checkout, () => {})
    const [bundle, { assets }] = [await built.load(), built]
    const settings = { siteUrl: 'https://example.org', content: readContent() }
    const client = createContentClient(readContent())
    const readStage = async () => (await readPageRevisions(client)).get('stage')
    await client.patch('programme').set({ closes: '2026-11-01' }).commit()
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-02T07:59:59Z') })
    onTestFinished(() => void vi.useRealTimers())
    const open = await renderRelease(bundle, settings, assets)
    for (const file of ['index.html', 'about.html', 'apply.html'] as const)
      expect(open.files.get(file)?.toString()).toContain('applications close Sunday, Nov 1')
    expect(await readStage()).toBe('open')

    vi.setSystemTime(new Date('2026-11-02T08:00:00Z'))
    const closed = await renderRelease(bundle, settings, assets, { previous: open })
    expect(closed.renderedPages).toBe(3 * 3)
    // A host that builds the pages itself is told.
    expect(await readStage()).toBe('closed')
    expect(closed.files.get('index.html')?.toString()).not.toContain('applications close')
    expect(closed.files.get('apply.html')?.toString()).toContain('applications closed Sunday, Nov 1')
    expect(closed.files.get('es/apply.html')?.toString()).toContain('cerraron el domingo, 1 de nov')
    expect(await renderRelease(bundle, settings, assets, { previous: closed })).toMatchObject({
      renderedPages: 0,
    })
  },
)
