import { expect, it, onTestFinished, vi } from 'vitest'
import { checkout } from '../runtime/checkout.ts'
import { useSeededLake } from '../tests/content.ts'
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
