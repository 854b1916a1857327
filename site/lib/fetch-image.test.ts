import { expect, it } from 'vitest'
import { toLakeUrl } from './fetch-image.ts'

const settings = { projectId: 'local', dataset: 'production', perspective: 'published' } as const
const assetId = 'image-abc-800x600-jpg'

it('asks the local Content Lake for a part', () => {
  const rect = { left: 10, top: 20, width: 300, height: 200 }
  expect(toLakeUrl({ assetId, rect, width: 150 }, { ...settings, apiHost: 'http://127.0.0.1:3333' })).toBe(
    'http://127.0.0.1:3333/images/local/production/abc-800x600.jpg?rect=10%2C20%2C300%2C200&w=150&fm=webp&q=75',
  )
})

it('asks Sanity’s own image service where no other is named', () => {
  expect(toLakeUrl({ assetId, width: 400 }, settings)).toBe(
    'https://cdn.sanity.io/images/local/production/abc-800x600.jpg?w=400&fm=webp&q=75',
  )
})
